#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// atan2: the angle of the point (rhs, lhs) seen from the origin, in (−π, π].
struct Atan2 : BinaryElementwise<Atan2> {
  static constexpr std::string_view name = "stablehlo.atan2";
  static constexpr Elements elements = Elements::floating;
  static constexpr std::string_view convention = "at the origin the gradient is NaN (0/0)";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.atan2(a, b, type);
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value atan2(Value a, Value b) {
  return apply(op::Atan2{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/add.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"

namespace stepwright {

// d atan2(a, b) = (b da − a db) / (a² + b²).
inline Cotangents op::Atan2::derivatives(Value a, Value b, Value, Value dy) {
  const Value share = divide(dy, add(multiply(a, a), multiply(b, b)));
  return {multiply(share, b), negate(multiply(share, a))};
}

}  // namespace stepwright
