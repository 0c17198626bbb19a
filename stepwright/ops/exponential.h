#pragma once

#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

namespace op {

// exponential: element-wise e to the power of x.
struct Exponential : UnaryElementwise<Exponential> {
  static constexpr std::string_view name = "stablehlo.exponential";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.exponential(x, type);
  }
  // exp' = exp.
  static Value derivative(Value, Value y, Value dy) { return multiply(dy, y); }
};

}  // namespace op

inline Value exponential(Value x) {
  return apply(op::Exponential{}, {x});
}

}  // namespace stepwright
