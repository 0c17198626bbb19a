#pragma once

#include <cstdint>

#include "stepwright/base/element_type.h"

namespace stepwright {

// Conversions between double and the floating element types. f64, f32, f16, bf16, f8E5M2, f8E4M3 and f8E3M4
// are laid out as IEEE 754 says; the others as their name's ending says (StableHLO, "Types"):
//   FN    no infinity; all ones is NaN (f8E4M3FN: Micikevicius et al. 2022), or no NaN at all (f6, f4)
//   FNUZ  no infinity, no negative zero, whose pattern is NaN; the bias is one larger (B11: it is 11)
//   FNU   powers of two alone: no sign, no zero, all ones is NaN (OCP Microscaling 2023)
// Every conversion rounds once, straight from the double, to nearest with ties to even, subnormals included.
// Past the largest finite value lies an infinity, or NaN, or where the format has neither the largest value
// itself, as APFloat does. A format without NaN takes it for -0, one without zero takes it for its least
// value. Any other element type is an InternalError.

// What a floating element type can hold.
struct FloatRange {
  int significant_bits = 0;  // with the implicit one
  double least_normal = 0;
  double largest = 0;  // of the finite values
  bool has_infinity = false;
};
FloatRange range_of(ElementType type);

// The bit pattern, in the low bits, of `value` rounded to `type`. A NaN keeps its sign and as many leading
// bits of its payload as fit, so encode(type, decode(type, bits)) == bits for every pattern.
std::uint64_t encode(ElementType type, double value);

// The value of a bit pattern; exact. Bits above the type's width are an InternalError.
double decode(ElementType type, std::uint64_t bits);

// The nearest value of `type`, as a double: decode(type, encode(type, value)).
double round_to(ElementType type, double value);

}  // namespace stepwright
