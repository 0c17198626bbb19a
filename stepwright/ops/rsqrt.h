#pragma once

#include "stepwright/ops/constant.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

namespace op {

// rsqrt: element-wise reciprocal of the square root.
struct Rsqrt : UnaryElementwise<Rsqrt> {
  static constexpr std::string_view name = "stablehlo.rsqrt";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.rsqrt(x, type);
  }
  // rsqrt' = −½ rsqrt³.
  static Value derivative(Value, Value y, Value dy) {
    const Value cube = multiply(y, multiply(y, y));
    return multiply(dy, multiply(constant_like(y, -0.5), cube));
  }
};

}  // namespace op

inline Value rsqrt(Value x) {
  return apply(op::Rsqrt{}, {x});
}

}  // namespace stepwright
