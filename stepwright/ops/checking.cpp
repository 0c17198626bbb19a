#include "stepwright/ops/checking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "stepwright/tensor/index.h"

namespace stepwright {

std::string place_of_element(const Dimensions& dimensions, std::int64_t at) {
  Index index;
  for (const std::int64_t step : strides(dimensions)) {
    index.push_back(at / step);
    at %= step;
  }
  return fmt::format("[{}]", fmt::join(index, ", "));
}

std::string show_float(ElementType type, double value) {
  return type == ElementType::f64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
}

std::string show_integer(ElementType type, std::int64_t value) {
  if (is_boolean(type)) return value != 0 ? "true" : "false";
  return is_unsigned(type) ? fmt::format("{}", static_cast<std::uint64_t>(value)) : fmt::format("{}", value);
}

void fail_check(const TensorType& type, std::int64_t first, std::int64_t failing, std::string expected,
                std::string found) {
  std::string what = "the check fails at element " + place_of_element(type.dimensions, first);
  if (type.count() > 1) what += fmt::format(" ({} of {} elements fail)", failing, type.count());
  throw UserError({.what = std::move(what),
                   .where = {},
                   .expected = std::move(expected),
                   .found = std::move(found),
                   .remedy = {}});
}

bool almost_equal(double a, double b, double tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= tolerance;
}

void expect_type_of_constant(const TensorType& operand, const TensorType& constant) {
  constrain(operand == constant, "AllTypesMatch", "the operand has the type of the constant",
            [&] { return to_string(operand) + " and " + to_string(constant); });
}

void expect_check_target(std::string_view target, std::size_t operands) {
  constexpr std::array known{"check.eq", "check.expect_eq", "check.expect_almost_eq", "check.expect_close"};
  if (std::ranges::find(known, target) == known.end()) {
    throw UnsupportedOperation({.what = fmt::format("the check @{} is not known here", target),
                                .where = {},
                                .expected = fmt::format("{}", fmt::join(known, ", ")),
                                .found = {},
                                .remedy = {}});
  }
  constrain(operands == 2, target, "a check compares two operands",
            [&] { return fmt::format("{} operands", operands); });
}

void print_tolerance(OperationPrinter& printer, const std::optional<double>& tolerance) {
  if (!tolerance) return;
  const std::string attribute = to_string(Codec<double>::encode(*tolerance));
  printer << ", tolerance = " << attribute.substr(0, attribute.find(" :"));  // the type is known: f64
}

std::optional<double> parse_tolerance(OperationParser& parser) {
  if (!parser.accept(",")) return std::nullopt;
  parser.expect("tolerance");
  parser.expect("=");
  return parser.floating();
}

void take_tolerance(std::optional<double>& tolerance, AttributeDictionary& extra) {
  const auto found = extra.find("tolerance");
  if (found == extra.end()) return;
  tolerance = Codec<double>::decode(found->second);
  extra.erase(found);
}

}  // namespace stepwright
