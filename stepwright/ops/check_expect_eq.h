#pragma once

#include "stepwright/ops/checking.h"

namespace stepwright::op {

// check.expect_eq: fails unless the operands are equal, element by element.
struct CheckExpectEq {
  static constexpr std::string_view name = "check.expect_eq";
  static constexpr std::tuple<> fields() { return {}; }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 2);
    expect_same_types(types, "SameTypeOperands");
    return {};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    check_equal(here.domain(), here.operand(0), here.operand(1));
    return {};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt, std::nullopt}; }

  // `check.expect_eq %x, %y : tensor<2xi32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer << " : ";
    printer.type(printer.operand_type(0));
  }
  static ParsedOperation parse(OperationParser& parser) {
    std::vector<Value> operands = parser.operands();
    AttributeDictionary extra = parser.attributes();
    parser.expect(":");
    const TensorType type = parser.type();
    return {CheckExpectEq{}, std::move(operands), {type, type}, {}, std::move(extra)};
  }
};

}  // namespace stepwright::op
