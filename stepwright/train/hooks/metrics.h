#pragma once

#include <filesystem>

#include "stepwright/train/hook.h"

namespace stepwright::train {

// The run in numbers, one JSON object a line:
//   every `interval` updates and at epoch ends: step, epoch, loss (mean over the updates since the last such
//     line), learning_rate, images_per_second, seconds
//   every evaluation: step, epoch, correct, total, accuracy in percent, seconds
//   the end: step, end ("complete" or "interrupted"), idle_fraction (of the time of the steps), seconds
// All but images_per_second, seconds and idle_fraction depend on the run's options alone. A resumed run goes
// on where its checkpoint was written: later lines are cut off.
class Metrics : public Hook {
 public:
  Metrics(std::filesystem::path path, std::int64_t interval) : path_(std::move(path)), interval_(interval) {}

  void on_step(Progress& progress) override;
  void on_epoch_end(Progress& progress) override;
  void on_end(Progress& progress, Ending ending) override;

  std::string_view name() const override { return "metrics"; }
  nlohmann::ordered_json state() const override;
  void restore(const nlohmann::ordered_json& state) override;

 private:
  void write(const nlohmann::ordered_json& line) const;
  void write_steps(const Progress& progress);
  double seconds() const;

  std::filesystem::path path_;
  std::int64_t interval_;
  double loss_sum_ = 0;
  std::int64_t losses_ = 0;
  StepTimes reported_;  // as they were at the last line
  double start_ = now();
  double earlier_ = 0;  // seconds of the run before this process

  static double now();
};

}  // namespace stepwright::train
