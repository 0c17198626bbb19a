#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "stepwright/data/dataset.h"
#include "stepwright/nn/recipe.h"
#include "stepwright/runtime/client.h"
#include "stepwright/runtime/executable_cache.h"
#include "stepwright/train/checkpoint.h"
#include "stepwright/train/hook.h"
#include "stepwright/train/options.h"
#include "stepwright/train/run_folder.h"

namespace stepwright::train {

// What a run has around it; none of it changes a number of the run.
struct Surroundings {
  const ExecutableCache* cache = nullptr;    // of compiled programs
  std::size_t threads = 1;                   // that make batches
  std::function<bool()> interrupted = {};    // asked between steps; true: write a checkpoint and stop
  std::vector<std::unique_ptr<Hook>> hooks;  // more hooks, called after NaN guard and evaluation
};

struct Result {
  Ending ending = Ending::complete;
  std::int64_t step = 0;  // updates done, of
  std::int64_t total_steps = 0;
  std::optional<Accuracy> accuracy;  // of the last evaluation
  StepTimes times;                   // of this call
};

// A training run and its folder: the programs, what it was started with, metrics and one checkpoint, which is
// always complete. A new run has the checkpoint of step 0, so that starting is resuming from there, and a run
// that was stopped at any moment goes on to the same bits as if it had not been.
class Run {
 public:
  // In a new folder: `folder`, or folder-2, … when it is taken. Renders the step of the recipe and the
  // forward of its network. UserError for a recipe, options or data that cannot be trained with. In the plain
  // contract the learning rate is the recipe's, constant.
  static Run create(const std::filesystem::path& folder, const nn::Recipe& recipe, const Options& options,
                    const ImageDataset& training);
  // A run that was created earlier, from its folder alone. UserError that names the file at fault.
  static Run open(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return paths_.folder; }
  const RunPaths& paths() const { return paths_; }
  const Config& config() const { return config_; }
  const nn::Manifest& manifest() const { return step_.manifest; }

  // Trains from the checkpoint to the end, or until interrupted. Throws Diverged (hooks/nan_guard.h) when the
  // numbers are not finite any more; UserError when the data are not those the run was started with, or the
  // checkpoint is not its own. Whatever ends it, the last complete checkpoint stays.
  Result train(const Client& client, const ImageDataset& training, const ImageDataset& test,
               Surroundings surroundings = {});

  // The accuracy of the checkpoint's network.
  Accuracy evaluate(const Client& client, const ImageDataset& test, Surroundings surroundings = {}) const;

  // The checkpoint, found to be this run's.
  Checkpoint checkpoint() const;

  Schedule schedule() const;  // of the learning rate

 private:
  Run(RunPaths paths, Config config, Rendered step, Rendered forward);

  RunPaths paths_;
  Config config_;
  Rendered step_;
  Rendered forward_;
};

}  // namespace stepwright::train
