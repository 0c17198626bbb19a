#include "stepwright/eval/bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "stepwright/base/small_float.h"
#include "stepwright/eval/host.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/checking.h"

namespace stepwright {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The f64 computation of the values has its own rounding: 2⁻⁵³ an arithmetic operation; below 1 ulp = 2⁻⁵² a
// function of the C library, at the value and at both ends of its interval.
constexpr double own_unit = 0x1p-53;
constexpr double own_function = 3 * 0x1p-52;

struct Format {
  double unit;       // half the distance from 1 to the next number
  double underflow;  // the largest error of a result that underflows
  double normal;     // the least normal number
  double largest;
};

Format format_of(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return {0x1p-53, 0x1p-1022, 0x1p-1022, std::numeric_limits<double>::max()};
    case ElementType::f32:
      return {0x1p-24, 0x1p-126, 0x1p-126, 0x1.fffffep127};
    case ElementType::bf16:
      return {0x1p-8, 0x1p-126, 0x1p-126, 0x1.fep127};
    case ElementType::f16:  // subnormals are kept
      return {0x1p-11, 0x1p-25, 0x1p-14, 65504};
    default: {  // subnormals are kept
      const FloatRange range = range_of(type);
      const double unit = std::ldexp(1.0, -range.significant_bits);
      return {unit, unit * range.least_normal, range.least_normal, range.largest};
    }
  }
}

// Twice the largest errors found, in units in the last place of f32, f64, bf16 or f16, on the CPU device of
// jaxlib 0.10.2 with AVX-512 over 2²⁴ values of all magnitudes and around 0 and 1 (all values of bf16 and
// f16), against long double. In parentheses what was found.
namespace ulps {
constexpr double rounding = 0.5;
constexpr double division = 2.5;              // (1.14, dividing by a constant: its reciprocal is multiplied)
constexpr double power = 1.5;                 // (0.66)
constexpr double atan2 = 3;                   // (1.49)
constexpr double exponential = 10;            // (4.88)
constexpr double exponential_minus_one = 12;  // (5.67)
constexpr double log = 2.5;                   // (1.17)
constexpr double log_plus_one = 5;            // (2.48)
constexpr double logistic = 5;                // (2.43)
constexpr double sqrt = 1;                    // (0.50)
constexpr double rsqrt = 3.5;                 // (1.66)
constexpr double cbrt = 7.5;                  // (3.54, in f64)
constexpr double sine_and_cosine = 1.5;       // (0.56)
constexpr double tan = 3;                     // (1.33)
constexpr double tanh = 15;                   // (7.44, in f64)
}  // namespace ulps

// One term, which a later sum takes as it is.
Bound::Scalar term(double value, double error) {
  return {value, error, 1, std::fabs(value) + error, error};
}

bool is_exact(const Bound::Scalar& x) {
  return x.error == 0;
}

// The result of an operation whose exact result on the device's operands is within `propagated` of `value`.
Bound::Scalar rounded(double value, double propagated, double allowance, ElementType type,
                      double own_error = own_unit) {
  if (!std::isfinite(value)) return term(value, std::isinf(propagated) ? infinity : 0);
  if (value == 0 && propagated == 0) return term(value, 0);
  const Format format = format_of(type);
  // An ulp of x is at most 2u|x|.
  const double reach = std::fabs(value) + propagated;
  double error = propagated + 2 * allowance * format.unit * reach + own_error * std::fabs(value);
  if (std::fabs(value) - error < format.normal) error += format.underflow;
  if (std::fabs(value) + error > format.largest) error = infinity;
  return term(value, error);
}

}  // namespace

Bound::Scalar Bound::literal(double value, ElementType type) const {
  const bool may_be_flushed = value != 0 && std::fabs(value) < format_of(type).normal;
  return term(value, may_be_flushed ? std::min(std::fabs(value), format_of(type).underflow) : 0);
}

Bound::Scalar Bound::from_integer(std::int64_t value, ElementType type) const {
  const auto exact = static_cast<double>(value);
  return term(exact, std::fabs(Rounding{}.from_integer(value, type) - exact) + own_unit * std::fabs(exact));
}

