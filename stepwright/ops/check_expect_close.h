#pragma once

#include <optional>

#include "stepwright/ops/checking.h"

namespace stepwright::op {

// check.expect_close: fails unless the distance of the operands, counted in values of their element type,
// lies between min_ulp_difference (0 unless given) and max_ulp_difference, element by element.
struct CheckExpectClose {
  static constexpr std::string_view name = "check.expect_close";
  std::uint64_t max_ulp_difference = 1;
  std::optional<std::uint64_t> min_ulp_difference;
  static constexpr auto fields() {
    return std::tuple{field("max_ulp_difference", &CheckExpectClose::max_ulp_difference),
                      field("min_ulp_difference", &CheckExpectClose::min_ulp_difference)};
  }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 2);
    expect_same_types(types, "AllTypesMatch");
    expect_elements(types[0], Elements::floating, "check_expect_close");
    return {};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    check_close(here.domain(), here.operand(0), here.operand(1), min_ulp_difference.value_or(0),
                max_ulp_difference);
    return {};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt, std::nullopt}; }

  // `check.expect_close %x, %y, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", max_ulp_difference = " << std::to_string(max_ulp_difference);
    if (min_ulp_difference) printer << ", min_ulp_difference = " << std::to_string(*min_ulp_difference);
    printer << " :";
    printer.extra_attributes();
    printer << " ";
    printer.type(printer.operand_type(0));
    printer << ", ";
    printer.type(printer.operand_type(1));
  }
  static ParsedOperation parse(OperationParser& parser) {
    CheckExpectClose op;
    const Value actual = parser.operand();
    parser.expect(",");
    const Value expected = parser.operand();
    parser.expect(",");
    op.max_ulp_difference = named_count(parser, "max_ulp_difference");
    if (parser.accept(",")) op.min_ulp_difference = named_count(parser, "min_ulp_difference");
    parser.expect(":");
    AttributeDictionary extra = parser.attributes();
    TensorType actual_type = parser.type();
    parser.expect(",");
    TensorType expected_type = parser.type();
    return {op, {actual, expected}, {std::move(actual_type), std::move(expected_type)}, {}, std::move(extra)};
  }

 private:
  static std::uint64_t named_count(OperationParser& parser, std::string_view named) {
    parser.expect(named);
    parser.expect("=");
    const std::int64_t count = parser.integer();
    if (count < 0) parser.fail("a distance in ulp is not negative", "a number from 0 on");
    return static_cast<std::uint64_t>(count);
  }
};

}  // namespace stepwright::op
