#include "stepwright/ir/text/type_text.h"

#include <fmt/format.h>

namespace stepwright {

std::vector<TensorType> types_of(std::span<const Value> values) {
  std::vector<TensorType> types;
  for (const Value& value : values) types.push_back(value.type());
  return types;
}

std::string types_text(std::span<const TensorType> types) {
  std::string text;
  for (const TensorType& type : types) {
    if (!text.empty()) text += ", ";
    text += to_string(type);
  }
  return text;
}

std::string function_type_text(std::span<const TensorType> operands, std::span<const TensorType> results) {
  std::string result = types_text(results);
  if (results.size() != 1) result = "(" + result + ")";
  return fmt::format("({}) -> {}", types_text(operands), result);
}

}  // namespace stepwright
