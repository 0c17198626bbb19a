#pragma once

#include "stepwright/ops/constant.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/subtract.h"

namespace stepwright {

namespace op {

// logistic: element-wise 1 / (1 + e⁻ˣ).
struct Logistic : UnaryElementwise<Logistic> {
  static constexpr std::string_view name = "stablehlo.logistic";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.logistic(x, type);
  }
  // logistic' = logistic (1 − logistic).
  static Value derivative(Value, Value y, Value dy) {
    return multiply(dy, multiply(y, subtract(constant_like(y, 1.0), y)));
  }
};

}  // namespace op

inline Value logistic(Value x) {
  return apply(op::Logistic{}, {x});
}

}  // namespace stepwright
