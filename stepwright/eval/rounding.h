#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "stepwright/base/element_type.h"
#include "stepwright/base/small_float.h"
#include "stepwright/tensor/domain.h"

namespace stepwright {

// Numbers as a machine has them: each operation is computed in double and rounded once to the element type of
// its result.
//
// For f32, f16, bf16 and f8E4M3FN the sum, difference, product, quotient and square root are the correctly
// rounded ones, subnormals included: a double has 53 bits, no fewer than the 2p + 2 bits that make rounding
// twice harmless for p = 24, 11, 8 and 4 (Figueroa 1995, "When is double rounding innocuous?"); remainder is
// exact. The other functions are those of the C library in double, so that a result is the correctly rounded
// one unless the true value lies within a double's error of the middle of two neighbours.
struct Rounding {
  using Scalar = double;

  // What every floating operation rounds to in place of the element type of its result; none: the program's
  // own types. With f64 nothing of a narrower type is rounded: golden values.
  std::optional<ElementType> override_type;

  double rounded(double x, ElementType type) const {
    const ElementType target = override_type.value_or(type);
    if (target == ElementType::f64) return x;
    if (target == ElementType::f32) return static_cast<double>(static_cast<float>(x));
    return round_to(target, x);
  }

  double literal(double value, ElementType type) const { return rounded(value, type); }
  double from_integer(std::int64_t value, ElementType type) const {
    const auto magnitude =
        value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    return value < 0 ? -from_unsigned(magnitude, type) : from_unsigned(magnitude, type);
  }
  double from_unsigned(std::uint64_t value, ElementType type) const;
  double convert(double x, ElementType type) const { return rounded(x, type); }
  std::int64_t to_integer(double x, ElementType type) const;
  double to_double(double x) const { return x; }

  bool equal(double a, double b) const { return a == b; }
  bool less(double a, double b) const { return a < b; }
  bool total_order_less(double a, double b) const { return total_order_key(a) < total_order_key(b); }
  bool is_finite(double x) const { return std::isfinite(x); }

  double add(double a, double b, ElementType type) const { return rounded(a + b, type); }
  double subtract(double a, double b, ElementType type) const { return rounded(a - b, type); }
  double multiply(double a, double b, ElementType type) const { return rounded(a * b, type); }
  double divide(double a, double b, ElementType type) const { return rounded(a / b, type); }
  // The sign of the dividend, as StableHLO says; not IEEE 754's remainder.
  double remainder(double a, double b, ElementType type) const { return rounded(std::fmod(a, b), type); }
  // IEEE 754-2019 maximum and minimum: NaN wins, and −0 < +0.
  double maximum(double a, double b, ElementType type) const {
    if (std::isnan(a)) return rounded(a, type);
    return rounded(a > b || (a == b && !std::signbit(a)) ? a : b, type);
  }
  double minimum(double a, double b, ElementType type) const {
    if (std::isnan(a)) return rounded(a, type);
    return rounded(a < b || (a == b && std::signbit(a)) ? a : b, type);
  }
  double power(double a, double b, ElementType type) const { return rounded(std::pow(a, b), type); }
  double atan2(double a, double b, ElementType type) const { return rounded(std::atan2(a, b), type); }

  double negate(double x, ElementType type) const { return rounded(-x, type); }
  double abs(double x, ElementType type) const { return rounded(std::fabs(x), type); }
  // A zero keeps its sign; NaN stays.
  double sign(double x, ElementType type) const {
    return rounded(x == 0 || std::isnan(x) ? x : std::copysign(1.0, x), type);
  }
  double floor(double x, ElementType type) const { return rounded(std::floor(x), type); }
  double ceil(double x, ElementType type) const { return rounded(std::ceil(x), type); }
  double round_nearest_even(double x, ElementType type) const { return rounded(std::nearbyint(x), type); }
  double round_nearest_afz(double x, ElementType type) const { return rounded(std::round(x), type); }
  double exponential(double x, ElementType type) const { return rounded(std::exp(x), type); }
  double exponential_minus_one(double x, ElementType type) const { return rounded(std::expm1(x), type); }
  double log(double x, ElementType type) const { return rounded(std::log(x), type); }
  double log_plus_one(double x, ElementType type) const { return rounded(std::log1p(x), type); }
  // 1 / (1 + e^−x), from the exponential that does not overflow, so that both tails keep their digits.
  double logistic(double x, ElementType type) const {
    const double small = std::exp(-std::fabs(x));
    return rounded((x < 0 ? small : 1.0) / (1.0 + small), type);
  }
  double sqrt(double x, ElementType type) const { return rounded(std::sqrt(x), type); }
  double rsqrt(double x, ElementType type) const { return rounded(1.0 / std::sqrt(x), type); }
  double cbrt(double x, ElementType type) const { return rounded(std::cbrt(x), type); }
  double sine(double x, ElementType type) const { return rounded(std::sin(x), type); }
  double cosine(double x, ElementType type) const { return rounded(std::cos(x), type); }
  double tan(double x, ElementType type) const { return rounded(std::tan(x), type); }
  double tanh(double x, ElementType type) const { return rounded(std::tanh(x), type); }

 private:
  // Ascends in IEEE 754's total order: negative patterns descend, and lie below the others.
  static std::int64_t total_order_key(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
  }
};

static_assert(Domain<Rounding>);

}  // namespace stepwright
