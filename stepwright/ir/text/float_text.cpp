#include "stepwright/ir/text/float_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/base/small_float.h"

namespace stepwright {

namespace {

// A natural number of any size, 32 bits a limb, the lowest first.
class Natural {
 public:
  explicit Natural(std::uint64_t value) {
    for (; value != 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
  }

  bool is_zero() const { return limbs_.empty(); }
  std::int64_t bits() const {
    return is_zero() ? 0 : 32 * std::ssize(limbs_) - std::countl_zero(limbs_.back());
  }

  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  // Divides in place and returns the remainder.
  std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
      rest = rest << 32 | *limb;
      *limb = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    return static_cast<std::uint32_t>(rest);
  }

 private:
  std::vector<std::uint32_t> limbs_;
};

// digits × 10^exponent, the most significant digit first, without trailing zeros.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

// LLVM's estimates of decimal digits by binary ones (APFloat.cpp): 59/196 is just below log10(2).
constexpr int digits_held(int bits) {
  return bits * 59 / 196;
}
constexpr int bits_needed(int digits) {
  return (digits * 196 + 58) / 59;
}

// Half up, as APFloat rounds decimals.
void round_to_digits(Decimal& decimal, std::size_t precision) {
  std::string& digits = decimal.digits;
  if (digits.size() > precision) {
    const bool up = digits[precision] >= '5';
    decimal.exponent += static_cast<int>(digits.size() - precision);
    digits.resize(precision);
    if (up) {
      while (!digits.empty() && digits.back() == '9') {
        digits.pop_back();
        ++decimal.exponent;
      }
      if (digits.empty()) {
        digits = "1";
      } else {
        ++digits.back();
      }
    }
  }
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++decimal.exponent;
  }
}

// A positive number in at most `precision` digits, by APFloat's steps: surplus digits beyond those that
// `precision` surely needs are cut off first, then the rest is rounded.
Decimal to_decimal(double value, int precision) {
  int exponent = 0;
  auto significand = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  exponent += zeros;

  Natural number(significand);
  for (int times = 0; times < exponent; ++times) number.multiply(2);
  for (int times = 0; times < -exponent; ++times) number.multiply(5);  // n·2^-e = (n·5^e)·10^-e
  Decimal decimal{{}, std::min(exponent, 0)};
  const int surplus = digits_held(std::max(0, static_cast<int>(number.bits()) - bits_needed(precision)));
  for (int times = 0; times < surplus; ++times) number.divide(10);
  decimal.exponent += surplus;

  while (!number.is_zero()) decimal.digits += static_cast<char>('0' + number.divide(10));
  std::ranges::reverse(decimal.digits);
  round_to_digits(decimal, static_cast<std::size_t>(precision));
  return decimal;
}

// `1.234560e+00`: six digits and a zero.
std::string six_digits(double magnitude) {
  if (magnitude == 0) return "0.000000e+00";
  Decimal decimal = to_decimal(magnitude, 6);
  const int exponent = decimal.exponent + static_cast<int>(decimal.digits.size()) - 1;
  decimal.digits.resize(7, '0');
  return fmt::format("{}.{}e{}{:02}", decimal.digits[0], decimal.digits.substr(1), exponent < 0 ? '-' : '+',
                     std::abs(exponent));
}

// As many digits as tell the type's numbers apart: `0.333333343`, `1.0E-8`, `16777216`.
std::string all_digits(double magnitude, ElementType element) {
  constexpr int padding = 3;  // zeros to fill in before a number is written with an exponent
  const int precision = 2 + digits_held(range_of(element).significant_bits);
  const Decimal decimal = to_decimal(magnitude, precision);
  const std::string& digits = decimal.digits;
  const int count = static_cast<int>(digits.size());
  const int leading = decimal.exponent + count - 1;  // the power of ten of the first digit

  const bool scientific = decimal.exponent >= 0
                              ? decimal.exponent > padding || count + decimal.exponent > precision
                              : leading < 0 && -leading > padding;
  if (scientific) {
    return fmt::format("{}.{}E{:+}", digits[0], count == 1 ? "0" : digits.substr(1), leading);
  }
  if (decimal.exponent >= 0) return digits + std::string(static_cast<std::size_t>(decimal.exponent), '0');
  if (leading < 0) return "0." + std::string(static_cast<std::size_t>(-leading - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(leading + 1);
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

std::optional<std::uint64_t> float_bits(ElementType element, std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (read != end || error == std::errc::invalid_argument) return std::nullopt;
  // Out of range: an infinity, or a number so small that it is zero.
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
  const std::uint64_t bits = encode(element, value);
  if (!std::isfinite(decode(element, bits))) return std::nullopt;
  return bits;
}

std::string float_text(ElementType element, std::uint64_t bits) {
  const double value = decode(element, bits);
  if (std::isfinite(value)) {
    const std::string sign = std::signbit(value) ? "-" : "";
    std::string text = sign + six_digits(std::abs(value));
    if (float_bits(element, text) == bits) return text;
    text = sign + all_digits(std::abs(value), element);
    if (text.find('.') != std::string::npos) return text;
  }
  return fmt::format("0x{:X}", bits);
}

}  // namespace stepwright
