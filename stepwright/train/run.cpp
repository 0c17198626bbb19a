#include "stepwright/train/run.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/error.h"
#include "stepwright/base/thread_pool.h"
#include "stepwright/data/loader.h"
#include "stepwright/data/sampler.h"
#include "stepwright/nn/step.h"
#include "stepwright/train/hooks/checkpoints.h"
#include "stepwright/train/hooks/evaluation.h"
#include "stepwright/train/hooks/metrics.h"
#include "stepwright/train/hooks/nan_guard.h"
#include "stepwright/train/loop.h"
#include "stepwright/train/state.h"
#include "stepwright/train/training_step.h"

namespace stepwright::train {

namespace {

Executable compile(const Client& client, const Rendered& rendered, const ExecutableCache* cache) {
  const Program source = program(rendered);
  return cache ? cache->compile(client, source) : client.compile(source);
}

// The training batches of a run, from one position on.
class TrainingBatches {
 public:
  TrainingBatches(const ImageDataset& training, const Config& config, std::int64_t batch, std::size_t threads)
      : sampler_(training.size(), batch, config.options.seed),
        assembler_(training, batch, config.options.normalization),
        pool_(threads) {}

  std::int64_t steps_per_epoch() const { return sampler_.steps_per_epoch(); }

  // Starts to make the batches from `position` on.
  BatchLoader& start(SamplePosition position, std::int64_t last) {
    return loader_.emplace(
        [this](std::int64_t number) {
          return assembler_.assemble(sampler_.ids(sampler_.position(number)), pool_);
        },
        sampler_.number(position), last);
  }

 private:
  TrainingSampler sampler_;
  BatchAssembler assembler_;
  ThreadPool pool_;
  std::optional<BatchLoader> loader_;  // last: it uses the others
};

using Hooks = std::vector<std::unique_ptr<Hook>>;

nlohmann::ordered_json states(const Hooks& hooks) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& hook : hooks) {
    if (!hook->name().empty()) json[std::string(hook->name())] = hook->state();
  }
  return json;
}

void restore(const Hooks& hooks, const nlohmann::ordered_json& json) {
  for (const auto& hook : hooks) {
    const auto kept = json.find(std::string(hook->name()));
    hook->restore(kept != json.end() ? *kept : nlohmann::ordered_json());
  }
}

// The recipe's learning rate is a constant of a plain step's text.
Options fitted(Options options, const nn::Recipe& recipe) {
  if (recipe.contract != nn::Contract::plain) return options;
  options.learning_rate = recipe.plain_learning_rate;
  options.schedule = ScheduleKind::constant;
  options.warm_up = 0;
  return options;
}

}  // namespace

Run::Run(RunPaths paths, Config config, Rendered step, Rendered forward)
    : paths_(std::move(paths)),
      config_(std::move(config)),
      step_(std::move(step)),
      forward_(std::move(forward)) {}

Run Run::create(const std::filesystem::path& folder, const nn::Recipe& recipe, const Options& options,
                const ImageDataset& training) {
  // All that can be refused is, before there is a folder.
  Config config = describe(training, fitted(options, recipe));
  validate(config.options);
  Rendered step = rendered(nn::train_step(recipe));
  Rendered forward = rendered(nn::forward(recipe.network, recipe.batch, recipe.classes));
  check_fits(step.manifest, training);
  const TrainingBatches batches(training, config, recipe.batch, 1);
  const Schedule schedule = make_schedule(config.options, config.options.epochs * batches.steps_per_epoch());

  const RunPaths paths{make_run_folder(folder)};
  write_program(step, paths.step(), paths.step_manifest());
  write_program(forward, paths.forward(), paths.forward_manifest());
  write_config(paths.config(), config);
  const std::uint64_t seed = config.options.seed;
  write_checkpoint(paths.checkpoint(), {.text_sha256 = step.manifest.text_sha256,
                                        .step = 0,
                                        .position = {},
                                        .seed = seed,
                                        .schedule = schedule.description(),
                                        .hooks = nlohmann::ordered_json::object(),
                                        .tensors = initial_state(step.manifest, seed)});
  return Run(paths, std::move(config), std::move(step), std::move(forward));
}

Run Run::open(const std::filesystem::path& folder) {
  const RunPaths paths{folder};
  Config config = read_config(paths.config());
  Rendered step = read_program(paths.step(), paths.step_manifest());
  Rendered forward = read_program(paths.forward(), paths.forward_manifest());
  return Run(paths, std::move(config), std::move(step), std::move(forward));
}

Schedule Run::schedule() const {
  const std::int64_t steps_per_epoch = config_.samples / step_.manifest.batch;
  return make_schedule(config_.options, config_.options.epochs * steps_per_epoch);
}

Checkpoint Run::checkpoint() const {
  Checkpoint checkpoint = read_checkpoint(paths_.checkpoint());
  check_belongs(checkpoint, step_.manifest, paths_.checkpoint());
  return checkpoint;
}

