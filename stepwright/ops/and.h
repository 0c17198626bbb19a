#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// and: for booleans logical AND, for integers bitwise AND.
struct And : BinaryElementwise<And> {
  static constexpr std::string_view name = "stablehlo.and";
  static constexpr Elements elements = Elements::integer | Elements::boolean;

  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType) { return a & b; }
  static Cotangents derivatives(Value, Value, Value, Value) { return {std::nullopt, std::nullopt}; }
};

}  // namespace op

inline Value and_(Value a, Value b) {
  return apply(op::And{}, {a, b});
}

}  // namespace stepwright
