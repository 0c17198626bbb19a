#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stepwright/base/tensor_type.h"

namespace stepwright {

using OperandTypes = std::span<const TensorType>;

// "(tensor<2xf32>, tensor<3xf32>)", for errors.
std::string to_string(OperandTypes types);

// UserError unless there are `count` operands.
void expect_operands(OperandTypes types, std::size_t count);

// UserError with `constraint` unless all operands have one type.
void expect_same_types(OperandTypes types, std::string_view constraint);

// Kinds of element an operation takes; combined with |.
enum class Elements : unsigned { floating = 1, integer = 2, boolean = 4, any = 7 };
constexpr Elements operator|(Elements a, Elements b) {
  return static_cast<Elements>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
bool allows(Elements elements, ElementType type);
void expect_elements(const TensorType& type, Elements elements, std::string_view constraint);

}  // namespace stepwright
