#pragma once

#include <functional>
#include <span>
#include <string>

#include "stepwright/base/error.h"
#include "stepwright/train/hook.h"
#include "stepwright/train/safetensors.h"

namespace stepwright::train {

// Training has gone to infinity or NaN: the run's answer is no.
class Diverged : public UserError {
 public:
  using UserError::UserError;
};

// Ends the run with Diverged at the first loss that is not finite, so it comes before every hook that would
// keep it. `last_checkpoint` says where training was still well: "runs/a/checkpoint.safetensors of step 30".
class NanGuard : public Hook {
 public:
  explicit NanGuard(std::function<std::string()> last_checkpoint)
      : last_checkpoint_(std::move(last_checkpoint)) {}

  void on_step(Progress& progress) override;

  // Diverged when an element of a tensor is not finite: the loss of the next step would tell, but a
  // checkpoint of this one would be kept.
  void check(std::span<const NamedTensor> tensors, const Progress& progress) const;

 private:
  [[noreturn]] void diverged(std::string what, std::string found, const Progress& progress) const;

  std::function<std::string()> last_checkpoint_;
};

}  // namespace stepwright::train
