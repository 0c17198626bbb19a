#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// cosine: element-wise cosine.
struct Cosine : UnaryElementwise<Cosine> {
  static constexpr std::string_view name = "stablehlo.cosine";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.cosine(x, type);
  }
  static Value derivative(Value x, Value y, Value dy);
};

}  // namespace op

inline Value cosine(Value x) {
  return apply(op::Cosine{}, {x});
}

}  // namespace stepwright

#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"
#include "stepwright/ops/sine.h"

namespace stepwright {

// cos' = −sin.
inline Value op::Cosine::derivative(Value x, Value, Value dy) {
  return multiply(dy, negate(sine(x)));
}

}  // namespace stepwright
