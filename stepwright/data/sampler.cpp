#include "stepwright/data/sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/base/random.h"

namespace stepwright {

std::vector<std::int64_t> permutation(std::int64_t samples, std::uint64_t seed, std::int64_t epoch) {
  require(samples >= 0 && epoch >= 0, "an epoch and its number of samples are not negative");
  std::vector<std::int64_t> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  Random random(seed, Stream::shuffle, static_cast<std::uint64_t>(epoch));
  for (std::size_t rest = order.size(); rest > 1; --rest)
    std::swap(order[rest - 1], order[random.below(rest)]);
  return order;
}

TrainingSampler::TrainingSampler(std::int64_t samples, std::int64_t batch, std::uint64_t seed)
    : samples_(samples), batch_(batch), seed_(seed) {
  if (batch >= 1 && batch <= samples) return;
  throw UserError({.what = "the batch size cannot be used",
                   .expected = fmt::format("1 to {}, the number of training samples", samples),
                   .found = fmt::format("{}", batch)});
}

std::span<const std::int64_t> TrainingSampler::ids(SamplePosition position) {
  require(0 <= position.step && position.step < steps_per_epoch(), "a step lies within its epoch");
  if (position.epoch != epoch_) {
    order_ = permutation(samples_, seed_, position.epoch);
    epoch_ = position.epoch;
  }
  return std::span<const std::int64_t>(order_).subspan(static_cast<std::size_t>(position.step * batch_),
                                                       static_cast<std::size_t>(batch_));
}

SamplePosition TrainingSampler::position(std::int64_t number) const {
  require(number >= 0, "batches are counted from zero");
  return {number / steps_per_epoch(), number % steps_per_epoch()};
}

std::int64_t TrainingSampler::number(SamplePosition position) const {
  return position.epoch * steps_per_epoch() + position.step;
}

SamplePosition TrainingSampler::after(SamplePosition at) const {
  return position(number(at) + 1);
}

std::int64_t evaluation_steps(std::int64_t samples, std::int64_t batch) {
  require(samples >= 0 && batch >= 1, "evaluation has a batch size");
  return samples / batch + (samples % batch != 0 ? 1 : 0);
}

std::vector<std::int64_t> evaluation_ids(std::int64_t samples, std::int64_t batch, std::int64_t step) {
  require(0 <= step && step < evaluation_steps(samples, batch), "a step lies within the evaluation");
  const std::int64_t first = step * batch;
  std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(batch, samples - first)));
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

}  // namespace stepwright
