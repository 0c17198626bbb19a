#pragma once

#include <algorithm>
#include <limits>
#include <numeric>

#include "stepwright/ops/common.h"
#include "stepwright/ops/region.h"

namespace stepwright {

template <Domain D>
class Combiner;

namespace op {

// reduce: folds `body` over the given dimensions of the inputs, from the initial values.
// Operands are N inputs, then N rank-0 initial values. Evaluated in row-major order of the reduced indices;
// the specification leaves the order open.
struct Reduce {
  static constexpr std::string_view name = "stablehlo.reduce";
  static constexpr std::string_view convention =
      "reduce with maximum or minimum: elements that tie for the extremum share the cotangent equally";
  std::vector<std::int64_t> dimensions;
  std::vector<Region> regions;
  static constexpr auto fields() { return std::tuple{field("dimensions", &Reduce::dimensions)}; }

  const Region& body() const { return regions.front(); }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    if (here.operands.size() == 2) return {folded(here)};
    return folded_together(here);
  }

  Gradient vjp(const Application& here) const;

  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

 private:
  // The result axis that each input axis goes to; -1 for a reduced one.
  std::vector<std::int64_t> result_axes(std::int64_t rank) const {
    std::vector<std::int64_t> axes;
    std::int64_t next = 0;
    for (std::int64_t axis = 0; axis < rank; ++axis) {
      const bool reduced = std::ranges::find(dimensions, axis) != dimensions.end();
      axes.push_back(reduced ? -1 : next++);
    }
    return axes;
  }

  // Calls visit(input position, result position) for every element of the input in row-major order.
  template <class Visit>
  void for_each_element(const Dimensions& input, const Dimensions& result, Visit&& visit) const {
    const std::vector<std::int64_t> axes = result_axes(std::ssize(input));
    const std::vector<std::int64_t> steps = strides(result);
    for_each_index(input, [&](const Index& index, std::int64_t at) {
      std::int64_t to = 0;
      for (std::size_t axis = 0; axis < index.size(); ++axis) {
        if (axes[axis] >= 0) to += index[axis] * steps[static_cast<std::size_t>(axes[axis])];
      }
      visit(static_cast<std::size_t>(at), static_cast<std::size_t>(to));
    });
  }

  template <Domain D>
  Tensor<D> folded(const Evaluation<D>& here) const {
    const Tensor<D>& input = here.operand(0);
    const Combiner<D> combine(here.machine, body(), here.type().element);
    const auto fold = [&](const auto& elements, const auto& initial) {
      std::remove_cvref_t<decltype(elements)> result(static_cast<std::size_t>(here.type().count()),
                                                     initial.front());
      for_each_element(input.dimensions(), here.type().dimensions, [&](std::size_t from, std::size_t to) {
        result[to] = combine(result[to], elements[from]);
      });
      return Tensor<D>(here.type(), std::move(result));
    };
    if (is_floating(input.element())) return fold(input.scalars(), here.operand(1).scalars());
    return fold(input.integers(), here.operand(1).integers());
  }

