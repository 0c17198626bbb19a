#include "stepwright/train/schedule.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

void check_base(double base) {
  if (std::isfinite(base) && base > 0) return;
  throw UserError({.what = "the learning rate cannot be used",
                   .expected = "a positive finite number",
                   .found = fmt::format("{}", base)});
}

}  // namespace

Schedule::Schedule(double base, std::int64_t warm_up, std::int64_t total, double end)
    : base_(base), warm_up_(warm_up), total_(total), end_(end) {}

Schedule Schedule::constant(double base) {
  check_base(base);
  return {base, 0, 0, base};
}

Schedule Schedule::warm_up_cosine(double base, std::int64_t warm_up, std::int64_t total, double end) {
  check_base(base);
  if (!(end >= 0 && end <= base)) {
    throw UserError({.what = "the final learning rate cannot be used",
                     .expected = fmt::format("a number from 0 to the peak {}", base),
                     .found = fmt::format("{}", end)});
  }
  if (total < 1) {
    throw UserError({.what = "a cosine schedule needs at least one update",
                     .found = fmt::format("{} updates", total),
                     .remedy = "train for more epochs or with a smaller batch"});
  }
  if (warm_up < 0 || warm_up > total) {
    throw UserError({.what = "the warm-up does not fit into the run",
                     .expected = fmt::format("0 to {} updates", total),
                     .found = fmt::format("{} updates", warm_up),
                     .remedy = "shorten the warm-up or train longer"});
  }
  return {base, warm_up, total, end};
}

double Schedule::at(std::int64_t index) const {
  require(index >= 0, "a schedule's index is not negative");
  if (total_ == 0) return base_;
  if (index < warm_up_) return base_ * static_cast<double>(index) / static_cast<double>(warm_up_);
  if (index == warm_up_) return base_;
  if (index >= total_) return end_;
  const double progress = static_cast<double>(index - warm_up_) / static_cast<double>(total_ - warm_up_);
  return end_ + (base_ - end_) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

double Schedule::of_update(std::int64_t update) const {
  require(update >= 1, "updates count from one");
  return at(update);
}

std::string Schedule::description() const {
  if (total_ == 0) return fmt::format("constant {}", base_);
  return fmt::format(
      "cosine from {} to {} over {} updates, warm-up {}; the first update uses index 1 ({}), the last index "
      "{} ({})",
      base_, end_, total_, warm_up_, of_update(1), total_, of_update(total_));
}

}  // namespace stepwright
