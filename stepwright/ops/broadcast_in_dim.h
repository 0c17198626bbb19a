#pragma once

#include <algorithm>
#include <numeric>

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// broadcast_in_dim: expands dimensions of size 1 and adds new ones; operand dimension d becomes result
// dimension broadcast_dimensions[d].
struct BroadcastInDim {
  static constexpr std::string_view name = "stablehlo.broadcast_in_dim";
  std::vector<std::int64_t> broadcast_dimensions;
  TensorType result_type;
  static constexpr auto fields() {
    return std::tuple{field("broadcast_dimensions", &BroadcastInDim::broadcast_dimensions)};
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const Dimensions& from = here.operand().dimensions();
    Index source(from.size());
    return {rearranged(here.type(), here.operand(), [&](const Index& index) {
      for (std::size_t axis = 0; axis < from.size(); ++axis) {
        source[axis] = from[axis] == 1 ? 0 : index[static_cast<std::size_t>(broadcast_dimensions[axis])];
      }
      return position(from, source);
    })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", dims = ";
    printer.integers(broadcast_dimensions);
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    BroadcastInDim op;
    const Value operand = parser.operand();
    parser.expect(",");
    parser.expect("dims");
    parser.expect("=");
    op.broadcast_dimensions = parser.integers();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    set_declared_types(op, type.results);
    return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

inline std::vector<TensorType> BroadcastInDim::infer(OperandTypes types) const {
  expect_operands(types, 1);
  const TensorType& from = types[0];
  const auto shown = [&] { return to_string(types) + " -> " + to_string(result_type); };
  constrain(from.element == result_type.element, "broadcast_in_dim_c1", "the element type stays", shown);
  constrain(std::ssize(broadcast_dimensions) == from.rank(), "broadcast_in_dim_c2",
            "there is one broadcast dimension for each operand dimension", shown);
  std::vector<bool> taken(result_type.dimensions.size(), false);
  for (std::size_t axis = 0; axis < broadcast_dimensions.size(); ++axis) {
    const std::int64_t to = broadcast_dimensions[axis];
    constrain(to >= 0 && to < result_type.rank(), "broadcast_in_dim_c3",
              "broadcast dimensions are dimensions of the result", shown);
    constrain(!taken[static_cast<std::size_t>(to)], "broadcast_in_dim_c4",
              "broadcast dimensions are distinct", shown);
    taken[static_cast<std::size_t>(to)] = true;
    constrain(from.dimensions[axis] == 1 || from.dimensions[axis] == result_type.dimension(to),
              "broadcast_in_dim_c5", "an operand dimension is 1 or equals its result dimension", shown);
  }
  return {result_type};
}

}  // namespace op

inline Value broadcast_in_dim(Value x, const Dimensions& result, std::vector<std::int64_t> dimensions) {
  return apply(op::BroadcastInDim{std::move(dimensions), {x.element(), result}}, {x});
}

// A rank-0 value in every element; the value itself when it has these dimensions already.
inline Value broadcast_to(Value x, const Dimensions& result) {
  if (x.dimensions() == result) return x;
  return broadcast_in_dim(x, result, {});
}

}  // namespace stepwright

#include "stepwright/ops/reduce.h"
#include "stepwright/ops/reshape.h"
#include "stepwright/ops/transpose.h"

namespace stepwright {

// Every element is the sum of the cotangents of its copies. With `broadcast_dimensions` out of order the sum
// comes out in the result's order and is transposed back.
inline Gradient op::BroadcastInDim::vjp(const Application& here) const {
  const Value x = here.operands[0];
  std::vector<std::int64_t> summed;
  std::vector<std::int64_t> kept;  // operand axis of each result dimension that stays, in result order
  for (std::int64_t to = 0; to < result_type.rank(); ++to) {
    const auto found = std::ranges::find(broadcast_dimensions, to);
    const std::int64_t axis = found - broadcast_dimensions.begin();
    const bool stays = found != broadcast_dimensions.end() && x.dimension(axis) == result_type.dimension(to);
    if (stays) {
      kept.push_back(axis);
    } else {
      summed.push_back(to);
    }
  }
  const Value sum = reduce_sum(here.cotangent(), summed);
  // The operand axes that were kept, in ascending order: a permutation of the sum's dimensions.
  std::vector<std::int64_t> permutation(kept.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  std::ranges::sort(permutation, {}, [&](std::int64_t at) { return kept[static_cast<std::size_t>(at)]; });
  return Cotangents{reshape(transpose(sum, permutation), x.dimensions())};
}

}  // namespace stepwright