Bound::Scalar Bound::from_unsigned(std::uint64_t value, ElementType type) const {
  const auto exact = static_cast<double>(value);
  return term(exact, std::fabs(Rounding{}.from_unsigned(value, type) - exact) + own_unit * exact);
}

Bound::Scalar Bound::convert(const Scalar& x, ElementType type) const {
  if (is_exact(x) && round_to(type, x.value) == x.value) return literal(x.value, type);
  return rounded(x.value, x.error, ulps::rounding, type);
}

std::int64_t Bound::to_integer(const Scalar& x, ElementType type) const {
  const Rounding plain;
  if (plain.to_integer(x.value - x.error, type) != plain.to_integer(x.value + x.error, type)) count_kink();
  return plain.to_integer(x.value, type);
}

void Bound::count_if_undecided(const Scalar& a, const Scalar& b) const {
  if (is_exact(a) && is_exact(b)) return;
  if (!(std::fabs(a.value - b.value) > a.error + b.error)) count_kink();
}

bool Bound::equal(const Scalar& a, const Scalar& b) const {
  count_if_undecided(a, b);
  return a.value == b.value;
}
bool Bound::less(const Scalar& a, const Scalar& b) const {
  count_if_undecided(a, b);
  return a.value < b.value;
}
bool Bound::total_order_less(const Scalar& a, const Scalar& b) const {
  count_if_undecided(a, b);
  return Rounding{}.total_order_less(a.value, b.value);
}
bool Bound::is_finite(const Scalar& x) const {
  if (std::isinf(x.error)) count_kink();
  return std::isfinite(x.value);
}

Bound::Scalar Bound::add(const Scalar& a, const Scalar& b, ElementType type) const {
  // An exact zero is no term: adding it does not round in any order.
  if (a.value == 0 && is_exact(a)) return b;
  if (b.value == 0 && is_exact(b)) return a;
  const double value = a.value + b.value;
  if (!std::isfinite(value)) return term(value, std::isinf(a.error + b.error) ? infinity : 0);
  const Format format = format_of(type);
  Scalar sum{value, 0, a.terms + b.terms, a.terms_magnitude + b.terms_magnitude,
             a.terms_error + b.terms_error};
  const double additions = sum.terms - 1;
  const double growth = std::expm1(additions * std::log1p(format.unit + own_unit));
  sum.error = sum.terms_error + growth * sum.terms_magnitude;
  if (std::fabs(value) - sum.error < format.normal) sum.error += additions * format.underflow;
  if (sum.terms_magnitude + sum.error > format.largest) sum.error = infinity;  // some order may overflow
  return sum;
}

Bound::Scalar Bound::subtract(const Scalar& a, const Scalar& b, ElementType type) const {
  return add(a, negate(b, type), type);
}

Bound::Scalar Bound::multiply(const Scalar& a, const Scalar& b, ElementType type) const {
  const double propagated = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return rounded(a.value * b.value, propagated, ulps::rounding, type);
}

// â / b̂ − a / b = (â − a − (a / b) (b̂ − b)) / b̂.
Bound::Scalar Bound::divide(const Scalar& a, const Scalar& b, ElementType type) const {
  const double value = a.value / b.value;
  if (is_exact(a) && is_exact(b)) return rounded(value, 0, ulps::division, type);
  const double least_divisor = std::fabs(b.value) - b.error;
  if (!(least_divisor > 0)) {
    count_kink();
    return term(value, infinity);
  }
  return rounded(value, (a.error + std::fabs(value) * b.error) / least_divisor, ulps::division, type);
}

Bound::Scalar Bound::remainder(const Scalar& a, const Scalar& b, ElementType type) const {
  const double value = std::fmod(a.value, b.value);
  if (is_exact(a) && is_exact(b)) return rounded(value, 0, ulps::rounding, type);
  const double times = std::trunc(a.value / b.value);
  bool steady = std::fabs(b.value) > b.error;
  for (const double x : {a.value - a.error, a.value + a.error}) {
    for (const double y : {b.value - b.error, b.value + b.error}) steady &= std::trunc(x / y) == times;
  }
  if (steady) return rounded(value, a.error + std::fabs(times) * b.error, ulps::rounding, type);
  count_kink();
  return term(value, infinity);
}

