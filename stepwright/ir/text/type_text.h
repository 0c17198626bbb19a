#pragma once

#include <span>
#include <string>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/ir/graph.h"

namespace stepwright {

std::vector<TensorType> types_of(std::span<const Value> values);

// `T, U`
std::string types_text(std::span<const TensorType> types);

// `(T, U) -> V`
std::string function_type_text(std::span<const TensorType> operands, std::span<const TensorType> results);

}  // namespace stepwright
