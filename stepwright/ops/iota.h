#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// iota: each element is its index along iota_dimension.
struct Iota {
  static constexpr std::string_view name = "stablehlo.iota";
  std::int64_t iota_dimension = 0;
  TensorType result_type;
  static constexpr auto fields() { return std::tuple{field("iota_dimension", &Iota::iota_dimension)}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 0);
    constrain(iota_dimension >= 0 && iota_dimension < result_type.rank(), "iota_c1",
              "iota_dimension is a dimension of the result",
              [&] { return std::to_string(iota_dimension) + " for " + to_string(result_type); });
    expect_elements(result_type, Elements::floating | Elements::integer, "the type of iota's output");
    return {result_type};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const ElementType element = result_type.element;
    const auto counted = [&]<class Element>(std::vector<Element> elements, auto&& element_at) {
      elements.reserve(static_cast<std::size_t>(result_type.count()));
      for_each_index(result_type.dimensions, [&](const Index& index, std::int64_t) {
        elements.push_back(element_at(index[static_cast<std::size_t>(iota_dimension)]));
      });
      return Results<D>{Tensor<D>(result_type, std::move(elements))};
    };
    if (is_floating(element)) {
      return counted(std::vector<Scalar<D>>{},
                     [&](std::int64_t at) { return here.domain().from_integer(at, element); });
    }
    return counted(std::vector<std::int64_t>{}, [&](std::int64_t at) { return wrapped(at, element); });
  }

  Gradient vjp(const Application&) const { return Cotangents{}; }

  // `stablehlo.iota dim = 0 : tensor<4x5xi32>`
  void print(OperationPrinter& printer) const {
    printer << " dim = ";
    printer.integer(iota_dimension);
    printer.extra_attributes();
    printer << " : ";
    printer.type(result_type);
  }
  static ParsedOperation parse(OperationParser& parser) {
    Iota op;
    parser.expect("dim");
    parser.expect("=");
    op.iota_dimension = parser.integer();
    AttributeDictionary extra = parser.attributes();
    parser.expect(":");
    op.result_type = parser.type();
    return {op, {}, {}, {op.result_type}, std::move(extra)};
  }
};

}  // namespace op

inline Value iota(Graph& graph, TensorType type, std::int64_t dimension) {
  return graph.value(graph.apply(op::Iota{dimension, std::move(type)}, {}));
}

}  // namespace stepwright
