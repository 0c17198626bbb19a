#pragma once

#include "stepwright/ops/divide.h"
#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// log: element-wise natural logarithm.
struct Log : UnaryElementwise<Log> {
  static constexpr std::string_view name = "stablehlo.log";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.log(x, type);
  }
  // log' = 1 / x.
  static Value derivative(Value x, Value, Value dy) { return divide(dy, x); }
};

}  // namespace op

inline Value log(Value x) {
  return apply(op::Log{}, {x});
}

}  // namespace stepwright
