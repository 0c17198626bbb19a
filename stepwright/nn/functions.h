#pragma once

#include <cstdint>
#include <vector>

#include "stepwright/ir/graph.h"

// Functions of values without parameters. Images are [batch, channels, height, width]; anything else says so.
namespace stepwright::nn {

// max(x, 0); the slope at 0 is 0.
Value relu(Value x);
// min(max(x, 0), 6); the slopes at 0 and 6 are 0.
Value relu6(Value x);
// x·logistic(x) (Ramachandran et al. 2017; SiLU).
Value swish(Value x);
// x·relu6(x + 3)/6 (Howard et al. 2019); the slope is 0 at −3 and 1 at 3.
Value hard_swish(Value x);

// Hendrycks & Gimpel 2016: x·Φ(x), or its approximation by tanh. They differ by up to 4.7e-4.
enum class GeluForm { erf, tanh };
Value gelu(Value x, GeluForm form);
// The error function, from a rational approximation good to 5e-7 absolute (f32): StableHLO has no erf.
Value erf(Value x);

// The mean over `dimensions`, which are removed: the sum divided by the count.
Value mean(Value x, const std::vector<std::int64_t>& dimensions);
// The biased variance over `dimensions` about `mean`, in two passes, so that a large mean does not cancel.
Value variance(Value x, Value mean, const std::vector<std::int64_t>& dimensions);

// exp(x)/Σexp(x) along the last dimension, shifted by the maximum so that nothing overflows.
Value softmax(Value x);
// log softmax(x) along the last dimension, by log-sum-exp.
Value log_softmax(Value x);

// Windows of size×size with the same stride in both directions, `padding` on each side.
struct Pool {
  std::int64_t size = 2;
  std::int64_t stride = 2;
  std::int64_t padding = 0;
};
// The largest of each window; padding never wins. At ties the first in row-major order gets the cotangent.
Value max_pool(Value images, const Pool& pool);
// The mean of each window; padded positions count as zeros and in the divisor.
Value average_pool(Value images, const Pool& pool);
// [b, c, h, w] -> [b, c]: the mean over each channel's pixels.
Value global_average_pool(Value images);

// [b, …] -> [b, product of the rest].
Value flatten(Value x);

// y over dimensions `axes` of a tensor shaped like x: the broadcast of per-channel values.
Value along(Value y, Value x, std::vector<std::int64_t> axes);

}  // namespace stepwright::nn
