#pragma once

#include <algorithm>

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// maximum: for booleans logical OR, for numbers the larger one; NaN when either is NaN.
struct Maximum : BinaryElementwise<Maximum> {
  static constexpr std::string_view name = "stablehlo.maximum";
  static constexpr Elements elements = Elements::any;
  static constexpr std::string_view convention =
      "at a tie, and where an operand is NaN, the whole cotangent goes to the second operand: "
      "relu(x) = maximum(x, 0) has relu'(0) = 0";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.maximum(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType type) {
    if (is_unsigned(type)) {
      return static_cast<std::int64_t>(
          std::max(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    }
    return std::max(a, b);
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value maximum(Value a, Value b) {
  return apply(op::Maximum{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/select.h"

namespace stepwright {

inline Cotangents op::Maximum::derivatives(Value a, Value b, Value, Value dy) {
  const Value first = compare(a, b, ComparisonDirection::GT);
  const Value zero = constant_like(dy, 0.0);
  return {select(first, dy, zero), select(first, zero, dy)};
}

}  // namespace stepwright
