#pragma once

#include <cstdint>
#include <string>

#include "stepwright/base/host_tensor.h"

namespace stepwright {

// How two tensors of one type differ. Floats are equal as numbers (the zeros are one) or both NaN.
struct Differences {
  std::int64_t count = 0;         // of elements that differ
  std::int64_t elements = 0;      // of the tensors
  std::int64_t first = -1;        // row-major position of the first one that differs; -1: none
  std::int64_t worst = -1;        // and of the one with the largest distance
  std::uint64_t largest_ulp = 0;  // distance in values of the element type; of integers, the difference
  double largest_absolute = 0;    // infinite where one side is not finite
  std::string shown;              // "0.5, expected 0.25" of the first one

  bool none() const { return count == 0; }
};

// UserError when the types differ.
Differences differences(const HostTensor& actual, const HostTensor& expected);

// "3 of 12 elements differ, the first at [0, 2]: 0.5, expected 0.25; at most 7 ulp and 0.3 apart", for
// reports.
std::string describe(const Differences& differences, const Dimensions& dimensions);

}  // namespace stepwright
