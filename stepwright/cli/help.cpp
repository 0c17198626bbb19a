#include "stepwright/cli/help.h"

#include <fmt/format.h>

namespace stepwright::cli {

std::string help() {
  std::string text =
      "Stepwright builds whole training steps of neural networks as StableHLO programs and trains with them "
      "on "
      "XLA.\n"
      "\n"
      "Begin with\n"
      "  ./sw doctor              see whether everything is in place\n"
      "  ./sw train mnist-cnn     train a convolutional network on MNIST\n"
      "\n"
      "Commands\n";
  for (const Command& command : commands())
    text += fmt::format("  {:<13}{}\n", command.name, command.summary);
  text +=
      "\n"
      "  ./sw COMMAND --help shows a command's options and examples; ./sw --version the version.\n"
      "\n"
      "Exit codes\n"
      "  0   done, or the answer is yes\n"
      "  1   the answer is no: a check failed, or an input was refused (malformed text, a shape that does "
      "not "
      "fit)\n"
      "  2   could not tell: something it takes is missing or broken (no plugin, no data, no memory)\n"
      "  64  wrong use: an unknown command, flag or name, or a file that is not there\n"
      "  70  internal error: our fault, please report it\n"
      "  130 interrupted by Ctrl-C; a training run can be resumed\n";
  return text;
}

std::string help_of(const Command& command, const CLI::App& options) {
  std::string text = options.help("./sw");
  text += "\nExamples\n";
  text += command.example;
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string version() {
  return "stepwright " STEPWRIGHT_VERSION;
}

}  // namespace stepwright::cli
