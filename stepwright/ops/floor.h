#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// floor: element-wise rounding towards −∞.
struct Floor : UnaryElementwise<Floor> {
  static constexpr std::string_view name = "stablehlo.floor";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "the derivative is 0 everywhere, at the jumps too";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.floor(x, type);
  }
  // Constant between its jumps: the result does not vary with the operand.
  static std::optional<Value> derivative(Value, Value, Value) { return std::nullopt; }
};

}  // namespace op

inline Value floor(Value x) {
  return apply(op::Floor{}, {x});
}

}  // namespace stepwright
