#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// add: for booleans logical OR, for integers and floats the sum.
struct Add : BinaryElementwise<Add> {
  static constexpr std::string_view name = "stablehlo.add";
  static constexpr Elements elements = Elements::any;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.add(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType type) {
    if (is_boolean(type)) return a | b;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
  static Cotangents derivatives(Value, Value, Value, Value dy) { return {dy, dy}; }
};

}  // namespace op

inline Value add(Value a, Value b) {
  return apply(op::Add{}, {a, b});
}

}  // namespace stepwright
