#pragma once

#include <CLI/App.hpp>
#include <string>

#include "stepwright/cli/command.h"

namespace stepwright::cli {

// The page of `stepwright --help`, and that of one command. `options` are the command's, declared.
std::string help();
std::string help_of(const Command& command, const CLI::App& options);

// "stepwright 0.1.0"
std::string version();

}  // namespace stepwright::cli
