#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// not: for booleans logical NOT, for integers bitwise NOT.
struct Not : UnaryElementwise<Not> {
  static constexpr std::string_view name = "stablehlo.not";
  static constexpr Elements elements = Elements::integer | Elements::boolean;

  static std::int64_t on_integer(std::int64_t x, ElementType) { return ~x; }
  static std::optional<Value> derivative(Value, Value, Value) { return std::nullopt; }
};

}  // namespace op

inline Value not_(Value x) {
  return apply(op::Not{}, {x});
}

}  // namespace stepwright
