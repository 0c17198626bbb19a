#include "stepwright/nn/parameters.h"

#include <cmath>

#include "stepwright/base/error.h"

namespace stepwright::nn {

Initializer Initializer::he_fan_out(const Dimensions& kernel) {
  require(kernel.size() == 4, "He initialization is for [o, i, h, w] kernels");
  const auto fan_out = static_cast<double>(kernel[0] * kernel[2] * kernel[3]);
  return normal(std::sqrt(2.0 / fan_out));
}

Initializer Initializer::glorot(const Dimensions& matrix) {
  require(matrix.size() == 2, "Glorot initialization is for [in, out] matrices");
  return normal(std::sqrt(2.0 / static_cast<double>(matrix[0] + matrix[1])));
}

}  // namespace stepwright::nn
