#pragma once

#include <cstdint>

#include "stepwright/base/element_type.h"

namespace stepwright {

// Conversions between double and the floating element types: f64, f32, f16, bf16 (IEEE 754 formats) and
// f8E4M3FN (Micikevicius et al. 2022: one NaN per sign, no infinity, largest finite value 448).
// Every conversion rounds once, straight from the double, to nearest with ties to even, subnormals included.
// Past the largest finite value the IEEE formats give an infinity and f8E4M3FN gives NaN, as APFloat does.
// Any other element type is an InternalError.

// The bit pattern, in the low bits, of `value` rounded to `type`. A NaN keeps its sign and as many leading
// bits of its payload as fit, so encode(type, decode(type, bits)) == bits for every pattern.
std::uint64_t encode(ElementType type, double value);

// The value of a bit pattern; exact. Bits above the type's width are an InternalError.
double decode(ElementType type, std::uint64_t bits);

// The nearest value of `type`, as a double: decode(type, encode(type, value)).
double round_to(ElementType type, double value);

}  // namespace stepwright
