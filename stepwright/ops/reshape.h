#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// reshape: the same elements in the same row-major order under another shape.
struct Reshape {
  static constexpr std::string_view name = "stablehlo.reshape";
  TensorType result_type;
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    const auto shown = [&] { return to_string(types) + " -> " + to_string(result_type); };
    constrain(types[0].element == result_type.element, "reshape_c1", "the element type stays", shown);
    constrain(types[0].count() == result_type.count(), "reshape_c2", "the number of elements stays", shown);
    return {result_type};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    return {here.operand().reshaped(result_type.dimensions)};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Reshape op;
    const Value operand = parser.operand();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    set_declared_types(op, type.results);
    return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

}  // namespace op

// The value itself when it has these dimensions already; of a reshape, one reshape of what it reshapes.
inline Value reshape(Value x, const Dimensions& dimensions) {
  const Node& node = x.definition();
  if (!node.is_argument() && node.operation->as<op::Reshape>() != nullptr) {
    return reshape(node.operands.front(), dimensions);
  }
  if (x.dimensions() == dimensions) return x;
  return apply(op::Reshape{{x.element(), dimensions}}, {x});
}

inline Gradient op::Reshape::vjp(const Application& here) const {
  return Cotangents{reshape(here.cotangent(), here.operands[0].dimensions())};
}

}  // namespace stepwright
