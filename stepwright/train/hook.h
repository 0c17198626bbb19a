#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "stepwright/data/sampler.h"
#include "stepwright/train/evaluator.h"

namespace stepwright::train {

// Where the time of this process's steps went. Epoch ends (evaluations, checkpoints) are not steps.
struct StepTimes {
  std::int64_t steps = 0;
  double seconds = 0;          // from asking for a batch to the end of the last hook
  double execute_seconds = 0;  // of it, on the device

  // The share of the time in which the device did nothing; 0 before the first step.
  double idle_fraction() const { return seconds > 0 ? 1 - execute_seconds / seconds : 0; }
};

// A run as its hooks see it. Updates and epochs count from 1: after update `step` comes update `step` + 1.
struct Progress {
  std::int64_t total_steps = 0;
  std::int64_t steps_per_epoch = 1;
  std::int64_t batch = 1;

  std::int64_t step = 0;             // updates done
  double learning_rate = 0;          // of the last update
  std::optional<double> loss;        // of the last update, where the step reports it
  std::optional<Accuracy> accuracy;  // of the last evaluation
  StepTimes times;

  std::int64_t epochs() const { return total_steps / steps_per_epoch; }
  // The epoch of the last update; 1 before the first.
  std::int64_t epoch() const { return step == 0 ? 1 : (step - 1) / steps_per_epoch + 1; }
  // The batch to be trained on next.
  SamplePosition next() const { return {step / steps_per_epoch, step % steps_per_epoch}; }
};

enum class Ending { complete, interrupted };

// Something that happens along a run, beside the steps. Hooks are called in the order of their list; one that
// throws ends the run.
class Hook {
 public:
  Hook() = default;
  virtual ~Hook() = default;
  Hook(const Hook&) = delete;
  Hook& operator=(const Hook&) = delete;

  virtual void on_start(Progress&) {}
  virtual void on_step(Progress&) {}       // after each update
  virtual void on_epoch_end(Progress&) {}  // after on_step of an epoch's last update
  virtual void on_interrupt(Progress&) {}  // before on_end, when the run stops early
  virtual void on_end(Progress&, Ending) {}

  // What the hook needs to go on after a resumption as if nothing had happened; it is kept in the checkpoint
  // under the hook's name. A hook without a name keeps nothing. `restore` is called before every on_start;
  // at a run's beginning with null.
  virtual std::string_view name() const { return {}; }
  virtual nlohmann::ordered_json state() const { return nullptr; }
  virtual void restore(const nlohmann::ordered_json&) {}
};

}  // namespace stepwright::train
