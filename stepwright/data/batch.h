#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/base/thread_pool.h"
#include "stepwright/data/dataset.h"

namespace stepwright {

// What a step is fed with. Rows from `count` on pad the batch to the compiled size: x and onehot are zero
// there, and they must not be counted. A zero target row adds nothing to a cross entropy's sum.
struct Batch {
  HostTensor x;                      // f32 [B, C·H·W]
  HostTensor onehot;                 // f32 [B, K]
  std::vector<std::int32_t> labels;  // `count` of them
  std::int64_t count = 0;            // real samples, at most B

  friend bool operator==(const Batch&, const Batch&) = default;
};

// A pixel p of channel c enters the network as (p/255 − mean[c]) / deviation[c], computed in f64 and rounded
// once to f32. Both lists empty: p/255 alone, in [0, 1].
struct Normalization {
  std::vector<double> mean;
  std::vector<double> deviation;
};

// Makes batches of `rows` rows out of a data set, which must outlive it.
class BatchAssembler {
 public:
  // UserError: a batch below 1; a normalization that does not have one finite mean and one positive finite
  // deviation for each channel.
  BatchAssembler(const ImageDataset& dataset, std::int64_t rows, const Normalization& normalization = {});

  // The samples `ids`, at most `rows` of them, in this order. The bytes do not depend on the pool's threads.
  Batch assemble(std::span<const std::int64_t> ids, ThreadPool& pool) const;

 private:
  void fill_row(std::int64_t id, std::span<float> x, std::span<float> onehot) const;

  const ImageDataset* dataset_;
  std::int64_t rows_;
  std::vector<std::array<float, 256>> value_of_pixel_;  // for each channel
};

}  // namespace stepwright
