#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// constant: a tensor with the given elements.
struct Constant {
  static constexpr std::string_view name = "stablehlo.constant";
  Literal value = Literal::splat({ElementType::f32, {}}, 0);
  static constexpr auto fields() { return std::tuple{field("value", &Constant::value)}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 0);
    return {value.type()};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    return {from_literal(here.domain(), value)};
  }

  Gradient vjp(const Application&) const { return Cotangents{}; }

  // `stablehlo.constant dense<1.0> : tensor<f32>`
  void print(OperationPrinter& printer) const {
    printer.extra_attributes();
    printer << " ";
    printer.attribute({value});
  }
  static ParsedOperation parse(OperationParser& parser) {
    AttributeDictionary extra = parser.attributes();
    Literal value = Codec<Literal>::decode(parser.attribute());
    TensorType type = value.type();
    return {Constant{std::move(value)}, {}, {}, {std::move(type)}, std::move(extra)};
  }
};

}  // namespace op

inline Value constant(Graph& graph, Literal value) {
  return graph.value(graph.apply(op::Constant{std::move(value)}, {}));
}
// A rank-0 number, rounded to the element type.
inline Value scalar(Graph& graph, ElementType element, double value) {
  return constant(graph, Literal::splat({element, {}}, value));
}
// `value` in the shape of `x`: a rank-0 constant, broadcast, so that the text does not grow with the shape.
inline Value constant_like(Value x, double value);

// `value` in the shape of `x`: a rank-0 constant, broadcast, so that the text does not grow with the shape.
Value constant_like(Value x, double value);

}  // namespace stepwright

#include "stepwright/ops/broadcast_in_dim.h"

namespace stepwright {

inline Value constant_like(Value x, double value) {
  return broadcast_to(scalar(*x.graph, x.element(), value), x.dimensions());
}

}  // namespace stepwright
