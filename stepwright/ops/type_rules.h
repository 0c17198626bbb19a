#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stepwright/base/tensor_type.h"

namespace stepwright {

using OperandTypes = std::span<const TensorType>;

// "(tensor<2xf32>, tensor<3xf32>)", for errors.
std::string to_string(OperandTypes types);
// "[1, 0]", likewise.
std::string listed(std::span<const std::int64_t> values);

// UserError unless there are `count` operands.
void expect_operands(OperandTypes types, std::size_t count);

// UserError with `constraint` unless all operands have one type.
void expect_same_types(OperandTypes types, std::string_view constraint);

// "add_c1" for the rule "c1" of "stablehlo.add".
std::string constraint_name(std::string_view operation, std::string_view rule);

// Kinds of element an operation takes; combined with |.
enum class Elements : unsigned {
  floating = 1,
  signed_integer = 2,
  unsigned_integer = 4,
  integer = 6,
  boolean = 8,
  any = 15,
};
constexpr Elements operator|(Elements a, Elements b) {
  return static_cast<Elements>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
// Whether `elements` has every kind in `kinds`.
constexpr bool contains(Elements elements, Elements kinds) {
  return (static_cast<unsigned>(elements) & static_cast<unsigned>(kinds)) == static_cast<unsigned>(kinds);
}
bool allows(Elements elements, ElementType type);
void expect_elements(const TensorType& type, Elements elements, std::string_view constraint);

// Whether `from` becomes `to` without loss by the specification's rule: the same kind, at least as many bits.
bool is_promotable(ElementType from, ElementType to);

}  // namespace stepwright
