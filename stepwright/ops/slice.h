#pragma once

#include <numeric>

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// slice: the elements at start_indices + result index · strides, before limit_indices.
struct Slice {
  static constexpr std::string_view name = "stablehlo.slice";
  std::vector<std::int64_t> start_indices;
  std::vector<std::int64_t> limit_indices;
  std::vector<std::int64_t> strides;
  static constexpr auto fields() {
    return std::tuple{field("start_indices", &Slice::start_indices),
                      field("limit_indices", &Slice::limit_indices), field("strides", &Slice::strides)};
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    std::vector<std::int64_t> steps = stepwright::strides(here.operand().dimensions());
    const std::int64_t first =
        std::transform_reduce(steps.begin(), steps.end(), start_indices.begin(), std::int64_t{0});
    for (std::size_t axis = 0; axis < steps.size(); ++axis) {
      const bool moves = here.type().dimensions[axis] > 1;  // else the stride may be of any size
      steps[axis] = moves ? steps[axis] * strides[axis] : 0;
    }
    return {rearranged(here.type(), here.operand(), [&](const Index& index) {
      return std::transform_reduce(index.begin(), index.end(), steps.begin(), first);
    })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>`
  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

 private:
  std::string ranges() const;
};

// "0:2, 1:3:2".
inline std::string Slice::ranges() const {
  std::string text;
  for (std::size_t axis = 0; axis < start_indices.size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(start_indices[axis]) + ":" + std::to_string(limit_indices[axis]);
    if (strides[axis] != 1) text += ":" + std::to_string(strides[axis]);
  }
  return text;
}

inline std::vector<TensorType> Slice::infer(OperandTypes types) const {
  expect_operands(types, 1);
  const auto rank = static_cast<std::size_t>(types[0].rank());
  constrain(start_indices.size() == rank && limit_indices.size() == rank && strides.size() == rank,
            "slice_c2", "there is one start, one limit and one stride for each dimension", [&] {
              return std::to_string(start_indices.size()) + ", " + std::to_string(limit_indices.size()) +
                     " and " + std::to_string(strides.size()) + " for " + to_string(types[0]);
            });
  const auto shown = [&] { return "[" + ranges() + "] of " + to_string(types[0]); };
  TensorType result{types[0].element, {}};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::int64_t start = start_indices[axis];
    const std::int64_t limit = limit_indices[axis];
    constrain(0 <= start && start <= limit && limit <= types[0].dimensions[axis], "slice_c3",
              "0 <= start <= limit <= size in every dimension", shown);
    constrain(strides[axis] > 0, "slice_c4", "strides are positive", shown);
    const std::int64_t whole = (limit - start) / strides[axis];
    const bool cut_short = (limit - start) % strides[axis] != 0;
    result.dimensions.push_back(whole + (cut_short ? 1 : 0));
  }
  return {result};
}

inline void Slice::print(OperationPrinter& printer) const {
  printer << " ";
  printer.operands();
  printer << " [" << ranges() << "]";
  printer.extra_attributes();
  printer << " : ";
  printer.function_type();
}

inline ParsedOperation Slice::parse(OperationParser& parser) {
  Slice op;
  const Value operand = parser.operand();
  parser.expect("[");
  if (!parser.accept("]")) {
    do {
      op.start_indices.push_back(parser.integer());
      parser.expect(":");
      op.limit_indices.push_back(parser.integer());
      op.strides.push_back(parser.accept(":") ? parser.integer() : 1);
    } while (parser.accept(","));
    parser.expect("]");
  }
  AttributeDictionary extra = parser.attributes();
  FunctionType type = parser.function_type();
  return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
}

}  // namespace op

// The elements from `start` up to, not including, `limit`, every `strides`-th (all ones if empty); the value
// itself when that is all of it.
inline Value slice(Value x, std::vector<std::int64_t> start, std::vector<std::int64_t> limit,
                   std::vector<std::int64_t> strides = {}) {
  if (strides.empty()) strides.assign(start.size(), 1);
  const bool whole = limit == x.dimensions() && start == Dimensions(start.size(), 0) &&
                     strides == Dimensions(limit.size(), 1);
  if (whole) return x;
  return apply(op::Slice{std::move(start), std::move(limit), std::move(strides)}, {x});
}

}  // namespace stepwright

#include "stepwright/ops/constant.h"
#include "stepwright/ops/pad.h"

namespace stepwright {

// The cotangent back in its places, zeros elsewhere.
inline Gradient op::Slice::vjp(const Application& here) const {
  const Value dy = here.cotangent();
  std::vector<std::int64_t> high;
  std::vector<std::int64_t> interior;
  for (std::size_t axis = 0; axis < strides.size(); ++axis) {
    const std::int64_t taken = dy.dimensions()[axis];
    const std::int64_t spanned = taken == 0 ? 0 : (taken - 1) * strides[axis] + 1;
    high.push_back(here.operands[0].dimensions()[axis] - start_indices[axis] - spanned);
    interior.push_back(strides[axis] - 1);
  }
  return Cotangents{
      pad(dy, scalar(*dy.graph, dy.element(), 0.0), start_indices, std::move(high), std::move(interior))};
}

}  // namespace stepwright
