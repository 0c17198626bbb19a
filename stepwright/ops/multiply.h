#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// multiply: for booleans logical AND, for integers and floats the product.
struct Multiply : BinaryElementwise<Multiply> {
  static constexpr std::string_view name = "stablehlo.multiply";
  static constexpr Elements elements = Elements::any;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.multiply(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value multiply(Value a, Value b) {
  return apply(op::Multiply{}, {a, b});
}

// d(ab) = b da + a db.
inline Cotangents op::Multiply::derivatives(Value a, Value b, Value, Value dy) {
  return {multiply(dy, b), multiply(dy, a)};
}

}  // namespace stepwright
