#pragma once

#include "stepwright/ops/add.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

namespace op {

// tan: element-wise tangent.
struct Tan : UnaryElementwise<Tan> {
  static constexpr std::string_view name = "stablehlo.tan";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.tan(x, type);
  }
  // tan' = 1 + tan².
  static Value derivative(Value, Value y, Value dy) {
    return multiply(dy, add(constant_like(y, 1.0), multiply(y, y)));
  }
};

}  // namespace op

inline Value tan(Value x) {
  return apply(op::Tan{}, {x});
}

}  // namespace stepwright
