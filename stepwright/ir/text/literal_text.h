#pragma once

#include <string>

#include "stepwright/ir/literal.h"

namespace stepwright {

// MLIR's spelling: `dense<[1.0, 2.0]> : tensor<2xf32>`, one element for a splat, and the bytes in hexadecimal
// for more than a hundred elements that differ.
std::string to_string(const Literal& literal);

}  // namespace stepwright
