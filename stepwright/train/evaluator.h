#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "stepwright/base/thread_pool.h"
#include "stepwright/data/batch.h"
#include "stepwright/nn/manifest.h"
#include "stepwright/runtime/client.h"
#include "stepwright/train/state.h"

namespace stepwright::train {

// How many samples of a data set a network puts into the right class.
struct Accuracy {
  std::int64_t correct = 0;
  std::int64_t total = 0;

  double percent() const { return 100.0 * static_cast<double>(correct) / static_cast<double>(total); }
  friend bool operator==(const Accuracy&, const Accuracy&) = default;
};

// The samples whose label has the largest logit, the first of equal ones; NaN is never right. `logits` is f32
// [B, K], of which the first labels.size() rows count.
std::int64_t count_correct(const HostTensor& logits, std::span<const std::int32_t> labels);

// Runs a compiled forward over every sample of a data set, each exactly once: the last batch may be partial.
class Evaluator {
 public:
  // `dataset` outlives this.
  Evaluator(Client client, Executable forward, nn::Manifest manifest, const ImageDataset& dataset,
            const Normalization& normalization, std::size_t threads);

  // With the parameters and running statistics of `state`, found by the names of the forward's arguments.
  Accuracy evaluate(State& state);

 private:
  std::int64_t run(const Batch& batch, Executable::Arguments arguments);

  Client client_;
  Executable forward_;
  nn::Manifest manifest_;
  const ImageDataset& dataset_;
  BatchAssembler assembler_;
  ThreadPool pool_;
};

}  // namespace stepwright::train
