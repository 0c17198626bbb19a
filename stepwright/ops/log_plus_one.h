#pragma once

#include "stepwright/ops/add.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// log_plus_one: element-wise natural logarithm of x + 1, accurate near 0.
struct LogPlusOne : UnaryElementwise<LogPlusOne> {
  static constexpr std::string_view name = "stablehlo.log_plus_one";
  static constexpr Elements elements = Elements::floating;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.log_plus_one(x, type);
  }
  // log1p' = 1 / (x + 1).
  static Value derivative(Value x, Value, Value dy) { return divide(dy, add(x, constant_like(x, 1.0))); }
};

}  // namespace op

inline Value log_plus_one(Value x) {
  return apply(op::LogPlusOne{}, {x});
}

}  // namespace stepwright
