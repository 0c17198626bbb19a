#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stepwright/base/element_type.h"

namespace stepwright {

// MLIR's spelling of a number of a floating element type, given by its bits: six digits, `1.000000e+00`, when
// they read back to the same bits; else as many as the type needs, `0.333333343`; else, and for NaN and
// infinities, the bits in hexadecimal, `0x7FC00000`.
std::string float_text(ElementType element, std::uint64_t bits);

// The bits of the element that a decimal number stands for, as MLIR reads it: rounded to a double and then to
// the element type, ties to even. None when `text` is no decimal number or lies beyond the largest finite
// number of the type.
std::optional<std::uint64_t> float_bits(ElementType element, std::string_view text);

}  // namespace stepwright
