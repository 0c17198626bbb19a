#pragma once

#include <vector>

#include "numbers.h"

namespace stepwright {

// A convolution along one dimension, [b, f, 0]x[o, i, 0]->[b, f, 0], word for word from the specification:
// pad with interior and edges, slice a window, reverse it, multiply and sum; groups by split and concatenate.
// Knows nothing of the operation under test.
struct NaiveConvolution {
  std::int64_t batch = 1, features = 1, size = 1;  // of lhs
  std::int64_t outputs = 1, kernel = 1;            // of rhs
  std::int64_t stride = 1, low = 0, high = 0, lhs_dilation = 1, rhs_dilation = 1;
  bool reversal = false;
  std::int64_t feature_groups = 1, batch_groups = 1;

  std::int64_t inputs() const { return features / feature_groups; }
  std::int64_t result_batch() const { return batch / batch_groups; }
  std::int64_t padded() const { return low + (size == 0 ? 0 : (size - 1) * lhs_dilation + 1) + high; }
  std::int64_t windows() const {
    const std::int64_t window = (kernel - 1) * rhs_dilation + 1;
    return padded() == 0 || window > padded() ? 0 : (padded() - window) / stride + 1;
  }
  std::int64_t lhs_count() const { return batch * features * size; }
  std::int64_t rhs_count() const { return outputs * inputs() * kernel; }
  std::int64_t result_count() const { return result_batch() * outputs * windows(); }

  // Calls visit(lhs, rhs, result position) for every product.
  template <class Visit>
  void for_each_product(Visit&& visit) const {
    const std::int64_t groups = feature_groups * batch_groups;
    for (std::int64_t b = 0; b < result_batch(); ++b) {
      for (std::int64_t o = 0; o < outputs; ++o) {
        const std::int64_t group = o / (outputs / groups);
        const std::int64_t lhs_batch = batch_groups > 1 ? group * result_batch() + b : b;
        for (std::int64_t j = 0; j < windows(); ++j) {
          for (std::int64_t i = 0; i < inputs(); ++i) {
            const std::int64_t lhs_feature = feature_groups > 1 ? group * inputs() + i : i;
            for (std::int64_t k = 0; k < kernel; ++k) {
              const std::int64_t in_window = reversal ? kernel - 1 - k : k;
              const std::int64_t dilated = j * stride + in_window * rhs_dilation - low;
              if (dilated < 0 || dilated % lhs_dilation != 0 || dilated / lhs_dilation >= size) continue;
              visit((lhs_batch * features + lhs_feature) * size + dilated / lhs_dilation,
                    (o * inputs() + i) * kernel + k, (b * outputs + o) * windows() + j);
            }
          }
        }
      }
    }
  }

  Numbers result(const Numbers& lhs, const Numbers& rhs) const {
    Numbers y(static_cast<std::size_t>(result_count()), 0.0);
    for_each_product([&](auto l, auto r, auto to) { at(y, to) += at(lhs, l) * at(rhs, r); });
    return y;
  }
  Numbers lhs_cotangent(const Numbers& rhs, const Numbers& dy) const {
    Numbers dx(static_cast<std::size_t>(lhs_count()), 0.0);
    for_each_product([&](auto l, auto r, auto to) { at(dx, l) += at(dy, to) * at(rhs, r); });
    return dx;
  }
  Numbers rhs_cotangent(const Numbers& lhs, const Numbers& dy) const {
    Numbers dw(static_cast<std::size_t>(rhs_count()), 0.0);
    for_each_product([&](auto l, auto r, auto to) { at(dw, r) += at(dy, to) * at(lhs, l); });
    return dw;
  }

 private:
  template <class Vector>
  static auto& at(Vector& vector, std::int64_t position) {
    return vector[static_cast<std::size_t>(position)];
  }
};

}  // namespace stepwright
