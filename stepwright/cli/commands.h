#pragma once

#include "stepwright/cli/command.h"

// Each command is defined in <name>_command.cpp. A new one is such a file, a word here, and one in the list
// of commands.cpp.
namespace stepwright::cli {

Command train_command();
Command evaluate_command();
Command emit_command();
Command evaluate_program_command();  // eval
Command check_command();
Command format_command();  // fmt
Command run_command();
Command doctor_command();
Command conventions_command();
Command networks_command();  // nets

}  // namespace stepwright::cli
