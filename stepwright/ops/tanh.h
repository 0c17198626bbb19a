#pragma once

#include "stepwright/ops/constant.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/subtract.h"

namespace stepwright {

namespace op {

// tanh: element-wise hyperbolic tangent.
struct Tanh : UnaryElementwise<Tanh> {
  static constexpr std::string_view name = "stablehlo.tanh";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.tanh(x, type);
  }
  // tanh' = 1 − tanh².
  static Value derivative(Value, Value y, Value dy) {
    return multiply(dy, subtract(constant_like(y, 1.0), multiply(y, y)));
  }
};

}  // namespace op

inline Value tanh(Value x) {
  return apply(op::Tanh{}, {x});
}

}  // namespace stepwright
