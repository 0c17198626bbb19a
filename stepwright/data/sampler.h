#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepwright {

// The order of the samples 0 … samples − 1 in an epoch: Fisher-Yates over Random(seed, Stream::shuffle,
// epoch), a function of (samples, seed, epoch) alone, so no epoch depends on the ones before it.
std::vector<std::int64_t> permutation(std::int64_t samples, std::uint64_t seed, std::int64_t epoch);

// A place in the training run: the batch to be trained on next. Saved with the run, it is all that resuming
// needs.
struct SamplePosition {
  std::int64_t epoch = 0;
  std::int64_t step = 0;  // of the epoch, below steps_per_epoch()

  friend bool operator==(const SamplePosition&, const SamplePosition&) = default;
};

// Batches of a training run. The step is compiled for one batch size, so an epoch has ⌊samples / batch⌋ steps
// and drops what its permutation leaves over; the next epoch's permutation leaves over other samples.
class TrainingSampler {
 public:
  // UserError unless 1 ≤ batch ≤ samples.
  TrainingSampler(std::int64_t samples, std::int64_t batch, std::uint64_t seed);

  std::int64_t steps_per_epoch() const { return samples_ / batch_; }

  // The samples of one batch; the same for a position whatever was asked before. Valid until the next call.
  // Keeps the last epoch's permutation, so a sampler belongs to one thread.
  std::span<const std::int64_t> ids(SamplePosition position);

  // Batches counted through the whole run, from 0, and their positions.
  SamplePosition position(std::int64_t number) const;
  std::int64_t number(SamplePosition position) const;
  SamplePosition after(SamplePosition position) const;

 private:
  std::int64_t samples_;
  std::int64_t batch_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;  // whose permutation `order_` is
  std::vector<std::int64_t> order_;
};

// Evaluation visits the samples in order, each exactly once: ⌈samples / batch⌉ batches, of which the last may
// hold fewer than `batch` samples (batch.h fills the rows up and says how many count).
std::int64_t evaluation_steps(std::int64_t samples, std::int64_t batch);
std::vector<std::int64_t> evaluation_ids(std::int64_t samples, std::int64_t batch, std::int64_t step);

}  // namespace stepwright
