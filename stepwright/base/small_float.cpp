#include "stepwright/base/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

struct Format {
  int mantissa_bits;
  int exponent_bits;
  bool has_infinity;  // without one, only the all-ones magnitude is special: it is NaN

  constexpr int bits() const { return 1 + exponent_bits + mantissa_bits; }
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int least_exponent() const { return 1 - bias(); }  // of the normal numbers
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
  constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
  }
  // The magnitude an overflow rounds to, one above the largest finite magnitude.
  constexpr std::uint64_t overflow() const { return has_infinity ? infinity() : sign() - 1; }
};

constexpr Format f64{52, 11, true};

Format format_of(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return f64;
    case ElementType::f32:
      return {23, 8, true};
    case ElementType::f16:
      return {10, 5, true};
    case ElementType::bf16:
      return {7, 8, true};
    case ElementType::f8E4M3FN:
      return {3, 4, false};
    default:
      throw InternalError("a floating element type is converted");
  }
}

std::uint64_t encode_nan(const Format& format, std::uint64_t magnitude) {
  if (!format.has_infinity) return format.overflow();
  const std::uint64_t payload = (magnitude & ~f64.infinity()) >> (f64.mantissa_bits - format.mantissa_bits);
  const std::uint64_t quiet = std::uint64_t{1} << (format.mantissa_bits - 1);
  return format.infinity() | (payload == 0 ? quiet : payload);
}

// `significand` · 2^(exponent − 52) rounded to the format; a carry out of the significand raises the exponent
// field, which is also how a subnormal becomes the least normal number.
std::uint64_t round_magnitude(const Format& format, std::uint64_t significand, int exponent) {
  const int field_exponent = std::max(exponent, format.least_exponent());
  const int narrowing = f64.mantissa_bits - format.mantissa_bits + (field_exponent - exponent);
  const int shift = std::min(narrowing, f64.mantissa_bits + 2);  // from here on everything rounds to zero
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const std::uint64_t remainder = significand & (2 * half - 1);
  std::uint64_t quotient = significand >> shift;
  if (remainder > half || (remainder == half && quotient % 2 == 1)) ++quotient;
  const auto field = static_cast<std::uint64_t>(field_exponent - format.least_exponent());
  return std::min((field << format.mantissa_bits) + quotient, format.overflow());
}

}  // namespace

std::uint64_t encode(ElementType type, double value) {
  const Format format = format_of(type);
  const auto pattern = std::bit_cast<std::uint64_t>(value);
  if (type == ElementType::f64) return pattern;
  const std::uint64_t sign = pattern & f64.sign() ? format.sign() : 0;
  const std::uint64_t magnitude = pattern & ~f64.sign();
  if (magnitude > f64.infinity()) return sign | encode_nan(format, magnitude);
  const auto field = static_cast<int>(magnitude >> f64.mantissa_bits);
  const std::uint64_t fraction = magnitude & ~f64.infinity();
  const std::uint64_t implicit = field == 0 ? 0 : std::uint64_t{1} << f64.mantissa_bits;
  return sign | round_magnitude(format, fraction | implicit, std::max(field, 1) - f64.bias());
}

double decode(ElementType type, std::uint64_t bits) {
  const Format format = format_of(type);
  if (type == ElementType::f64) return std::bit_cast<double>(bits);
  require(bits >> format.bits() == 0, "a bit pattern is no wider than its element type");
  const std::uint64_t sign = bits & format.sign() ? f64.sign() : 0;
  const std::uint64_t magnitude = bits & ~format.sign();
  const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << format.mantissa_bits) - 1);
  if (magnitude >= format.overflow()) {
    const std::uint64_t payload = format.has_infinity ? fraction << (f64.mantissa_bits - format.mantissa_bits)
                                                      : std::uint64_t{1} << (f64.mantissa_bits - 1);
    return std::bit_cast<double>(sign | f64.infinity() | payload);
  }
  const auto field = static_cast<int>(magnitude >> format.mantissa_bits);
  const std::uint64_t implicit = field == 0 ? 0 : std::uint64_t{1} << format.mantissa_bits;
  const int exponent = std::max(field, 1) - format.bias() - format.mantissa_bits;
  const double absolute = std::ldexp(static_cast<double>(fraction | implicit), exponent);
  return sign != 0 ? -absolute : absolute;
}

double round_to(ElementType type, double value) {
  return decode(type, encode(type, value));
}

}  // namespace stepwright
