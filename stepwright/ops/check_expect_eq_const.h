#pragma once

#include "stepwright/ops/checking.h"

namespace stepwright::op {

// check.expect_eq_const: fails unless the operand equals the constant, element by element.
struct CheckExpectEqConst {
  static constexpr std::string_view name = "check.expect_eq_const";
  Literal value = Literal::splat({ElementType::f32, {}}, 0);
  static constexpr auto fields() { return std::tuple{field("value", &CheckExpectEqConst::value)}; }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    expect_type_of_constant(types[0], value.type());
    return {};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    check_equal(here.domain(), here.operand(), from_literal(here.domain(), value));
    return {};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }

  // `check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", ";
    printer.attribute({value});
    printer.extra_attributes();
  }
  static ParsedOperation parse(OperationParser& parser) {
    const Value operand = parser.operand();
    parser.expect(",");
    Literal value = Codec<Literal>::decode(parser.attribute());
    const TensorType type = value.type();
    return {CheckExpectEqConst{std::move(value)}, {operand}, {type}, {}, parser.attributes()};
  }
};

}  // namespace stepwright::op
