#pragma once

#include <algorithm>
#include <numeric>

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// reverse: the order of elements turned around along `dimensions`.
struct Reverse {
  static constexpr std::string_view name = "stablehlo.reverse";
  std::vector<std::int64_t> dimensions;
  static constexpr auto fields() { return std::tuple{field("dimensions", &Reverse::dimensions)}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    const auto shown = [&] { return "dimensions " + listed(dimensions) + " of " + to_string(types[0]); };
    std::vector<std::int64_t> sorted = dimensions;
    std::ranges::sort(sorted);
    constrain(std::ranges::adjacent_find(sorted) == sorted.end(), "reverse_c2", "dimensions are distinct",
              shown);
    constrain(sorted.empty() || (sorted.front() >= 0 && sorted.back() < types[0].rank()), "reverse_c3",
              "dimensions are dimensions of the operand", shown);
    return {types[0]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const Dimensions& shape = here.type().dimensions;
    std::vector<std::int64_t> steps = strides(shape);
    std::int64_t last = 0;
    for (const std::int64_t dimension : dimensions) {
      const auto axis = static_cast<std::size_t>(dimension);
      last += (shape[axis] - 1) * steps[axis];
      steps[axis] = -steps[axis];
    }
    return {rearranged(here.type(), here.operand(), [&](const Index& index) {
      return std::transform_reduce(index.begin(), index.end(), steps.begin(), last);
    })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", dims = ";
    printer.integers(dimensions);
    printer.extra_attributes();
    printer.same_type_or_function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Reverse op;
    const Value operand = parser.operand();
    parser.expect(",");
    parser.expect("dims");
    parser.expect("=");
    op.dimensions = parser.integers();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.same_type_or_function_type(1);
    return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

}  // namespace op

// The value itself when there is no dimension to reverse.
inline Value reverse(Value x, std::vector<std::int64_t> dimensions) {
  if (dimensions.empty()) return x;
  return apply(op::Reverse{std::move(dimensions)}, {x});
}

inline Gradient op::Reverse::vjp(const Application& here) const {
  return Cotangents{reverse(here.cotangent(), dimensions)};
}

}  // namespace stepwright
