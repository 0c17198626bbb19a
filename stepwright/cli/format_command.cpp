#include <memory>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/ir/text/printer.h"

namespace stepwright::cli {

namespace {

struct FormatOptions {
  std::string file;
  std::string output;
  bool in_place = false;
  bool check = false;
};

ExitCode format(const FormatOptions& options, Context& context) {
  if ((options.output.empty() ? 0 : 1) + (options.in_place ? 1 : 0) + (options.check ? 1 : 0) > 1) {
    throw WrongUse({.what = "-o, --in-place and --check exclude each other", .where = "fmt"});
  }
  const ProgramFile program = read_program(options.file);
  const std::string text = print(program.module);
  if (options.check) {
    if (text == program.text) return done;
    context.out << options.file << " is not laid out as fmt prints it\n";
    return answer_is_no;
  }
  if (options.in_place) {
    if (text != program.text) replace_file(options.file, text);
  } else if (options.output.empty() || options.output == "-") {
    context.out << text;
  } else {
    replace_file(options.output, text);
  }
  return done;
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<FormatOptions>();
  app.add_option("FILE", options->file, "a program")->required()->type_name("FILE.mlir");
  app.add_option("-o,--output", options->output, "where to write; by default the screen")
      ->type_name("FILE.mlir");
  app.add_flag("--in-place", options->in_place, "replace the file, if that changes it");
  app.add_flag("--check", options->check, "write nothing; exit code 1 if the file would change");
  return [options](Context& context) { return format(*options, context); };
}

}  // namespace

Command format_command() {
  return {"fmt", "read a program, check its types, and print it as MLIR does",
          "  ./sw fmt step.mlir             to the screen\n"
          "  ./sw fmt step.mlir --check     is it laid out so already?\n",
          declare};
}

}  // namespace stepwright::cli
