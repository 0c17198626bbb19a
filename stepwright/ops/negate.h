#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// negate: the additive inverse; for integers modulo 2^width.
struct Negate : UnaryElementwise<Negate> {
  static constexpr std::string_view name = "stablehlo.negate";
  static constexpr Elements elements = Elements::floating | Elements::integer;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.negate(x, type);
  }
  static std::int64_t on_integer(std::int64_t x, ElementType) {
    return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(x));
  }
  static Value derivative(Value x, Value y, Value dy);
};

}  // namespace op

inline Value negate(Value x) {
  return apply(op::Negate{}, {x});
}

inline Value op::Negate::derivative(Value, Value, Value dy) {
  return negate(dy);
}

}  // namespace stepwright
