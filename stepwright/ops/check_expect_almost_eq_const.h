#pragma once

#include <optional>

#include "stepwright/ops/checking.h"

namespace stepwright::op {

// check.expect_almost_eq_const: fails unless the operand equals the constant within an absolute tolerance
// (1e-4 unless given), element by element.
struct CheckExpectAlmostEqConst {
  static constexpr std::string_view name = "check.expect_almost_eq_const";
  Literal value = Literal::splat({ElementType::f32, {}}, 0);
  std::optional<double> tolerance;
  static constexpr auto fields() {
    return std::tuple{field("value", &CheckExpectAlmostEqConst::value),
                      field("tolerance", &CheckExpectAlmostEqConst::tolerance)};
  }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    expect_type_of_constant(types[0], value.type());
    expect_elements(types[0], Elements::floating, "check_expect_almost_eq_const");
    return {};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    check_almost_equal(here.domain(), here.operand(), from_literal(here.domain(), value),
                       tolerance.value_or(default_tolerance));
    return {};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }

  // `check.expect_almost_eq_const %x, dense<[0.5, 2.0]> : tensor<2xf32>, tolerance = 0.1`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", ";
    printer.attribute({value});
    print_tolerance(printer, tolerance);
    printer.extra_attributes();
  }
  static ParsedOperation parse(OperationParser& parser) {
    const Value operand = parser.operand();
    parser.expect(",");
    Literal value = Codec<Literal>::decode(parser.attribute());
    const TensorType type = value.type();
    std::optional<double> tolerance = parse_tolerance(parser);
    AttributeDictionary extra = parser.attributes();
    take_tolerance(tolerance, extra);
    return {CheckExpectAlmostEqConst{std::move(value), tolerance}, {operand}, {type}, {}, std::move(extra)};
  }
};

}  // namespace stepwright::op
