#pragma once

#include <cstdint>
#include <optional>

#include "stepwright/data/batch.h"
#include "stepwright/nn/manifest.h"
#include "stepwright/runtime/client.h"
#include "stepwright/train/state.h"

namespace stepwright::train {

struct StepOutcome {
  std::optional<double> loss;  // nothing where the step does not report it
  double execute_seconds = 0;  // of the device's work alone
};

// A compiled training step with the state that it works on.
class TrainingStep {
 public:
  TrainingStep(Client client, Executable executable, nn::Manifest manifest, State state);

  // Update number `update`, counted from 1 through the whole run: AdamW's bias corrections are 1 − βᵗ with
  // t = update, computed here in f64 and rounded once. A step of the plain contract has its learning rate in
  // its text and reads none.
  StepOutcome run(const Batch& batch, std::int64_t update, double learning_rate);

  State& state() { return state_; }
  const nn::Manifest& manifest() const { return manifest_; }

 private:
  Buffer scalar(std::size_t argument, double value) const;

  Client client_;
  Executable executable_;
  nn::Manifest manifest_;
  State state_;
};

}  // namespace stepwright::train
