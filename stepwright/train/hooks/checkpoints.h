#pragma once

#include <functional>

#include "stepwright/train/hook.h"

namespace stepwright::train {

// Saves the run at the end of each epoch and when it is interrupted. It is the last hook, so that what the
// others have done is in the checkpoint.
class Checkpoints : public Hook {
 public:
  explicit Checkpoints(std::function<void(const Progress&)> save) : save_(std::move(save)) {}

  void on_epoch_end(Progress& progress) override { save_(progress); }
  void on_interrupt(Progress& progress) override { save_(progress); }

 private:
  std::function<void(const Progress&)> save_;
};

}  // namespace stepwright::train
