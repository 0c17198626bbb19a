#pragma once

#include "stepwright/ops/add.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

namespace op {

// exponential_minus_one: element-wise eˣ − 1, accurate near 0.
struct ExponentialMinusOne : UnaryElementwise<ExponentialMinusOne> {
  static constexpr std::string_view name = "stablehlo.exponential_minus_one";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.exponential_minus_one(x, type);
  }
  // expm1' = expm1 + 1.
  static Value derivative(Value, Value y, Value dy) { return multiply(dy, add(y, constant_like(y, 1.0))); }
};

}  // namespace op

inline Value exponential_minus_one(Value x) {
  return apply(op::ExponentialMinusOne{}, {x});
}

}  // namespace stepwright
