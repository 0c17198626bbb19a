#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "stepwright/ir/function.h"

namespace stepwright::cli {

// A file named on the command line. WrongUse when there is none of that name.
std::string read_named(const std::string& path);

// A program and the text it was read from.
struct ProgramFile {
  std::string text;
  Module module;
};

// WrongUse when there is no such file; UserError with file, line and column when it is not a program.
ProgramFile read_program(const std::string& path);

// The function of that name; an empty name stands for `main`, or the only one. WrongUse when there is none.
const Function& function_named(const Module& module, const std::string& name);

// Replaces a file whole or not at all: written beside it under another name, synced, then renamed.
// CouldNotTell with the system's reason when that fails.
void replace_file(const std::filesystem::path& path, const std::string& contents);

// For programs to read: two blanks a level, then a newline. A file name that is not UTF-8 does not stop it.
void write_json(std::ostream& out, const nlohmann::ordered_json& json);

}  // namespace stepwright::cli
