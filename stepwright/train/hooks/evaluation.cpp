#include "stepwright/train/hooks/evaluation.h"

namespace stepwright::train {

void EvaluateEachEpoch::on_start(Progress& progress) {
  progress.accuracy = latest_;
}

void EvaluateEachEpoch::on_epoch_end(Progress& progress) {
  latest_ = evaluate_();
  progress.accuracy = latest_;
}

nlohmann::ordered_json EvaluateEachEpoch::state() const {
  if (!latest_) return nullptr;
  return {{"correct", latest_->correct}, {"total", latest_->total}};
}

void EvaluateEachEpoch::restore(const nlohmann::ordered_json& state) {
  latest_.reset();
  if (!state.is_null()) latest_ = Accuracy{state.at("correct"), state.at("total")};
}

}  // namespace stepwright::train