// |max(â, b̂) − max(a, b)| is at most the larger of the errors.
Bound::Scalar Bound::maximum(const Scalar& a, const Scalar& b, ElementType type) const {
  return term(Rounding{ElementType::f64}.maximum(a.value, b.value, type), std::max(a.error, b.error));
}
Bound::Scalar Bound::minimum(const Scalar& a, const Scalar& b, ElementType type) const {
  return term(Rounding{ElementType::f64}.minimum(a.value, b.value, type), std::max(a.error, b.error));
}

// For a > 0 the power is monotone in each operand. For an exact whole exponent it is so on either side of 0,
// and an interval of a through 0 has its largest change at an end, too.
Bound::Scalar Bound::power(const Scalar& a, const Scalar& b, ElementType type) const {
  const double value = std::pow(a.value, b.value);
  if (is_exact(a) && is_exact(b)) return rounded(value, 0, ulps::power, type, own_function);
  const bool positive = a.value - a.error > 0;
  const bool whole_exponent = is_exact(b) && std::trunc(b.value) == b.value;
  const bool through_zero = std::fabs(a.value) <= a.error;
  if (!positive && (!whole_exponent || (through_zero && b.value < 0))) {
    count_kink();
    return term(value, infinity);
  }
  double propagated = 0;
  for (const double x : {a.value - a.error, a.value + a.error}) {
    for (const double y : {b.value - b.error, b.value + b.error}) {
      propagated = std::max(propagated, std::fabs(std::pow(x, y) - value));
    }
  }
  return rounded(value, propagated, ulps::power, type, own_function);
}

// The gradient of the angle has length 1 / (distance from the origin).
Bound::Scalar Bound::atan2(const Scalar& y, const Scalar& x, ElementType type) const {
  const double value = std::atan2(y.value, x.value);
  if (is_exact(x) && is_exact(y)) return rounded(value, 0, ulps::atan2, type, own_function);
  const double distance = std::hypot(x.value, y.value) - std::hypot(x.error, y.error);
  const bool at_the_cut = x.value - x.error <= 0 && std::fabs(y.value) <= y.error && !is_exact(y);
  if (!(distance > 0) || at_the_cut) {
    count_kink();
    return term(value, infinity);
  }
  return rounded(value, std::hypot(x.error, y.error) / distance, ulps::atan2, type, own_function);
}

Bound::Scalar Bound::negate(const Scalar& x, ElementType) const {
  Scalar negative = x;
  negative.value = -x.value;
  return negative;
}

Bound::Scalar Bound::abs(const Scalar& x, ElementType) const {
  return term(std::fabs(x.value), x.error);
}

Bound::Scalar Bound::monotone(const Scalar& x, double (*function)(double), double allowance,
                              ElementType type) const {
  const double value = function(x.value);
  if (is_exact(x)) return rounded(value, 0, allowance, type, own_function);
  const double low = function(x.value - x.error);
  const double high = function(x.value + x.error);
  if (std::isnan(low) || std::isnan(high)) {
    if (!std::isnan(x.value)) count_kink();
    return term(value, infinity);
  }
  const double propagated = std::max(std::fabs(high - value), std::fabs(value - low));
  return rounded(value, propagated, allowance, type, own_function);
}

Bound::Scalar Bound::stepwise(const Scalar& x, double (*function)(double), ElementType) const {
  const double value = function(x.value);
  const double low = function(x.value - x.error);
  const double high = function(x.value + x.error);
  if (is_exact(x) || (low == value && high == value)) return term(value, 0);
  count_kink();
  return term(value, std::max(std::fabs(high - value), std::fabs(value - low)));
}

Bound::Scalar Bound::sign(const Scalar& x, ElementType type) const {
  return stepwise(
      x, [](double v) { return Rounding{}.sign(v, ElementType::f64); }, type);
}
Bound::Scalar Bound::floor(const Scalar& x, ElementType type) const {
  return stepwise(
      x, [](double v) { return std::floor(v); }, type);
}
Bound::Scalar Bound::ceil(const Scalar& x, ElementType type) const {
  return stepwise(
      x, [](double v) { return std::ceil(v); }, type);
}
Bound::Scalar Bound::round_nearest_even(const Scalar& x, ElementType type) const {
  return stepwise(
      x, [](double v) { return std::nearbyint(v); }, type);
}
Bound::Scalar Bound::round_nearest_afz(const Scalar& x, ElementType type) const {
  return stepwise(
      x, [](double v) { return std::round(v); }, type);
}

