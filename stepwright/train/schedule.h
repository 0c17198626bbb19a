#pragma once

#include <cstdint>
#include <string>

namespace stepwright {

// The learning rate as a function of the index 0 … total: constant, or a linear warm-up followed by half a
// cosine (Loshchilov and Hutter, "SGDR", ICLR 2017, one cycle):
//   at(i) = base · i / warm_up                                                       for i < warm_up
//   at(i) = end + (base − end) · (1 + cos(π (i − warm_up) / (total − warm_up))) / 2  for warm_up ≤ i ≤ total
// It peaks at exactly `base`, at index warm_up, and does not rise afterwards; past `total` it stays at `end`.
//
// The updates of a run are counted from one and update u uses at(u): the first update uses index 1, so it
// never has learning rate zero, and the last one uses index `total`, so it has exactly `end`.
class Schedule {
 public:
  static Schedule constant(double base);

  // UserError unless base > 0 and 0 ≤ end ≤ base, both finite, and 0 ≤ warm_up ≤ total, total ≥ 1.
  static Schedule warm_up_cosine(double base, std::int64_t warm_up, std::int64_t total, double end = 0);

  // A negative index is an InternalError.
  double at(std::int64_t index) const;

  // The learning rate of the update with this number; updates count from one.
  double of_update(std::int64_t update) const;

  // For the run's record: "cosine from 1 to 0 over 10 updates, warm-up 2; the first update uses index 1
  // (0.5), the last index 10 (0)".
  std::string description() const;

 private:
  Schedule(double base, std::int64_t warm_up, std::int64_t total, double end);

  double base_;
  std::int64_t warm_up_;
  std::int64_t total_;  // 0: constant
  double end_;
};

}  // namespace stepwright
