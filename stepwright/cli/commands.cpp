#include "stepwright/cli/commands.h"

#include <vector>

namespace stepwright::cli {

std::span<const Command> commands() {
  static const std::vector<Command> all{
      train_command(),    evaluate_command(),         emit_command(),
      format_command(),   evaluate_program_command(), check_command(),
      run_command(),      doctor_command(),           conventions_command(),
      networks_command(),
  };
  return all;
}

}  // namespace stepwright::cli
