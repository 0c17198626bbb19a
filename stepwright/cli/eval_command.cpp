#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "stepwright/base/small_float.h"
#include "stepwright/base/suggest.h"
#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/cli/tensor_files.h"
#include "stepwright/eval/host.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"

namespace stepwright::cli {

namespace {

struct EvalOptions {
  std::string file;
  std::string domain = "native";
  std::vector<std::string> inputs;
  std::string function;
  std::vector<std::string> outputs;
  bool print = false;
  bool json = false;
};

constexpr std::array domains{ElementType::f64, ElementType::f32, ElementType::bf16, ElementType::f16,
                             ElementType::f8E4M3FN};

Rounding domain_named(const std::string& given) {
  std::vector<std::string> known{"native"};
  for (const ElementType type : domains) known.emplace_back(name(type));
  const auto found = std::ranges::find(known, given);
  if (found == known.end()) throw WrongUse(unknown_name("domain", given, known));
  if (found == known.begin()) return {};
  return {domains[static_cast<std::size_t>(found - known.begin() - 1)]};
}

// In f64 a result keeps what a narrower element type of the program would lose.
HostTensor result_of(const Rounding& domain, const Tensor<Rounding>& result) {
  if (domain.override_type != ElementType::f64 || !is_floating(result.element())) {
    return to_host(domain, result);
  }
  return HostTensor::of({ElementType::f64, result.type().dimensions},
                        std::span<const double>(result.scalars()));
}

std::vector<HostTensor> evaluate_on_files(const EvalOptions& options) {
  const Rounding domain = domain_named(options.domain);
  const ProgramFile program = read_program(options.file);
  const Function& function = function_named(program.module, options.function);
  std::vector<Tensor<Rounding>> arguments;
  for (const HostTensor& tensor : read_arguments(function, options.inputs)) {
    arguments.push_back(from_host(domain, tensor));
  }
  std::vector<HostTensor> results;
  for (const auto& result : evaluate<Rounding>(program.module, function, arguments, domain)) {
    results.push_back(result_of(domain, result));
  }
  return results;
}

ExitCode eval(const EvalOptions& options, Context& context) {
  const std::vector<HostTensor> results = evaluate_on_files(options);
  write_results(results, options.outputs);
  if (options.json) {
    write_json(context.out, {{"domain", options.domain}, {"results", to_json(results, options.print)}});
  } else {
    report_results(context.out, results, options.print);
  }
  return done;
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<EvalOptions>();
  app.add_option("FILE", options->file, "a program")->required()->type_name("FILE.mlir");
  app.add_option("--domain", options->domain,
                 "what floating operations round to: native, the program's own types (the default); f64, "
                 "nothing narrower, and results are f64; or one of the others everywhere")
      ->type_name("native|f64|f32|bf16|f16|f8E4M3FN");
  app.add_option("-i,--input", options->inputs, "an argument, in order")->type_name("FILE.npy");
  app.add_option("--function", options->function, "by default main, or the only one")->type_name("NAME");
  app.add_option("-o,--output", options->outputs,
                 "where the results go: a folder, for result0.npy, result1.npy, ...; or a .npy file for each")
      ->type_name("FOLDER|FILE.npy");
  app.add_flag("--print", options->print, "every element, not only a summary");
  app.add_flag("--json", options->json, "as JSON");
  return [options](Context& context) { return eval(*options, context); };
}

}  // namespace

Command evaluate_program_command() {
  return {"eval", "evaluate a program with the interpreter; no plugin is needed",
          "  ./sw eval f.mlir --input x.npy --print              in the program's own types\n"
          "  ./sw eval f.mlir --domain f64 --input x.npy -o out  golden values, in out/result0.npy\n",
          declare};
}

}  // namespace stepwright::cli
