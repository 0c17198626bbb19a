#pragma once

#include "stepwright/base/tensor_type.h"
#include "stepwright/ir/text/token_reader.h"

namespace stepwright {

// `tensor<2x3xf32>`. Other types of MLIR, and tensors of other elements or of unknown dimensions, are an
// UnsupportedOperation.
TensorType parse_type(TokenReader& reader);

// `f32`, `i1`, …
ElementType parse_element_type(TokenReader& reader);

// Whether the token in view begins a type other than `tensor<…>` (`f32`, `complex<f32>`, `!stablehlo.token`,
// `tuple<…>`).
bool begins_other_type(const Token& token);

}  // namespace stepwright
