#pragma once

#include <algorithm>

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// transpose: result dimension d is operand dimension permutation[d].
struct Transpose {
  static constexpr std::string_view name = "stablehlo.transpose";
  std::vector<std::int64_t> permutation;
  static constexpr auto fields() { return std::tuple{field("permutation", &Transpose::permutation)}; }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const Dimensions& from = here.operand().dimensions();
    Index source(from.size());
    return {rearranged(here.type(), here.operand(), [&](const Index& index) {
      for (std::size_t axis = 0; axis < index.size(); ++axis) {
        source[static_cast<std::size_t>(permutation[axis])] = index[axis];
      }
      return position(from, source);
    })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", dims = ";
    printer.integers(permutation);
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Transpose op;
    const Value operand = parser.operand();
    parser.expect(",");
    parser.expect("dims");
    parser.expect("=");
    op.permutation = parser.integers();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

inline std::vector<TensorType> Transpose::infer(OperandTypes types) const {
  expect_operands(types, 1);
  const TensorType& operand = types[0];
  std::vector<std::int64_t> sorted = permutation;
  std::ranges::sort(sorted);
  bool is_permutation = std::ssize(sorted) == operand.rank();
  for (std::int64_t axis = 0; is_permutation && axis < operand.rank(); ++axis) {
    is_permutation = sorted[static_cast<std::size_t>(axis)] == axis;
  }
  constrain(is_permutation, "transpose_c2", "permutation is a permutation of the operand's dimensions",
            [&] { return listed(permutation) + " of " + to_string(operand); });
  TensorType result{operand.element, {}};
  for (const std::int64_t axis : permutation) result.dimensions.push_back(operand.dimension(axis));
  return {result};
}

}  // namespace op

// The value itself when the permutation moves nothing.
inline Value transpose(Value x, std::vector<std::int64_t> permutation) {
  if (std::ranges::is_sorted(permutation) && std::ssize(permutation) == x.rank()) return x;
  return apply(op::Transpose{std::move(permutation)}, {x});
}

// The inverse permutation.
inline Gradient op::Transpose::vjp(const Application& here) const {
  std::vector<std::int64_t> inverse(permutation.size());
  for (std::size_t axis = 0; axis < permutation.size(); ++axis) {
    inverse[static_cast<std::size_t>(permutation[axis])] = static_cast<std::int64_t>(axis);
  }
  return Cotangents{transpose(here.cotangent(), std::move(inverse))};
}

}  // namespace stepwright
