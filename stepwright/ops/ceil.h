#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// ceil: element-wise rounding towards +∞; −0 for operands in (−1, −0].
struct Ceil : UnaryElementwise<Ceil> {
  static constexpr std::string_view name = "stablehlo.ceil";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "the derivative is 0 everywhere, at the jumps too";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.ceil(x, type);
  }
  // Constant between its jumps: the result does not vary with the operand.
  static std::optional<Value> derivative(Value, Value, Value) { return std::nullopt; }
};

}  // namespace op

inline Value ceil(Value x) {
  return apply(op::Ceil{}, {x});
}

}  // namespace stepwright
