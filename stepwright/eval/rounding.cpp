#include "stepwright/eval/rounding.h"

#include <algorithm>

namespace stepwright {

double Rounding::from_unsigned(std::uint64_t value, ElementType type) const {
  if (override_type.value_or(type) == ElementType::f64) return static_cast<double>(value);
  // More than 53 bits would be rounded on the way into the double already. Rounding to odd there (the bits
  // that fall off leave a one in the last place) lets the second rounding still see on which side of a tie
  // the value lies.
  constexpr std::uint64_t beyond_double = (std::uint64_t{1} << 11) - 1;
  if (value > std::uint64_t{1} << 53 && (value & beyond_double) != 0) {
    value = (value & ~beyond_double) | (beyond_double + 1);
  }
  return rounded(static_cast<double>(value), type);
}

std::int64_t Rounding::to_integer(double x, ElementType type) const {
  if (std::isnan(x)) return 0;
  const int bits = info(type).bits;
  const double whole = std::trunc(x);
  const double limit = std::ldexp(1.0, is_signed(type) ? bits - 1 : bits);
  if (is_signed(type)) {
    const auto last = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
    if (whole >= limit) return last;
    return whole < -limit ? -last - 1 : static_cast<std::int64_t>(whole);
  }
  if (whole <= 0) return 0;
  if (whole >= limit)
    return static_cast<std::int64_t>(std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(whole));
}

}  // namespace stepwright
