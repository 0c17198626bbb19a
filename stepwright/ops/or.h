#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// or: for booleans logical OR, for integers bitwise OR.
struct Or : BinaryElementwise<Or> {
  static constexpr std::string_view name = "stablehlo.or";
  static constexpr Elements elements = Elements::integer | Elements::boolean;

  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType) { return a | b; }
  static Cotangents derivatives(Value, Value, Value, Value) { return {std::nullopt, std::nullopt}; }
};

}  // namespace op

inline Value or_(Value a, Value b) {
  return apply(op::Or{}, {a, b});
}

}  // namespace stepwright
