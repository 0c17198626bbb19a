#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/base/error.h"

// The command line. Each command is a file of this room, <name>_command.cpp, that declares its options and
// says what to run; commands.cpp has the list. Commands write to the streams they are given and never exit.
namespace stepwright::cli {

// How the program ends.
enum ExitCode : int {
  done = 0,
  answer_is_no = 1,    // a check failed, or an input was refused: malformed text, a shape that does not fit
  could_not_tell = 2,  // what it takes is missing or broken: no plugin, no data, an unsupported operation
  wrong_use = 64,      // the command line: a flag, an unknown name, a file that is not there
  internal_error = 70,
  interrupted = 130,  // Ctrl-C or SIGTERM; what was done so far is kept
};

// A command ends by returning an ExitCode, or by an exception, whose message is printed as `error: …` on the
// error stream: WrongUse ends with 64, CouldNotTell, PluginError and UnsupportedOperation with 2, any other
// UserError with 1, and everything else is our fault and ends with 70.
class WrongUse : public UserError {
 public:
  using UserError::UserError;
  explicit WrongUse(const UserError& error) : UserError(error) {}
};
class CouldNotTell : public UserError {
 public:
  using UserError::UserError;
  explicit CouldNotTell(const UserError& error) : UserError(error) {}
};

// What a command has beside its own options.
struct Context {
  std::ostream& out;                   // the answer
  std::ostream& err;                   // progress and remarks
  std::filesystem::path dependencies;  // the folder that `./sw setup` fills
  bool err_is_terminal = false;        // whether a line on `err` may be redrawn
};

using Action = std::function<ExitCode(Context&)>;

struct Command {
  std::string_view name;
  std::string_view summary;  // one line of `--help`
  std::string_view example;  // command lines that work, each with a remark, for the command's own `--help`
  // Adds the options to `options`, which are parsed before the action is called. The action owns what the
  // options are parsed into.
  Action (*declare)(CLI::App& options);
};

// All of them, in the order of `--help`.
std::span<const Command> commands();

// What `action` returns, or the code of the exception that it ends with, once its message is printed.
int guarded(Context& context, const std::function<ExitCode()>& action);

// Runs the command line `words` (without the program's name) and returns how it ended. Throws nothing.
int run(const std::vector<std::string>& words, Context& context);

}  // namespace stepwright::cli