namespace {

// One call of Run::train: everything that lives from the first step to the last.
class Training {
 public:
  Training(const RunPaths& paths, const Config& config, const Client& client, const Rendered& step,
           const Rendered& forward, const ImageDataset& training, const ImageDataset& test,
           Surroundings& surroundings, const Checkpoint& start)
      : paths_(paths),
        config_(config),
        interrupted_(surroundings.interrupted),
        saved_step_(start.step),
        batches_(training, config, step.manifest.batch, surroundings.threads),
        schedule_(make_schedule(config.options, config.options.epochs * batches_.steps_per_epoch())),
        step_(client, compile(client, step, surroundings.cache), step.manifest,
              State(client, step.manifest, start.tensors)),
        evaluator_(client, compile(client, forward, surroundings.cache), forward.manifest, test,
                   config.options.normalization, surroundings.threads) {
    progress_.steps_per_epoch = batches_.steps_per_epoch();
    progress_.total_steps = config.options.epochs * progress_.steps_per_epoch;
    progress_.batch = step.manifest.batch;
    progress_.step = start.step;
    check_same_course(start);
    make_hooks(std::move(surroundings.hooks));
    restore(hooks_, start.hooks);
  }

  Result run() {
    const Loop loop{
        .run_step = [this](const Batch& batch, std::int64_t update,
                           double learning_rate) { return step_.run(batch, update, learning_rate); },
        .batches = batches_.start(progress_.next(), progress_.total_steps),
        .schedule = schedule_,
        .hooks = hooks_,
        .interrupted = interrupted_};
    const Ending ending = train::run(loop, progress_);
    return {ending, progress_.step, progress_.total_steps, progress_.accuracy, progress_.times};
  }

 private:
  void make_hooks(Hooks more) {
    auto guard = std::make_unique<NanGuard>(
        [this] { return fmt::format("{} of step {}", paths_.checkpoint().string(), saved_step_); });
    guard_ = guard.get();
    hooks_.push_back(std::move(guard));
    hooks_.push_back(
        std::make_unique<EvaluateEachEpoch>([this] { return evaluator_.evaluate(step_.state()); }));
    std::ranges::move(more, std::back_inserter(hooks_));
    hooks_.push_back(std::make_unique<Metrics>(paths_.metrics(), config_.options.metrics_interval));
    hooks_.push_back(std::make_unique<Checkpoints>([this](const Progress& progress) { save(progress); }));
  }

  void save(const Progress& progress) {
    const Checkpoint checkpoint{.text_sha256 = step_.manifest().text_sha256,
                                .step = progress.step,
                                .position = progress.next(),
                                .seed = config_.options.seed,
                                .schedule = schedule_.description(),
                                .hooks = states(hooks_),
                                .tensors = step_.state().to_host()};
    guard_->check(checkpoint.tensors, progress);
    write_checkpoint(paths_.checkpoint(), checkpoint);
    saved_step_ = progress.step;
  }

  void check_same_course(const Checkpoint& start) const {
    const bool same = start.seed == config_.options.seed && start.schedule == schedule_.description() &&
                      start.position == progress_.next();
    if (same) return;
    throw UserError(
        {.what = "the checkpoint and config.json disagree about the run",
         .where = paths_.checkpoint().string(),
         .expected = fmt::format("seed {}, schedule {}, step {} of epoch {}", config_.options.seed,
                                 schedule_.description(), progress_.next().step, progress_.next().epoch),
         .found = fmt::format("seed {}, schedule {}, step {} of epoch {}", start.seed, start.schedule,
                              start.position.step, start.position.epoch),
         .remedy = "put back the config.json that the run was started with"});
  }

  const RunPaths& paths_;
  const Config& config_;
  std::function<bool()> interrupted_;
  std::int64_t saved_step_;
  TrainingBatches batches_;
  Schedule schedule_;
  TrainingStep step_;
  Evaluator evaluator_;
  Progress progress_;
  NanGuard* guard_ = nullptr;
  Hooks hooks_;
};

}  // namespace

Result Run::train(const Client& client, const ImageDataset& training, const ImageDataset& test,
                  Surroundings surroundings) {
  check_same_data(config_, training);
  check_fits(step_.manifest, training);
  check_fits(step_.manifest, test);
  const Checkpoint start = checkpoint();
  Training run(paths_, config_, client, step_, forward_, training, test, surroundings, start);
  return run.run();
}

Accuracy Run::evaluate(const Client& client, const ImageDataset& test, Surroundings surroundings) const {
  check_fits(forward_.manifest, test);
  State state(client, step_.manifest, checkpoint().tensors);
  Evaluator evaluator(client, compile(client, forward_, surroundings.cache), forward_.manifest, test,
                      config_.options.normalization, surroundings.threads);
  return evaluator.evaluate(state);
}

}  // namespace stepwright::train
