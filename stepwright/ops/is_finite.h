#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// is_finite: whether each element is neither an infinity nor NaN.
struct IsFinite {
  static constexpr std::string_view name = "stablehlo.is_finite";
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    expect_elements(types[0], Elements::floating, "is_finite_i1");
    return {TensorType{ElementType::i1, types[0].dimensions}};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    std::vector<std::int64_t> result;
    result.reserve(here.operand().scalars().size());
    for (const auto& x : here.operand().scalars()) result.push_back(here.domain().is_finite(x));
    return {Tensor<D>(here.type(), std::move(result))};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }

  // `stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xi1>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    const Value operand = parser.operand();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    return {IsFinite{}, {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

}  // namespace op

inline Value is_finite(Value x) {
  return apply(op::IsFinite{}, {x});
}

}  // namespace stepwright
