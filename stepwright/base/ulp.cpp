#include "stepwright/base/ulp.h"

#include <cmath>
#include <limits>

#include "stepwright/base/small_float.h"

namespace stepwright {

std::uint64_t ulp_difference(ElementType type, double a, double b) {
  const double x = round_to(type, a);
  const double y = round_to(type, b);
  if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
  if (!std::isfinite(x) || !std::isfinite(y)) return std::numeric_limits<std::uint64_t>::max();
  // The pattern of a magnitude counts the values from zero up to it.
  const std::uint64_t from_zero_x = encode(type, std::fabs(x));
  const std::uint64_t from_zero_y = encode(type, std::fabs(y));
  if (std::signbit(x) != std::signbit(y)) return from_zero_x + from_zero_y;
  return from_zero_x > from_zero_y ? from_zero_x - from_zero_y : from_zero_y - from_zero_x;
}

}  // namespace stepwright
