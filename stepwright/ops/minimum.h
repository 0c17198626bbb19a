#pragma once

#include <algorithm>

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// minimum: for booleans logical AND, for numbers the smaller one; NaN when either is NaN.
struct Minimum : BinaryElementwise<Minimum> {
  static constexpr std::string_view name = "stablehlo.minimum";
  static constexpr Elements elements = Elements::any;
  static constexpr std::string_view convention =
      "at a tie, and where an operand is NaN, the whole cotangent goes to the second operand";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.minimum(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType type) {
    if (is_unsigned(type)) {
      return static_cast<std::int64_t>(
          std::min(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    }
    return std::min(a, b);
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value minimum(Value a, Value b) {
  return apply(op::Minimum{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/select.h"

namespace stepwright {

inline Cotangents op::Minimum::derivatives(Value a, Value b, Value, Value dy) {
  const Value first = compare(a, b, ComparisonDirection::LT);
  const Value zero = constant_like(dy, 0.0);
  return {select(first, dy, zero), select(first, zero, dy)};
}

}  // namespace stepwright
