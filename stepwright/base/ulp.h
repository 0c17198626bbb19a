#pragma once

#include <cstdint>

#include "stepwright/base/element_type.h"

namespace stepwright {

// How many values of the floating type `type` lie from `a` up to `b`, the lower one included: 0 for equal
// patterns, 1 for neighbours. The two zeros are one value. Two NaNs are 0 apart whatever their payload; an
// infinity or NaN is at the largest distance, 2⁶⁴ − 1, from everything else. Both are rounded to `type`
// first.
std::uint64_t ulp_difference(ElementType type, double a, double b);

}  // namespace stepwright
