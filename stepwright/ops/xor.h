#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// xor: for booleans logical XOR, for integers bitwise XOR.
struct Xor : BinaryElementwise<Xor> {
  static constexpr std::string_view name = "stablehlo.xor";
  static constexpr Elements elements = Elements::integer | Elements::boolean;

  static std::int64_t on_integer(std::int64_t a, std::int64_t b, ElementType) { return a ^ b; }
  static Cotangents derivatives(Value, Value, Value, Value) { return {std::nullopt, std::nullopt}; }
};

}  // namespace op

inline Value xor_(Value a, Value b) {
  return apply(op::Xor{}, {a, b});
}

}  // namespace stepwright
