#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <system_error>

#include "stepwright/cli/command.h"

namespace {

namespace cli = stepwright::cli;

// The folder that `./sw setup` fills: $STEPWRIGHT_DEPS, else .stepwright beside the folder of the program.
std::filesystem::path dependencies() {
  const char* given = std::getenv("STEPWRIGHT_DEPS");
  if (given != nullptr && *given != '\0') return given;
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  return unknown ? std::filesystem::path(".stepwright") : program.parent_path().parent_path() / ".stepwright";
}

// Whether the reader of standard output has gone, as `head` does: no fault of anybody's.
bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a training run outlives the reader of its progress
  cli::Context context{std::cout, std::cerr, dependencies(), isatty(STDERR_FILENO) == 1};
  const int code = cli::run({words + 1, words + count}, context);
  std::cout.flush();
  if (std::cout || reader_is_gone()) return code;
  std::cerr << "error: the output could not be written\n";
  return code == cli::done ? cli::could_not_tell : code;
}
