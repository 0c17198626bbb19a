#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/device_options.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/cli/tensor_files.h"

namespace stepwright::cli {

namespace {

struct RunOptions {
  std::string file;
  std::vector<std::string> inputs;
  std::string output;
  DeviceOptions device;
  std::int64_t repeat = 1;
  bool print = false;
  bool json = false;
};

Program program_of(const std::string& file, const ProgramFile& source, const Function& main) {
  Program program{file, source.text, {}};
  for (std::size_t at = 0; at < main.arguments().size(); ++at) {
    const bool donated = main.argument_attributes()[at].contains("tf.aliasing_output");
    program.parameters.push_back({argument_name(main, at), main.arguments()[at].type(), donated});
  }
  return program;
}

using Tensors = std::vector<HostTensor>;

// The arguments of each replica: one set for all, or a set for each.
std::vector<Tensors> replica_arguments(const RunOptions& options, const Function& main) {
  const auto replicas = static_cast<std::size_t>(options.device.devices);
  const std::size_t each = main.arguments().size();
  if (replicas == 1 || options.inputs.size() != replicas * each || each == 0) {
    return std::vector<Tensors>(replicas, read_arguments(main, options.inputs));
  }
  std::vector<Tensors> sets;
  for (std::size_t replica = 0; replica < replicas; ++replica) {
    sets.push_back(read_arguments(main, std::span(options.inputs).subspan(replica * each, each)));
  }
  return sets;
}

struct Outcome {
  std::vector<Tensors> results;  // of each replica, in the last run
  std::vector<double> seconds;   // of each run, transfers not counted
};

// Arguments that the program donates are gone after a run, so that each run uploads its own.
std::vector<Executable::Results> run_once(const Client& client, Executable& executable,
                                          const std::vector<Tensors>& inputs, std::vector<double>& seconds) {
  std::vector<std::vector<Buffer>> buffers(inputs.size());
  std::vector<Executable::Arguments> arguments(inputs.size());
  for (std::size_t replica = 0; replica < inputs.size(); ++replica) {
    buffers[replica].reserve(inputs[replica].size());
    for (const HostTensor& tensor : inputs[replica]) {
      buffers[replica].push_back(client.upload(tensor, executable.devices()[replica]));
      arguments[replica].push_back(&buffers[replica].back());
    }
  }
  const auto start = std::chrono::steady_clock::now();
  auto results = executable.execute(arguments);
  seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return results;
}

Outcome run_repeatedly(const Client& client, Executable& executable, const std::vector<Tensors>& inputs,
                       std::int64_t repeat) {
  Outcome outcome;
  std::vector<Executable::Results> last;
  for (std::int64_t run = 0; run < repeat; ++run) {
    last = run_once(client, executable, inputs, outcome.seconds);
  }
  for (const Executable::Results& replica : last) {
    Tensors& tensors = outcome.results.emplace_back();
    for (const Buffer& buffer : replica) tensors.push_back(buffer.to_host());
  }
  return outcome;
}

void write(const Outcome& outcome, const std::string& folder) {
  if (folder.empty()) return;
  for (std::size_t replica = 0; replica < outcome.results.size(); ++replica) {
    const bool alone = outcome.results.size() == 1;
    const std::vector<std::string> place{alone ? folder : fmt::format("{}/replica{}", folder, replica)};
    write_results(outcome.results[replica], place);
  }
}

std::string timing(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  return fmt::format("{} runs: median {:.3f} ms, fastest {:.3f} ms, slowest {:.3f} ms\n", seconds.size(),
                     1e3 * seconds[seconds.size() / 2], 1e3 * seconds.front(), 1e3 * seconds.back());
}

nlohmann::ordered_json outcome_json(const Outcome& outcome, const Client& client, bool values) {
  nlohmann::ordered_json json{{"platform", client.platform_name()}, {"seconds", outcome.seconds}};
  auto& replicas = json["replicas"] = nlohmann::ordered_json::array();
  for (const Tensors& results : outcome.results) replicas.push_back(to_json(results, values));
  return json;
}

void expect_positive(std::int64_t number, std::string_view flag) {
  if (number >= 1) return;
  throw WrongUse({.what = "the number is too small",
                  .where = std::string(flag),
                  .expected = "1 or more",
                  .found = fmt::format("{}", number)});
}

ExitCode run(const RunOptions& options, Context& context) {
  expect_positive(options.device.devices, "--replicas");
  expect_positive(options.repeat, "--repeat");
  if (options.output.ends_with(".npy")) {
    throw WrongUse({.what = "the results go into a folder", .where = "--output", .found = options.output});
  }
  const ProgramFile source = read_program(options.file);
  const Function& main = function_named(source.module, "main");
  const std::vector<Tensors> inputs = replica_arguments(options, main);
  const Client client = options.device.connect(context);
  const ExecutableCache cache = executable_cache(context, [&](const CompileReport& report) {
    if (!report.note.empty()) context.err << report.note << "\n";
  });
  Executable executable =
      cache.compile(client, program_of(options.file, source, main), {.replicas = options.device.devices});
  const Outcome outcome = run_repeatedly(client, executable, inputs, options.repeat);
  write(outcome, options.output);
  if (options.json) {
    write_json(context.out, outcome_json(outcome, client, options.print));
    return done;
  }
  for (std::size_t replica = 0; replica < outcome.results.size(); ++replica) {
    if (outcome.results.size() > 1) context.out << fmt::format("replica {}\n", replica);
    report_results(context.out, outcome.results[replica], options.print);
  }
  if (options.repeat > 1) context.out << timing(outcome.seconds);
  return done;
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  app.add_option("FILE", options->file, "a program with a function main")->required()->type_name("FILE.mlir");
  app.add_option("-i,--input", options->inputs,
                 "an argument, in order. With replicas: one set of arguments for all, or a set for each, "
                 "replica by replica")
      ->type_name("FILE.npy");
  app.add_option("-o,--output", options->output,
                 "a folder for result0.npy, result1.npy, ...; with replicas it has folders replica0, ...")
      ->type_name("FOLDER");
  app.add_option("--replicas", options->device.devices, "copies that run together, one on each device (1)")
      ->type_name("N");
  app.add_option("--repeat", options->repeat, "run so often on the same arguments and tell the times (1)")
      ->type_name("N");
  options->device.declare(app);
  app.add_flag("--print", options->print, "every element, not only a summary");
  app.add_flag("--json", options->json, "as JSON");
  return [options](Context& context) { return run(*options, context); };
}

}  // namespace

Command run_command() {
  return {
      "run", "compile and run a program on the plugin",
      "  ./sw run f.mlir --input x.npy --print           on the CPU plugin that set-up installed\n"
      "  ./sw run step.mlir -i x.npy -i w.npy -o out     results in out/result0.npy, out/result1.npy, ...\n"
      "  ./sw run sum.mlir -i a.npy -i b.npy --replicas 2  a.npy for the first replica, b.npy for the "
      "second\n",
      declare};
}

}  // namespace stepwright::cli
