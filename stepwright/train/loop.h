#pragma once

#include <functional>
#include <memory>
#include <span>

#include "stepwright/data/loader.h"
#include "stepwright/train/hook.h"
#include "stepwright/train/schedule.h"
#include "stepwright/train/training_step.h"

namespace stepwright::train {

// The parts that a run is made of.
struct Loop {
  // TrainingStep::run.
  std::function<StepOutcome(const Batch& batch, std::int64_t update, double learning_rate)> run_step;
  BatchLoader& batches;  // begins with the batch of update progress.step + 1
  const Schedule& schedule;
  std::span<const std::unique_ptr<Hook>> hooks;
  std::function<bool()> interrupted;  // asked between the steps; may be empty
};

// Runs the updates from progress.step + 1 to progress.total_steps. A batch that cannot be made ends the run
// with the loader's message and the number of the step.
Ending run(const Loop& loop, Progress& progress);

}  // namespace stepwright::train
