#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// remainder: lhs − d · rhs, where d is the quotient with its fraction dropped: it has the sign of lhs.
// x rem 0 is x for integers, in keeping with divide.
struct Remainder : BinaryElementwise<Remainder> {
  static constexpr std::string_view name = "stablehlo.remainder";
  static constexpr Elements elements = Elements::floating | Elements::integer;
  static constexpr std::string_view convention =
      "at the jumps, where lhs is a multiple of rhs, the quotient is held as it is there";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.remainder(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType type) {
    if (b == 0) return a;
    if (is_unsigned(type)) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) % static_cast<std::uint64_t>(b));
    }
    return b == -1 ? 0 : a % b;
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value remainder(Value a, Value b) {
  return apply(op::Remainder{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/divide.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"
#include "stepwright/ops/subtract.h"

namespace stepwright {

// d(a − d·b) = da − d db with the whole number d = (a − y) / b.
inline Cotangents op::Remainder::derivatives(Value a, Value b, Value y, Value dy) {
  return {dy, negate(multiply(dy, divide(subtract(a, y), b)))};
}

}  // namespace stepwright