Bound::Scalar Bound::exponential(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::exp(v); }, ulps::exponential, type);
}
Bound::Scalar Bound::exponential_minus_one(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::expm1(v); }, ulps::exponential_minus_one, type);
}
Bound::Scalar Bound::log(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::log(v); }, ulps::log, type);
}
Bound::Scalar Bound::log_plus_one(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::log1p(v); }, ulps::log_plus_one, type);
}
Bound::Scalar Bound::logistic(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return Rounding{}.logistic(v, ElementType::f64); }, ulps::logistic, type);
}
Bound::Scalar Bound::sqrt(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::sqrt(v); }, ulps::sqrt, type);
}
Bound::Scalar Bound::rsqrt(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return 1 / std::sqrt(v); }, ulps::rsqrt, type);
}
Bound::Scalar Bound::cbrt(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::cbrt(v); }, ulps::cbrt, type);
}
Bound::Scalar Bound::tanh(const Scalar& x, ElementType type) const {
  return monotone(
      x, [](double v) { return std::tanh(v); }, ulps::tanh, type);
}

// Sine and cosine change no faster than their operand, and by 2 at most.
Bound::Scalar Bound::sine(const Scalar& x, ElementType type) const {
  return rounded(std::sin(x.value), std::min(x.error, 2.0), ulps::sine_and_cosine, type, own_function);
}
Bound::Scalar Bound::cosine(const Scalar& x, ElementType type) const {
  return rounded(std::cos(x.value), std::min(x.error, 2.0), ulps::sine_and_cosine, type, own_function);
}

// Monotone between its poles, where the cosine changes sign.
Bound::Scalar Bound::tan(const Scalar& x, ElementType type) const {
  const bool between_poles = x.error < std::numbers::pi / 2 && std::signbit(std::cos(x.value - x.error)) ==
                                                                   std::signbit(std::cos(x.value + x.error));
  if (between_poles) {
    return monotone(
        x, [](double v) { return std::tan(v); }, ulps::tan, type);
  }
  count_kink();
  return term(std::tan(x.value), infinity);
}

BoundReport within_bound(const HostTensor& device, const Tensor<Bound>& expected) {
  const TensorType& type = expected.type();
  if (device.type != type) {
    throw UserError({.what = "a device's result is of another type than the one that was bounded",
                     .where = {},
                     .expected = to_string(type),
                     .found = to_string(device.type),
                     .remedy = {}});
  }
  BoundReport report{.elements = type.count(), .message = {}};
  const Literal found = Literal::from_host(device);
  const auto outside = [&](std::int64_t at, const std::string& message) {
    if (report.outside++ == 0) report.message = "element " + place_of_element(type.dimensions, at) + message;
  };
  for (std::int64_t at = 0; at < report.elements; ++at) {
    if (!is_floating(type.element)) {
      const std::int64_t wanted = expected.integers()[static_cast<std::size_t>(at)];
      const std::int64_t given = found.as_integer(at);
      if (given != wanted) outside(at, fmt::format(" is {}, not {}", given, wanted));
      continue;
    }
    const Bound::Scalar& wanted = expected.scalars()[static_cast<std::size_t>(at)];
    const double given = found.as_double(at);
    if (std::isinf(wanted.error)) {
      ++report.unbounded;
      continue;
    }
    if (given == wanted.value || (std::isnan(given) && std::isnan(wanted.value))) continue;
    // The bounds are themselves computed in f64: fewer than 2³⁰ operations in a row are off by below 10⁻⁶ of
    // the bound.
    const double allowed = wanted.error * (1 + 1e-6);
    const double distance = std::fabs(given - wanted.value);
    report.largest_share = std::max(report.largest_share, distance / allowed);
    if (!(distance <= allowed)) {
      outside(at, fmt::format(" is {}, which is {:.3g} from {}; the bound is {:.3g}",
                              show_float(type.element, given), distance, wanted.value, allowed));
    }
  }
  return report;
}

}  // namespace stepwright
