#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "stepwright/ops/common.h"

// What the operations of the check dialect share: StableHLO's own test programs check themselves with them.
namespace stepwright {

// "[0, 2]" for the element at a row-major position.
std::string place_of_element(const Dimensions& dimensions, std::int64_t at);

// The shortest decimal that reads back to the same element.
std::string show_float(ElementType type, double value);
std::string show_integer(ElementType type, std::int64_t value);

[[noreturn]] void fail_check(const TensorType& type, std::int64_t first, std::int64_t failing,
                             std::string expected, std::string found);

// UserError with the first element that fails, unless holds(actual, expected) for every pair of elements.
// `requirement` completes "0.5, …" where closeness is asked.
template <Domain D, class OnFloat>
void check_elements(const D& domain, const Tensor<D>& actual, const Tensor<D>& expected, OnFloat&& holds,
                    std::string_view requirement = {}) {
  const TensorType& type = actual.type();
  const auto check = [&](const auto& found, const auto& wanted, auto&& fits, auto&& show) {
    std::int64_t failing = 0;
    std::size_t first = 0;
    for (std::size_t at = found.size(); at-- > 0;) {
      if (fits(found[at], wanted[at])) continue;
      ++failing;
      first = at;
    }
    if (failing == 0) return;
    fail_check(type, static_cast<std::int64_t>(first), failing,
               show(wanted[first]) + std::string(requirement), show(found[first]));
  };
  if (is_floating(type.element)) {
    check(actual.scalars(), expected.scalars(), holds,
          [&](const auto& x) { return show_float(type.element, domain.to_double(x)); });
  } else {
    check(
        actual.integers(), expected.integers(), [](std::int64_t a, std::int64_t b) { return a == b; },
        [&](std::int64_t x) { return show_integer(type.element, x); });
  }
}

// As IEEE 754 compares: NaN equals nothing, the zeros are equal.
template <Domain D>
void check_equal(const D& domain, const Tensor<D>& actual, const Tensor<D>& expected) {
  check_elements(domain, actual, expected, [&](const auto& a, const auto& b) { return domain.equal(a, b); });
}

inline constexpr double default_tolerance = 1e-4;

// Equal, or both NaN, or both finite and no further apart than the tolerance, which is absolute.
bool almost_equal(double a, double b, double tolerance);

template <Domain D>
void check_almost_equal(const D& domain, const Tensor<D>& actual, const Tensor<D>& expected,
                        double tolerance) {
  check_elements(
      domain, actual, expected,
      [&](const auto& a, const auto& b) {
        return almost_equal(domain.to_double(a), domain.to_double(b), tolerance);
      },
      " within " + show_float(ElementType::f64, tolerance));
}

// UserError unless a check of this constant suits the operand's type.
void expect_type_of_constant(const TensorType& operand, const TensorType& constant);

// `, tolerance = 0.1`, where it is given.
void print_tolerance(OperationPrinter& printer, const std::optional<double>& tolerance);
std::optional<double> parse_tolerance(OperationParser& parser);
// Also read from the dictionary behind.
void take_tolerance(std::optional<double>& tolerance, AttributeDictionary& extra);

}  // namespace stepwright
