#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// pad: `interior_padding` copies of the padding value between neighbours, then `edge_padding_low` before and
// `edge_padding_high` after; negative edge padding removes elements. Operands are operand and padding value.
struct Pad {
  static constexpr std::string_view name = "stablehlo.pad";
  std::vector<std::int64_t> edge_padding_low;
  std::vector<std::int64_t> edge_padding_high;
  std::vector<std::int64_t> interior_padding;
  static constexpr auto fields() {
    return std::tuple{field("edge_padding_low", &Pad::edge_padding_low),
                      field("edge_padding_high", &Pad::edge_padding_high),
                      field("interior_padding", &Pad::interior_padding)};
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const auto padded = [&](const auto& elements, const auto& value) {
      std::remove_cvref_t<decltype(elements)> result(static_cast<std::size_t>(here.type().count()),
                                                     value.front());
      for_each_kept(here.operand().dimensions(), here.type().dimensions,
                    [&](std::size_t from, std::size_t to) { result[to] = elements[from]; });
      return Results<D>{Tensor<D>(here.type(), std::move(result))};
    };
    if (is_floating(here.type().element)) return padded(here.operand(0).scalars(), here.operand(1).scalars());
    return padded(here.operand(0).integers(), here.operand(1).integers());
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.pad %x, %v, low = [0, 1], high = [2, 1], interior = [1, 2] : (T, U) -> V`
  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

 private:
  // The size of a dimension after interior padding, before the edges.
  std::int64_t spread(std::int64_t size, std::size_t axis) const {
    return size + std::max<std::int64_t>(size - 1, 0) * interior_padding[axis];
  }

  // The size of a dimension after padding; none where it is negative or does not fit 63 bits.
  std::optional<std::int64_t> padded(std::int64_t size, std::size_t axis) const;

  // Calls visit(operand position, result position) for every element of the operand that negative padding
  // does not remove.
  template <class Visit>
  void for_each_kept(const Dimensions& operand, const Dimensions& result, Visit&& visit) const {
    const std::vector<std::int64_t> steps = strides(result);
    for_each_index(operand, [&](const Index& index, std::int64_t at) {
      std::int64_t to = 0;
      for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const std::int64_t place = edge_padding_low[axis] + index[axis] * (interior_padding[axis] + 1);
        if (place < 0 || place >= result[axis]) return;
        to += place * steps[axis];
      }
      visit(static_cast<std::size_t>(at), static_cast<std::size_t>(to));
    });
  }
};

inline std::optional<std::int64_t> Pad::padded(std::int64_t size, std::size_t axis) const {
  const auto overflows = [](std::int64_t& to, std::int64_t by) {
    return __builtin_add_overflow(to, by, &to);
  };
  const std::int64_t lowest = -std::numeric_limits<std::int64_t>::max();
  std::int64_t step = interior_padding[axis];
  std::int64_t result = 0;
  if (overflows(step, 1) || __builtin_mul_overflow(std::max<std::int64_t>(size - 1, 0), step, &result))
    return {};
  if (overflows(result, std::min<std::int64_t>(size, 1))) return {};
  if (edge_padding_low[axis] < lowest || edge_padding_high[axis] < lowest) return {};
  if (overflows(result, edge_padding_low[axis]) || overflows(result, edge_padding_high[axis])) return {};
  if (result < 0) return {};
  return result;
}

inline std::vector<TensorType> Pad::infer(OperandTypes types) const {
  expect_operands(types, 2);
  const auto shown = [&] {
    return "low " + listed(edge_padding_low) + ", high " + listed(edge_padding_high) + ", interior " +
           listed(interior_padding) + " for " + to_string(types);
  };
  const auto rank = static_cast<std::size_t>(types[0].rank());
  constrain(types[1].rank() == 0, "pad_i2", "the padding value is rank 0", shown);
  constrain(types[0].element == types[1].element, "pad_c1", "operand and padding value have one element type",
            shown, "convert the padding value");
  constrain(
      edge_padding_low.size() == rank && edge_padding_high.size() == rank && interior_padding.size() == rank,
      "pad_c2", "there is one low, one high and one interior padding for each dimension", shown);
  TensorType result{types[0].element, {}};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    constrain(interior_padding[axis] >= 0, "pad_c3", "interior padding is not negative", shown);
    const std::optional<std::int64_t> size = padded(types[0].dimensions[axis], axis);
    constrain(size.has_value(), "pad_c4", "padding leaves sizes from 0 to 2^63 - 1", shown,
              "remove or add fewer elements");
    result.dimensions.push_back(*size);
  }
  return {result};
}

inline void Pad::print(OperationPrinter& printer) const {
  printer << " ";
  printer.operands();
  printer << ", low = ";
  printer.integers(edge_padding_low);
  printer << ", high = ";
  printer.integers(edge_padding_high);
  printer << ", interior = ";
  printer.integers(interior_padding);
  printer.extra_attributes();
  printer << " : ";
  printer.function_type();
}

inline ParsedOperation Pad::parse(OperationParser& parser) {
  const auto integers_named = [&](std::string_view name) {
    parser.expect(",");
    parser.expect(name);
    parser.expect("=");
    return parser.integers();
  };
  Pad op;
  const Value operand = parser.operand();
  parser.expect(",");
  const Value value = parser.operand();
  op.edge_padding_low = integers_named("low");
  op.edge_padding_high = integers_named("high");
  op.interior_padding = integers_named("interior");
  AttributeDictionary extra = parser.attributes();
  FunctionType type = parser.function_type();
  return {
      std::move(op), {operand, value}, std::move(type.operands), std::move(type.results), std::move(extra)};
}

}  // namespace op

// `interior` empty: none. The value itself when nothing is padded.
inline Value pad(Value x, Value value, std::vector<std::int64_t> low, std::vector<std::int64_t> high,
                 std::vector<std::int64_t> interior = {}) {
  if (interior.empty()) interior.assign(low.size(), 0);
  const std::vector<std::int64_t> none(x.dimensions().size(), 0);
  if (low == none && high == none && interior == none) return x;
  return apply(op::Pad{std::move(low), std::move(high), std::move(interior)}, {x, value});
}

}  // namespace stepwright

#include "stepwright/ops/constant.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/slice.h"

namespace stepwright {

// Of the operand: the cotangents at its elements' places, 0 for the removed ones (dy is first extended by
// what negative padding removed). Of the padding value: the sum of the cotangents at all other places.
inline Gradient op::Pad::vjp(const Application& here) const {
  const Value x = here.operands[0];
  const Value dy = here.cotangent();
  const Value zero = scalar(*dy.graph, dy.element(), 0.0);
  Cotangents cotangents(2);
  if (here.wanted[0]) {
    Index removed_low, removed_high, start, limit, stride;
    for (std::size_t axis = 0; axis < interior_padding.size(); ++axis) {
      removed_low.push_back(std::max<std::int64_t>(-edge_padding_low[axis], 0));
      removed_high.push_back(std::max<std::int64_t>(-edge_padding_high[axis], 0));
      start.push_back(std::max<std::int64_t>(edge_padding_low[axis], 0));
      limit.push_back(start.back() + spread(x.dimensions()[axis], axis));
      stride.push_back(interior_padding[axis] + 1);
    }
    cotangents[0] = slice(pad(dy, zero, removed_low, removed_high), start, limit, stride);
  }
  if (here.wanted[1]) {
    const Value from_x = broadcast_to(scalar(*dy.graph, ElementType::i1, 0), x.dimensions());
    const Value from_value = scalar(*dy.graph, ElementType::i1, 1);
    const Value mask = pad(from_x, from_value, edge_padding_low, edge_padding_high, interior_padding);
    cotangents[1] = reduce_sum(select(mask, dy, constant_like(dy, 0.0)), all_dimensions(dy));
  }
  return cotangents;
}

}  // namespace stepwright
