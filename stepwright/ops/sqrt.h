#pragma once

#include "stepwright/ops/add.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// sqrt: element-wise square root; NaN for negative numbers, −0 for −0.
struct Sqrt : UnaryElementwise<Sqrt> {
  static constexpr std::string_view name = "stablehlo.sqrt";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "sqrt'(0) is infinite: the cotangent divided by zero";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.sqrt(x, type);
  }
  // sqrt' = 1 / (2 sqrt).
  static Value derivative(Value, Value y, Value dy) { return divide(dy, add(y, y)); }
};

}  // namespace op

inline Value sqrt(Value x) {
  return apply(op::Sqrt{}, {x});
}

}  // namespace stepwright
