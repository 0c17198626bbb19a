#include "stepwright/train/hooks/nan_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepwright::train {

void NanGuard::diverged(std::string what, std::string found, const Progress& progress) const {
  throw Diverged(
      {.what = std::move(what),
       .where = fmt::format("step {}, epoch {}", progress.step, progress.epoch()),
       .expected = "finite numbers",
       .found = fmt::format("{} at learning rate {}", found, progress.learning_rate),
       .remedy = fmt::format("start again with a lower learning rate or a longer warm-up; the last "
                             "good checkpoint is {}",
                             last_checkpoint_())});
}

void NanGuard::on_step(Progress& progress) {
  if (!progress.loss || std::isfinite(*progress.loss)) return;
  diverged("training has diverged: the loss is not finite", fmt::format("loss {}", *progress.loss), progress);
}

void NanGuard::check(std::span<const NamedTensor> tensors, const Progress& progress) const {
  for (const NamedTensor& named : tensors) {
    if (named.tensor.type.element != ElementType::f32) continue;
    const std::span<const float> values = named.tensor.as<float>();
    const auto bad = std::ranges::find_if_not(values, [](float value) { return std::isfinite(value); });
    if (bad == values.end()) continue;
    diverged(fmt::format("training has diverged: `{}` is not finite", named.name),
             fmt::format("{} at element {}", *bad, bad - values.begin()), progress);
  }
}

}  // namespace stepwright::train
