#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// sign: −1, 0 or 1; for floats −0 and +0 stay and NaN gives NaN.
struct Sign : UnaryElementwise<Sign> {
  static constexpr std::string_view name = "stablehlo.sign";
  static constexpr Elements elements = Elements::floating | Elements::signed_integer;
  static constexpr std::string_view convention = "the derivative is 0 everywhere, at 0 too";

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& x, ElementType type) {
    return domain.sign(x, type);
  }
  static std::int64_t on_integer(std::int64_t x, ElementType) { return (x > 0) - (x < 0); }
  static std::optional<Value> derivative(Value, Value, Value) { return std::nullopt; }
};

}  // namespace op

inline Value sign(Value x) {
  return apply(op::Sign{}, {x});
}

}  // namespace stepwright
