#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// sine: element-wise sine.
struct Sine : UnaryElementwise<Sine> {
  static constexpr std::string_view name = "stablehlo.sine";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.sine(x, type);
  }
  static Value derivative(Value x, Value y, Value dy);
};

}  // namespace op

inline Value sine(Value x) {
  return apply(op::Sine{}, {x});
}

}  // namespace stepwright

#include "stepwright/ops/cosine.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

// sin' = cos.
inline Value op::Sine::derivative(Value x, Value, Value dy) {
  return multiply(dy, cosine(x));
}

}  // namespace stepwright
