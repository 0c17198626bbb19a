#include <memory>
#include <nlohmann/json.hpp>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/device_options.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/cli/run_report.h"

namespace stepwright::cli {

namespace {

struct EvaluateOptions {
  std::string run;
  std::string data;
  DeviceOptions device;
  bool json = false;
};

ExitCode evaluate(const EvaluateOptions& given, Context& context) try {
  const train::Run run = open_run(given.run);
  const train::DataSource& source = train::data_source_of(run.config().dataset);
  const ImageDataset test = source.test(data_folder(source, given.data, context));
  const Client client = given.device.connect(context);
  const ExecutableCache cache = executable_cache(context, compile_log(context, true));
  const train::Accuracy accuracy =
      run.evaluate(client, test, {.cache = &cache, .threads = 1, .interrupted = {}, .hooks = {}});
  if (given.json) {
    write_json(context.out, accuracy_json(accuracy));
  } else {
    context.out << accuracy_line(accuracy);
  }
  return done;
} catch (const WrongUse&) {
  throw;
} catch (const UserError& error) {
  throw CouldNotTell(error);
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<EvaluateOptions>();
  app.add_option("RUN", options->run, "the folder of a run")->required()->type_name("");
  app.add_option("--data", options->data, "the folder of the data (by default the one that set-up filled)")
      ->type_name("FOLDER");
  options->device.declare(app);
  app.add_flag("--json", options->json, "as JSON");
  return [options](Context& context) { return evaluate(*options, context); };
}

}  // namespace

Command evaluate_command() {
  return {"evaluate", "count how many test images a run's network gets right",
          "  ./sw evaluate runs/mnist-cnn\n", declare};
}

}  // namespace stepwright::cli
