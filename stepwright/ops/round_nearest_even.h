#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// round_nearest_even: element-wise rounding to the nearest integer, ties to the even one.
struct RoundNearestEven : UnaryElementwise<RoundNearestEven> {
  static constexpr std::string_view name = "stablehlo.round_nearest_even";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "the derivative is 0 everywhere, at the jumps too";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.round_nearest_even(x, type);
  }
  // Constant between its jumps: the result does not vary with the operand.
  static std::optional<Value> derivative(Value, Value, Value) { return std::nullopt; }
};

}  // namespace op

inline Value round_nearest_even(Value x) {
  return apply(op::RoundNearestEven{}, {x});
}

}  // namespace stepwright
