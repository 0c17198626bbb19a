#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// abs: for floats the absolute value, for signed integers the modulus; the smallest integer is its own, as
// its modulus does not fit.
struct Abs : UnaryElementwise<Abs> {
  static constexpr std::string_view name = "stablehlo.abs";
  static constexpr Elements elements = Elements::floating | Elements::signed_integer;
  static constexpr std::string_view convention = "abs'(0) = 0";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.abs(x, type);
  }
  static std::int64_t on_integer(std::int64_t x, ElementType) {
    return x < 0 ? static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(x)) : x;
  }
  static Value derivative(Value x, Value y, Value dy);
};

}  // namespace op

inline Value abs(Value x) {
  return apply(op::Abs{}, {x});
}

}  // namespace stepwright

#include "stepwright/ops/multiply.h"
#include "stepwright/ops/sign.h"

namespace stepwright {

inline Value op::Abs::derivative(Value x, Value, Value dy) {
  return multiply(dy, sign(x));
}

}  // namespace stepwright
