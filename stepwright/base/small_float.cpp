#include "stepwright/base/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

// How a format spends the patterns that are no finite number.
enum class Special { infinities, all_ones_is_nan, negative_zero_is_nan, none };

struct Format {
  int mantissa_bits;
  int exponent_bits;
  int bias;
  Special special;

  constexpr int bits() const { return 1 + exponent_bits + mantissa_bits; }
  constexpr bool has_infinity() const { return special == Special::infinities; }
  constexpr int least_exponent() const { return 1 - bias; }  // of the normal numbers
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
  constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
  }
  // One above the largest finite magnitude.
  constexpr std::uint64_t overflow() const {
    if (has_infinity()) return infinity();
    return special == Special::all_ones_is_nan ? sign() - 1 : sign();
  }
};

constexpr Format ieee(int mantissa_bits, int exponent_bits) {
  return {mantissa_bits, exponent_bits, (1 << (exponent_bits - 1)) - 1, Special::infinities};
}

constexpr Format f64 = ieee(52, 11);

Format format_of(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return f64;
    case ElementType::f32:
      return ieee(23, 8);
    case ElementType::f16:
      return ieee(10, 5);
    case ElementType::bf16:
      return ieee(7, 8);
    case ElementType::f8E5M2:
      return ieee(2, 5);
    case ElementType::f8E4M3:
      return ieee(3, 4);
    case ElementType::f8E3M4:
      return ieee(4, 3);
    case ElementType::f8E4M3FN:
      return {3, 4, 7, Special::all_ones_is_nan};
    case ElementType::f8E4M3FNUZ:
      return {3, 4, 8, Special::negative_zero_is_nan};
    case ElementType::f8E5M2FNUZ:
      return {2, 5, 16, Special::negative_zero_is_nan};
    case ElementType::f8E4M3B11FNUZ:
      return {3, 4, 11, Special::negative_zero_is_nan};
    case ElementType::f6E2M3FN:
      return {3, 2, 1, Special::none};
    case ElementType::f6E3M2FN:
      return {2, 3, 3, Special::none};
    case ElementType::f4E2M1FN:
      return {1, 2, 1, Special::none};
    default:
      throw InternalError("a floating element type is converted");
  }
}

// f8E8M0FNU has nothing in common with the others: its pattern is a biased exponent.
namespace powers_of_two {

constexpr int bias = 127;
constexpr std::uint64_t nan = 0xFF;

std::uint64_t encode(double value) {
  if (value == 0) return 0;
  if (!(value > 0) || std::isinf(value)) return nan;
  int exponent = 0;
  const double significand = std::frexp(value, &exponent);  // in [1/2, 1)
  // The middle of two powers goes up: the significand below it, one, is odd.
  const int rounded = significand >= 0.75 ? exponent : exponent - 1;
  if (rounded > bias) return nan;
  return static_cast<std::uint64_t>(std::max(rounded + bias, 0));
}

double decode(std::uint64_t bits) {
  require(bits <= nan, "a bit pattern is no wider than its element type");
  if (bits == nan) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(1.0, static_cast<int>(bits) - bias);
}

}  // namespace powers_of_two

std::uint64_t encode_nan(const Format& format, std::uint64_t magnitude) {
  if (!format.has_infinity()) return format.overflow();
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
  if (type == ElementType::f8E8M0FNU) return powers_of_two::encode(value);
  const Format format = format_of(type);
  const auto pattern = std::bit_cast<std::uint64_t>(value);
  if (type == ElementType::f64) return pattern;
  const std::uint64_t sign = pattern & f64.sign() ? format.sign() : 0;
  const std::uint64_t magnitude = pattern & ~f64.sign();
  // The pattern of a negative zero is NaN, or stands for it in a format that has none.
  const bool nan_is_negative_zero =
      format.special == Special::negative_zero_is_nan || format.special == Special::none;
  if (magnitude > f64.infinity()) {
    return nan_is_negative_zero ? format.sign() : sign | encode_nan(format, magnitude);
  }
  const auto field = static_cast<int>(magnitude >> f64.mantissa_bits);
  const std::uint64_t fraction = magnitude & ~f64.infinity();
  const std::uint64_t implicit = field == 0 ? 0 : std::uint64_t{1} << f64.mantissa_bits;
  const std::uint64_t rounded = round_magnitude(format, fraction | implicit, std::max(field, 1) - f64.bias);
  if (format.special == Special::none) return sign | std::min(rounded, format.overflow() - 1);
  if (format.special == Special::negative_zero_is_nan && rounded == format.overflow()) return format.sign();
  if (format.special == Special::negative_zero_is_nan && rounded == 0) return 0;
  return sign | rounded;
}

double decode(ElementType type, std::uint64_t bits) {
  if (type == ElementType::f8E8M0FNU) return powers_of_two::decode(bits);
  const Format format = format_of(type);
  if (type == ElementType::f64) return std::bit_cast<double>(bits);
  require(bits >> format.bits() == 0, "a bit pattern is no wider than its element type");
  const std::uint64_t sign = bits & format.sign() ? f64.sign() : 0;
  const std::uint64_t magnitude = bits & ~format.sign();
  const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << format.mantissa_bits) - 1);
  if (format.special == Special::negative_zero_is_nan && bits == format.sign()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (magnitude >= format.overflow()) {
    const std::uint64_t payload = format.has_infinity()
                                      ? fraction << (f64.mantissa_bits - format.mantissa_bits)
                                      : std::uint64_t{1} << (f64.mantissa_bits - 1);
    return std::bit_cast<double>(sign | f64.infinity() | payload);
  }
  const auto field = static_cast<int>(magnitude >> format.mantissa_bits);
  const std::uint64_t implicit = field == 0 ? 0 : std::uint64_t{1} << format.mantissa_bits;
  const int exponent = std::max(field, 1) - format.bias - format.mantissa_bits;
  const double absolute = std::ldexp(static_cast<double>(fraction | implicit), exponent);
  return sign != 0 ? -absolute : absolute;
}

FloatRange range_of(ElementType type) {
  if (type == ElementType::f8E8M0FNU) {
    const double least = powers_of_two::decode(0);
    return {1, least, powers_of_two::decode(powers_of_two::nan - 1), false};
  }
  const Format format = format_of(type);
  return {format.mantissa_bits + 1, std::ldexp(1.0, format.least_exponent()),
          decode(type, format.overflow() - 1), format.has_infinity()};
}

double round_to(ElementType type, double value) {
  return decode(type, encode(type, value));
}

}  // namespace stepwright
