#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// divide: the quotient; for integers the algebraic quotient with the fraction dropped.
// x / 0 is −1 for integers (all bits set), as XLA has it; the smallest integer / −1 is itself.
struct Divide : BinaryElementwise<Divide> {
  static constexpr std::string_view name = "stablehlo.divide";
  static constexpr Elements elements = Elements::floating | Elements::integer;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.divide(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType type) {
    if (b == 0) return -1;
    if (is_unsigned(type)) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) / static_cast<std::uint64_t>(b));
    }
    if (b == -1) return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(a));
    return a / b;
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value divide(Value a, Value b) {
  return apply(op::Divide{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"

namespace stepwright {

// d(a / b) = da / b − (y / b) db.
inline Cotangents op::Divide::derivatives(Value, Value b, Value y, Value dy) {
  const Value da = divide(dy, b);
  return {da, negate(multiply(da, y))};
}

}  // namespace stepwright
