#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// subtract: the difference.
struct Subtract : BinaryElementwise<Subtract> {
  static constexpr std::string_view name = "stablehlo.subtract";
  static constexpr Elements elements = Elements::floating | Elements::integer;

  template <Domain D>
  static Scalar<D> on_float(const D& domain, const Scalar<D>& a, const Scalar<D>& b, ElementType type) {
    return domain.subtract(a, b, type);
  }
  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  }
  static Cotangents derivatives(Value a, Value b, Value y, Value dy);
};

}  // namespace op

inline Value subtract(Value a, Value b) {
  return apply(op::Subtract{}, {a, b});
}

}  // namespace stepwright

#include "stepwright/ops/negate.h"

namespace stepwright {

// d(a − b) = da − db.
inline Cotangents op::Subtract::derivatives(Value, Value, Value, Value dy) {
  return {dy, negate(dy)};
}

}  // namespace stepwright