  // Several inputs with one body: the accumulators of a result element travel together.
  template <Domain D>
  Results<D> folded_together(const Evaluation<D>& here) const;
};

template <Domain D>
Tensor<D> element_of(const Tensor<D>& tensor, std::size_t at) {
  return tensor.visit([&](const auto& elements) {
    return Tensor<D>({tensor.element(), {}}, std::remove_cvref_t<decltype(elements)>{elements[at]});
  });
}

// A tensor of `type` from its rank-0 elements in row-major order.
template <Domain D>
Tensor<D> assembled(const TensorType& type, std::span<const Tensor<D>> elements) {
  if (is_floating(type.element)) {
    std::vector<Scalar<D>> scalars;
    for (const Tensor<D>& element : elements) scalars.push_back(element.scalars().front());
    return Tensor<D>(type, std::move(scalars));
  }
  std::vector<std::int64_t> integers;
  for (const Tensor<D>& element : elements) integers.push_back(element.integers().front());
  return Tensor<D>(type, std::move(integers));
}

template <Domain D>
Results<D> Reduce::folded_together(const Evaluation<D>& here) const {
  const std::size_t inputs = here.operands.size() / 2;
  const auto initial = here.operands.subspan(inputs);
  const auto count = static_cast<std::size_t>(here.type().count());
  std::vector<std::vector<Tensor<D>>> accumulators(count, {initial.begin(), initial.end()});
  for_each_element(here.operand().dimensions(), here.type().dimensions,
                   [&](std::size_t from, std::size_t to) {
                     std::vector<Tensor<D>> arguments = accumulators[to];
                     for (std::size_t input = 0; input < inputs; ++input) {
                       arguments.push_back(element_of(here.operand(input), from));
                     }
                     accumulators[to] = here.machine.call(*body(), arguments);
                   });
  Results<D> results;
  for (std::size_t input = 0; input < inputs; ++input) {
    std::vector<Tensor<D>> elements;
    for (const auto& accumulator : accumulators) elements.push_back(accumulator[input]);
    results.push_back(assembled<D>(here.types[input], elements));
  }
  return results;
}

inline std::vector<TensorType> Reduce::infer(OperandTypes types) const {
  const std::size_t inputs = types.size() / 2;
  const auto shown = [&] { return to_string(types) + ", dimensions " + listed(dimensions); };
  constrain(regions.size() == 1, "reduce_i4", "there is one body", shown);
  constrain(inputs > 0 && types.size() == 2 * inputs, "reduce_c3",
            "there are as many initial values as inputs, and at least one", shown);
  std::vector<std::int64_t> sorted = dimensions;
  std::ranges::sort(sorted);
  for (const std::int64_t axis : sorted) {
    constrain(axis >= 0 && axis < types[0].rank(), "reduce_c4", "dimensions are dimensions of the inputs",
              shown);
  }
  constrain(std::ranges::adjacent_find(sorted) == sorted.end(), "reduce_c5", "dimensions are distinct",
            shown);
  const std::vector<std::int64_t> axes = result_axes(types[0].rank());
  const std::vector<TensorType> parameters = body()->argument_types();
  const std::vector<TensorType> totals = body()->result_types();
  const auto body_shown = [&] { return to_string(parameters) + " -> " + to_string(totals); };
  constrain(parameters.size() == 2 * inputs && totals.size() == inputs, "reduce_c6",
            "the body takes two rank-0 tensors for each input and gives one", body_shown);
  std::vector<TensorType> results;
  for (std::size_t input = 0; input < inputs; ++input) {
    constrain(types[input].dimensions == types[0].dimensions, "reduce_c1", "the inputs have one shape",
              shown);
    constrain(types[inputs + input] == TensorType{types[input].element, {}}, "reduce_c2",
              "an initial value is rank 0 and of its input's element type", shown);
    const TensorType total{totals[input].element, {}};
    constrain(totals[input] == total && parameters[input] == total && parameters[inputs + input] == total,
              "reduce_c6", "the body's arguments and results for one input are rank 0 and of one type",
              body_shown);
    constrain(is_promotable(types[input].element, total.element), "reduce_c6",
              "an input's element type is promotable to its total's",
              [&] { return to_string(types[input]) + " for " + body_shown(); });
    TensorType result = total;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis] >= 0) result.dimensions.push_back(types[input].dimensions[axis]);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace op

// Folds the standard reducer Op over `dimensions` of x from `initial`.
template <class Op>
Value reduce(Value x, double initial, std::vector<std::int64_t> dimensions);
// The sum over `dimensions`, which are removed; the value itself when there are none.
Value reduce_sum(Value x, std::vector<std::int64_t> dimensions);
// The maximum over `dimensions`, which are removed.
Value reduce_max(Value x, std::vector<std::int64_t> dimensions);
// `y` with the reduced `dimensions` of `like` put back by repetition: the inverse shape of a reduction.
Value broadcast_back(Value y, Value like, const std::vector<std::int64_t>& dimensions);

inline std::vector<std::int64_t> all_dimensions(Value x) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(x.rank()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace stepwright

#include "stepwright/ops/add.h"
#include "stepwright/ops/and.h"
#include "stepwright/ops/broadcast_in_dim.h"
#include "stepwright/ops/combiner.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/convert.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/or.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/xor.h"

namespace stepwright {

template <class Op>
Value reduce(Value x, double initial, std::vector<std::int64_t> dimensions) {
  const Value start = scalar(*x.graph, x.element(), initial);
  return apply(op::Reduce{std::move(dimensions), {region_of<Op>(x.element())}}, {x, start});
}

inline Value reduce_sum(Value x, std::vector<std::int64_t> dimensions) {
  if (dimensions.empty()) return x;
  return reduce<op::Add>(x, 0.0, std::move(dimensions));
}

inline Value reduce_max(Value x, std::vector<std::int64_t> dimensions) {
  return reduce<op::Maximum>(x, -std::numeric_limits<double>::infinity(), std::move(dimensions));
}

inline Value broadcast_back(Value y, Value like, const std::vector<std::int64_t>& dimensions) {
  std::vector<std::int64_t> kept;
  for (std::int64_t axis = 0; axis < like.rank(); ++axis) {
    if (std::ranges::find(dimensions, axis) == dimensions.end()) kept.push_back(axis);
  }
  return broadcast_in_dim(y, like.dimensions(), std::move(kept));
}

// Of a sum: the cotangent, repeated. Of an extremum: shared equally by the elements that attain it.
inline Gradient op::Reduce::vjp(const Application& here) const {
  if (here.operands.size() != 2) return NotDifferentiable{"a reduce of several inputs has no gradient rule"};
  const ElementType element = here.operands[0].element();
  const Value x = convert(here.operands[0], here.results[0].element());
  const Value dy = here.cotangent();
  if (combines_by<op::Add>(body())) {
    const Value of_initial = reduce_sum(dy, all_dimensions(dy));
    return Cotangents{convert(broadcast_back(dy, x, dimensions), element), convert(of_initial, element)};
  }
  if (!combines_by<op::Maximum>(body()) && !combines_by<op::Minimum>(body())) {
    return NotDifferentiable{"its body is not add, maximum or minimum"};
  }
  if (here.wanted[1])
    return NotDifferentiable{"the initial value of a maximum or minimum has no gradient rule"};
  const Value attained = compare(x, broadcast_back(here.results[0], x, dimensions), ComparisonDirection::EQ);
  const Value ones = select(attained, constant_like(x, 1.0), constant_like(x, 0.0));
  const Value count = reduce_sum(ones, dimensions);  // 0 where the initial value is the extremum alone
  const Value share = divide(dy, maximum(count, constant_like(count, 1.0)));
  return Cotangents{convert(multiply(ones, broadcast_back(share, x, dimensions)), element), std::nullopt};
}

// Whether a reducer is one commutative operation, and nothing else, on elements of the inputs' own type: MLIR
// names such a one and writes any other in full.
inline bool is_named_reducer(const Region& body, ElementType element) {
  const bool commutative = combines_by<op::Add>(body) || combines_by<op::And>(body) ||
                           combines_by<op::Maximum>(body) || combines_by<op::Minimum>(body) ||
                           combines_by<op::Multiply>(body) || combines_by<op::Or>(body) ||
                           combines_by<op::Xor>(body);
  return commutative && body->body().size() == 1 && body->arguments().front().element() == element;
}

// `stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (T, U) -> V`, or with the
// body in full.
inline void op::Reduce::print(OperationPrinter& printer) const {
  const std::size_t inputs = printer.operand_count() / 2;
  const bool compact = is_named_reducer(body(), printer.operand_type(0).element);
  printer << "(";
  for (std::size_t input = 0; input < inputs; ++input) {
    if (input > 0) printer << ", (";
    printer.operand(input);
    printer << " init: ";
    printer.operand(inputs + input);
    printer << ")";
  }
  if (compact) printer << " applies " << single_operation(body())->name();
  printer << " across dimensions = ";
  printer.integers(dimensions);
  printer.extra_attributes();
  printer << " : ";
  printer.function_type();
  if (!compact) printer.reducer(body(), inputs);
}

inline ParsedOperation op::Reduce::parse(OperationParser& parser) {
  Reduce op;
  std::vector<Value> operands;
  std::vector<Value> initial;
  parser.expect("(");
  do {
    if (!operands.empty()) parser.expect("(");
    operands.push_back(parser.operand());
    parser.expect("init");
    parser.expect(":");
    initial.push_back(parser.operand());
    parser.expect(")");
  } while (parser.accept(","));
  if (parser.accept("applies")) {
    op.regions = {parser.region_applying(parser.operation_name(), initial.front().element())};
  }
  parser.expect("across");
  parser.expect("dimensions");
  parser.expect("=");
  op.dimensions = parser.integers();
  AttributeDictionary extra = parser.attributes();
  FunctionType type = parser.function_type();
  if (op.regions.empty()) op.regions = {parser.reducer()};
  operands.insert(operands.end(), initial.begin(), initial.end());
  return {std::move(op), std::move(operands), std::move(type.operands), std::move(type.results),
          std::move(extra)};
}

}  // namespace stepwright
