#pragma once

#include <functional>

#include "stepwright/train/hook.h"

namespace stepwright::train {

// Measures the accuracy on the test set at the end of each epoch.
class EvaluateEachEpoch : public Hook {
 public:
  explicit EvaluateEachEpoch(std::function<Accuracy()> evaluate) : evaluate_(std::move(evaluate)) {}

  void on_start(Progress& progress) override;
  void on_epoch_end(Progress& progress) override;

  std::string_view name() const override { return "evaluation"; }
  nlohmann::ordered_json state() const override;
  void restore(const nlohmann::ordered_json& state) override;

 private:
  std::function<Accuracy()> evaluate_;
  std::optional<Accuracy> latest_;
};

}  // namespace stepwright::train
