#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "stepwright/base/ulp.h"
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

// How far apart, in values of the element type, the operands are; between `least` and `most` of them.
template <Domain D>
void check_close(const D& domain, const Tensor<D>& actual, const Tensor<D>& expected, std::uint64_t least,
                 std::uint64_t most) {
  const ElementType element = actual.element();
  check_elements(
      domain, actual, expected,
      [&](const auto& a, const auto& b) {
        const std::uint64_t distance = ulp_difference(element, domain.to_double(a), domain.to_double(b));
        return distance >= least && distance <= most;
      },
      " within " + std::to_string(least) + " to " + std::to_string(most) + " ulp");
}

// Whether a custom call of this name is a check. StableHLO's test data from JAX (stablehlo/testdata) check
// themselves so, with the tolerances of StableHLO's own interpreter.
inline bool is_check_target(std::string_view target) {
  return target.starts_with("check.");
}

// UnsupportedOperation unless a check of this name exists; UserError unless it has two operands.
void expect_check_target(std::string_view target, std::size_t operands);

// The check that the custom call names; UserError where it fails.
template <Domain D>
Results<D> check_by_custom_call(std::string_view target, const Evaluation<D>& here) {
  expect_check_target(target, here.operands.size());
  const Tensor<D>& actual = here.operand(0);
  const Tensor<D>& expected = here.operand(1);
  expect_same_types(std::vector{actual.type(), expected.type()}, target);
  const bool floating = is_floating(actual.element());
  if (target == "check.expect_close" && floating) {
    check_close(here.domain(), actual, expected, 0, 3);
  } else if (target == "check.expect_almost_eq" && floating) {
    check_almost_equal(here.domain(), actual, expected, 1e-3);
  } else if (target == "check.eq" && floating) {
    check_almost_equal(here.domain(), actual, expected, default_tolerance);
  } else {
    check_equal(here.domain(), actual, expected);
  }
  if (here.types.empty()) return {};
  return {Tensor<D>(here.type(), std::vector<std::int64_t>{1})};  // check.eq says that it holds
}

// UserError unless a check of this constant suits the operand's type.
void expect_type_of_constant(const TensorType& operand, const TensorType& constant);

// `, tolerance = 0.1`, where it is given.
void print_tolerance(OperationPrinter& printer, const std::optional<double>& tolerance);
std::optional<double> parse_tolerance(OperationParser& parser);
// Also read from the dictionary behind.
void take_tolerance(std::optional<double>& tolerance, AttributeDictionary& extra);

}  // namespace stepwright
