#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// power: lhs to the power of rhs. An integer to a negative power is 0 unless it is 1 or −1, whose inverses
// are integers.
struct Power : BinaryElementwise<Power> {
  static constexpr std::string_view name = "stablehlo.power";
  static constexpr Elements elements = Elements::floating | Elements::integer;
  static constexpr std::string_view convention =
      "the derivative by the base is 0 where the exponent is 0; the one by the exponent is 0 where the base "
      "is "
      "0 and the exponent not negative, and NaN where the base is negative";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.power(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t base, std::int64_t exponent, ElementType type);
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value power(Value a, Value b) {
  return apply(op::Power{}, {a, b});
}

// By squaring, modulo 2⁶⁴; the caller keeps the bits of the type.
inline std::int64_t op::Power::on_integer(std::int64_t base, std::int64_t exponent, ElementType type) {
  if (is_signed(type) && exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  auto square = static_cast<std::uint64_t>(base);
  std::uint64_t result = 1;
  for (auto left = static_cast<std::uint64_t>(exponent); left != 0; left >>= 1) {
    if ((left & 1) != 0) result *= square;
    square *= square;
  }
  return static_cast<std::int64_t>(result);
}

}  // namespace stepwright

#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/log.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/subtract.h"

namespace stepwright {

// d aᵇ = b aᵇ⁻¹ da + aᵇ log(a) db. The exponent b − 1 is replaced where b = 0, so that 0 · 0⁻¹ does not give
// NaN; log(a) likewise where a = 0.
inline Cotangents op::Power::derivatives(Value a, Value b, Value y, Value dy) {
  const Value zero = constant_like(a, 0.0);
  const Value one = constant_like(a, 1.0);
  const Value lower = select(compare(b, zero, ComparisonDirection::EQ), one, subtract(b, one));
  const Value safe = select(compare(a, zero, ComparisonDirection::EQ), one, a);
  return {multiply(dy, multiply(b, power(a, lower))), multiply(dy, multiply(y, log(safe)))};
}

}  // namespace stepwright
