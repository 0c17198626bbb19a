#pragma once

#include <optional>

#include "stepwright/ops/checking.h"

namespace stepwright::op {

// check.expect_almost_eq: fails unless the operands are equal within an absolute tolerance (1e-4 unless
// given), element by element.
struct CheckExpectAlmostEq {
  static constexpr std::string_view name = "check.expect_almost_eq";
  std::optional<double> tolerance;
  static constexpr auto fields() { return std::tuple{field("tolerance", &CheckExpectAlmostEq::tolerance)}; }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 2);
    expect_same_types(types, "SameTypeOperands");
    expect_elements(types[0], Elements::floating, "check_expect_almost_eq");
    return {};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    check_almost_equal(here.domain(), here.operand(0), here.operand(1),
                       tolerance.value_or(default_tolerance));
    return {};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt, std::nullopt}; }

  // `check.expect_almost_eq %x, %y, tolerance = 0.1 : tensor<2xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    print_tolerance(printer, tolerance);
    printer.extra_attributes();
    printer << " : ";
    printer.type(printer.operand_type(0));
  }
  static ParsedOperation parse(OperationParser& parser) {
    const Value actual = parser.operand();
    parser.expect(",");
    const Value expected = parser.operand();
    std::optional<double> tolerance = parse_tolerance(parser);
    AttributeDictionary extra = parser.attributes();
    take_tolerance(tolerance, extra);
    parser.expect(":");
    const TensorType type = parser.type();
    return {CheckExpectAlmostEq{tolerance}, {actual, expected}, {type, type}, {}, std::move(extra)};
  }
};

}  // namespace stepwright::op
