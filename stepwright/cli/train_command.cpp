#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "stepwright/base/suggest.h"
#include "stepwright/cli/commands.h"
#include "stepwright/cli/device_options.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/cli/recipe_options.h"
#include "stepwright/cli/run_report.h"
#include "stepwright/train/hooks/nan_guard.h"
#include "stepwright/train/hooks/progress_line.h"
#include "stepwright/train/interrupt.h"
#include "stepwright/train/presets.h"
#include "stepwright/train/run.h"

namespace stepwright::cli {

namespace {

struct TrainOptions {
  std::string preset;
  RecipeOptions recipe;
  std::optional<std::int64_t> epochs;
  std::optional<double> learning_rate;
  std::optional<std::int64_t> warm_up;
  std::optional<std::string> schedule;
  std::optional<std::uint64_t> seed;
  std::string out;
  std::string resume;

  std::string data;
  std::size_t threads = 1;
  DeviceOptions device;
  bool json = false;
  bool quiet = false;
};

train::ScheduleKind schedule_named(const std::string& name) {
  const auto kind = std::ranges::find(train::schedule_names, name);
  if (kind == train::schedule_names.end()) {
    const std::vector<std::string> known(train::schedule_names.begin(), train::schedule_names.end());
    throw unknown_name("schedule", name, known);
  }
  return static_cast<train::ScheduleKind>(kind - train::schedule_names.begin());
}

// The preset's options, changed by what was given. A warm-up that nobody asked for leaves room in a short
// run.
train::Options options_of(const TrainOptions& given, const train::Preset& preset, const nn::Recipe& recipe,
                          std::int64_t samples) {
  train::Options options = preset.options;
  if (recipe.optimizer.optimizer != nn::Optimizer::adamw) {
    options.learning_rate = train::usual_learning_rate(recipe.optimizer.optimizer);
  }
  if (given.schedule) options.schedule = schedule_named(*given.schedule);
  options.epochs = given.epochs.value_or(options.epochs);
  options.learning_rate = given.learning_rate.value_or(options.learning_rate);
  options.seed = given.seed.value_or(options.seed);
  const std::int64_t updates = options.epochs * (samples / recipe.batch);
  const bool constant = options.schedule == train::ScheduleKind::constant;
  options.warm_up = given.warm_up.value_or(constant ? 0 : std::min(options.warm_up, updates / 5));
  return options;
}

train::Run new_run(const TrainOptions& given, const ImageDataset& training) try {
  const train::Preset& preset = train::preset_named(given.preset);
  nn::Recipe recipe = given.recipe.recipe(network(preset.network));
  if (given.learning_rate) recipe.plain_learning_rate = *given.learning_rate;
  const train::Options options = options_of(given, preset, recipe, training.size());
  return train::Run::create(given.out.empty() ? "runs/" + preset.name : given.out, recipe, options, training);
} catch (const UserError& error) {
  throw WrongUse(error);
}

void describe(const train::Run& run, std::ostream& out) {
  const nn::Manifest& manifest = run.manifest();
  std::int64_t parameters = 0;
  for (const std::size_t at : manifest.positions(nn::Role::parameter)) {
    parameters += manifest.arguments[at].type.count();
  }
  const std::int64_t epochs = run.config().options.epochs;
  out << fmt::format("network {}, {} parameters, {}, batch {}, {} epoch{} of {}\n", manifest.network,
                     parameters, manifest.optimizer, manifest.batch, epochs, epochs == 1 ? "" : "s",
                     run.config().dataset)
      << fmt::format("learning rate: {}\n", run.schedule().description())
      << fmt::format("run folder: {}\n", run.folder().string());
}

train::Result train_run(const TrainOptions& given, train::Run& run, const ImageDataset& training,
                        const ImageDataset& test, Context& context) {
  const Client client = given.device.connect(context);
  const ExecutableCache cache = executable_cache(context, compile_log(context, given.quiet));
  const train::InterruptGuard guard;
  train::Surroundings around{.cache = &cache, .threads = given.threads, .interrupted = {}, .hooks = {}};
  around.interrupted = [&] { return guard.requested(); };
  if (!given.quiet) {
    around.hooks.push_back(std::make_unique<train::ProgressLine>(context.err, context.err_is_terminal));
  }
  return run.train(client, training, test, std::move(around));
}

// Whatever ended it, the run can go on from its checkpoint.
void remark_how_to_resume(const train::Run& run, Context& context) {
  context.err << fmt::format("go on from step {} with\n  ./sw train --resume {}\n", run.checkpoint().step,
                             run.folder().string());
}

// After a divergence resuming would go the same way; without a checkpoint there is nothing to remark.
void remark_after(const std::exception& error, const train::Run& run, Context& context) {
  if (dynamic_cast<const train::Diverged*>(&error) != nullptr) return;
  try {
    remark_how_to_resume(run, context);
  } catch (const UserError&) {
    return;  // `error` is the one to report
  }
}

ExitCode answer(const TrainOptions& given, const train::Run& run, const train::Result& result,
                Context& context) {
  const bool stopped = result.ending == train::Ending::interrupted;
  if (given.json) {
    nlohmann::ordered_json json{{"run", run.folder().string()},
                                {"end", stopped ? "interrupted" : "complete"},
                                {"step", result.step},
                                {"total_steps", result.total_steps},
                                {"seconds", result.times.seconds},
                                {"idle_fraction", result.times.idle_fraction()}};
    if (result.accuracy) json.update(accuracy_json(*result.accuracy));
    write_json(context.out, json);
  } else if (!stopped) {
    context.out << accuracy_line(result.accuracy.value());
  }
  if (!stopped) return done;
  context.err << fmt::format("interrupted after step {} of {}; ", result.step, result.total_steps);
  remark_how_to_resume(run, context);
  return interrupted;
}

ExitCode train_and_answer(const TrainOptions& given, train::Run& run, const ImageDataset& training,
                          const ImageDataset& test, Context& context) {
  if (!given.quiet) describe(run, context.err);
  std::optional<train::Result> result;
  try {
    result = train_run(given, run, training, test, context);
  } catch (const std::exception& error) {
    remark_after(error, run, context);
    throw;
  }
  return answer(given, run, *result, context);
}

const train::DataSource& source_of(const TrainOptions& given, const std::optional<train::Run>& resumed) try {
  if (resumed) return train::data_source_of(resumed->config().dataset);
  return train::data_source_named(train::preset_named(given.preset).data);
} catch (const UserError& error) {
  throw WrongUse(error);
}

ExitCode run_train(const TrainOptions& given, Context& context) try {
  if (given.preset.empty() && given.resume.empty()) {
    throw WrongUse({.what = "there is nothing to train",
                    .where = "train",
                    .expected = "the name of a preset, or --resume RUN",
                    .remedy = "./sw train --help lists the presets"});
  }
  std::optional<train::Run> run;
  if (!given.resume.empty()) run = open_run(given.resume);
  const train::DataSource& source = source_of(given, run);
  const std::filesystem::path folder = data_folder(source, given.data, context);
  const ImageDataset training = source.training(folder), test = source.test(folder);
  if (!run) run = new_run(given, training);
  return train_and_answer(given, *run, training, test, context);
} catch (const train::Diverged&) {
  throw;
} catch (const WrongUse&) {
  throw;
} catch (const UserError& error) {
  throw CouldNotTell(error);
}

std::string preset_list() {
  std::string text = "what to train:";
  for (const train::Preset& preset : train::presets()) {
    text += fmt::format("\n{}: {}", preset.name, preset.summary);
  }
  return text;
}

void declare_new_run(CLI::App& app, TrainOptions& options) {
  app.add_option("NET", options.preset, preset_list())->type_name("");
  options.recipe.declare(app);
  app.add_option("--epochs", options.epochs, "how often every image is seen")->type_name("N");
  app.add_option("--learning-rate", options.learning_rate, "at its peak")->type_name("RATE");
  app.add_option("--warm-up", options.warm_up, "updates of linear warm-up")->type_name("N");
  app.add_option("--schedule", options.schedule, "of the learning rate (cosine)")
      ->type_name("constant|cosine");
  app.add_option("--seed", options.seed, "of initialisation and shuffling (1)")->type_name("N");
  app.add_option("--out", options.out, "the run's folder (runs/NET, or runs/NET-2, ... when it is taken)")
      ->type_name("FOLDER");
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<TrainOptions>();
  declare_new_run(app, *options);
  const std::vector<CLI::Option*> of_new_runs =
      app.get_options([&](const CLI::Option* option) { return option != app.get_help_ptr(); });
  CLI::Option* const resume = app.add_option("--resume", options->resume,
                                             "go on with a run, to the same bits as if it had not stopped")
                                  ->type_name("RUN");
  for (CLI::Option* option : of_new_runs) resume->excludes(option);
  app.add_option("--data", options->data, "the folder of the data (by default the one that set-up filled)")
      ->type_name("FOLDER");
  app.add_option("--threads", options->threads, "threads that prepare batches (1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  options->device.declare(app);
  app.add_flag("--quiet", options->quiet, "the answer alone");
  app.add_flag("--json", options->json, "the answer as JSON");
  return [options](Context& context) { return run_train(*options, context); };
}

}  // namespace

Command train_command() {
  return {"train", "train a network, and say how many test images it gets right",
          "  ./sw train mnist-cnn                                a convolutional network on MNIST\n"
          "  ./sw train mnist-mlp --epochs 10 --out runs/long    longer, in a folder of that name\n"
          "  ./sw train mnist-cnn --optimizer nesterov --seed 7  other options\n"
          "  ./sw train --resume runs/mnist-cnn                  go on after Ctrl-C or a crash\n"
          "\n"
          "Ctrl-C writes a checkpoint and ends with exit code 130; a second one ends at once. Training that\n"
          "diverges ends with exit code 1.\n",
          declare};
}

}  // namespace stepwright::cli
