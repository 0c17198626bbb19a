#pragma once

#include "stepwright/ops/constant.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

namespace op {

// cbrt: element-wise cubic root, also of negative numbers.
struct Cbrt : UnaryElementwise<Cbrt> {
  static constexpr std::string_view name = "stablehlo.cbrt";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "cbrt'(0) is infinite: the cotangent divided by zero";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.cbrt(x, type);
  }
  // cbrt' = 1 / (3 cbrt²).
  static Value derivative(Value, Value y, Value dy) {
    return divide(dy, multiply(constant_like(y, 3.0), multiply(y, y)));
  }
};

}  // namespace op

inline Value cbrt(Value x) {
  return apply(op::Cbrt{}, {x});
}

}  // namespace stepwright
