#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "stepwright/ops/combiner.h"
#include "stepwright/ops/common.h"
#include "stepwright/ops/products.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/region.h"
#include "stepwright/ops/window.h"

namespace stepwright {

namespace op {

// reduce_window: folds `body` over each window of the inputs, from the initial values, which also stand in
// the padding and in the holes of a dilated input. Operands are N inputs, then N rank-0 initial values.
// Evaluated in row-major order of the window; the specification leaves the order open.
struct ReduceWindow {
  static constexpr std::string_view name = "stablehlo.reduce_window";
  static constexpr std::string_view convention =
      "reduce_window with maximum or minimum (pooling): of the elements of a window that tie for the "
      "extremum, the first in row-major order gets the whole cotangent; where a finite initial value attains "
      "it, the initial value does";
  std::vector<std::int64_t> window_dimensions;
  std::optional<std::vector<std::int64_t>> window_strides;
  std::optional<std::vector<std::int64_t>> base_dilations;
  std::optional<std::vector<std::int64_t>> window_dilations;
  std::optional<Padding> padding;
  std::vector<Region> regions;
  static constexpr auto fields() {
    return std::tuple{field("window_dimensions", &ReduceWindow::window_dimensions),
                      field("window_strides", &ReduceWindow::window_strides),
                      field("base_dilations", &ReduceWindow::base_dilations),
                      field("window_dilations", &ReduceWindow::window_dilations),
                      field("padding", &ReduceWindow::padding)};
  }
  void canonicalize() {
    const std::size_t rank = window_dimensions.size();
    drop_default(window_strides, std::int64_t{1}, rank);
    drop_default(base_dilations, std::int64_t{1}, rank);
    drop_default(window_dilations, std::int64_t{1}, rank);
    drop_default(padding, {0, 0}, rank);
  }

  const Region& body() const { return regions.front(); }
  Window window() const {
    return make_window(window_dimensions, window_strides, padding, base_dilations, window_dilations);
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    // The inputs and initial values in the body's element types, to which the specification lets them widen.
    const std::size_t inputs = here.types.size();
    std::vector<Tensor<D>> operands;
    for (std::size_t at = 0; at < here.operands.size(); ++at) {
      operands.push_back(converted(here.machine, here.operand(at), here.types[at % inputs].element));
    }
    const Evaluation<D> promoted{here.machine, operands, here.types};
    if (inputs == 1) return {folded(promoted)};
    return folded_together(promoted);
  }

  Gradient vjp(const Application& here) const;

 private:
  // Calls visit(result position, taps) for every window in row-major order.
  template <class Visit>
  void for_each_window(const Dimensions& input, const Dimensions& result, Visit&& visit) const {
    const WindowWalk walk(window(), input, strides(input));
    std::vector<Tap> taps;
    for_each_index(result, [&](const Index& index, std::int64_t at) {
      walk.taps(index, taps);
      visit(static_cast<std::size_t>(at), taps);
    });
  }

  template <Domain D>
  Tensor<D> folded(const Evaluation<D>& here) const {
    const Tensor<D>& input = here.operand(0);
    const Combiner<D> combine(here.machine, body(), input.element());
    const auto fold = [&](const auto& elements, const auto& initial) {
      std::remove_cvref_t<decltype(elements)> result(static_cast<std::size_t>(here.type().count()),
                                                     initial.front());
      for_each_window(input.dimensions(), here.type().dimensions, [&](std::size_t to, const auto& taps) {
        for (const Tap& tap : taps) {
          const auto& element = tap.lhs < 0 ? initial.front() : elements[static_cast<std::size_t>(tap.lhs)];
          result[to] = combine(result[to], element);
        }
      });
      return Tensor<D>(here.type(), std::move(result));
    };
    if (is_floating(input.element())) return fold(input.scalars(), here.operand(1).scalars());
    return fold(input.integers(), here.operand(1).integers());
  }

  // Several inputs with one body: the accumulators of a window travel together.
  template <Domain D>
  Results<D> folded_together(const Evaluation<D>& here) const {
    const std::size_t inputs = here.types.size();
    const auto initial = here.operands.subspan(inputs);
    std::vector<std::vector<Tensor<D>>> accumulators;
    for_each_window(here.operand().dimensions(), here.type().dimensions, [&](std::size_t, const auto& taps) {
      std::vector<Tensor<D>> accumulator(initial.begin(), initial.end());
      for (const Tap& tap : taps) {
        std::vector<Tensor<D>> arguments = std::move(accumulator);
        for (std::size_t input = 0; input < inputs; ++input) {
          arguments.push_back(tap.lhs < 0
                                  ? initial[input]
                                  : element_of(here.operand(input), static_cast<std::size_t>(tap.lhs)));
        }
        accumulator = here.machine.call(*body(), arguments);
      }
      accumulators.push_back(std::move(accumulator));
    });
    Results<D> results;
    for (std::size_t input = 0; input < inputs; ++input) {
      std::vector<Tensor<D>> elements;
      for (const auto& accumulator : accumulators) elements.push_back(accumulator[input]);
      results.push_back(assembled<D>(here.types[input], elements));
    }
    return results;
  }

  Value sum_cotangent(Value x, Value cotangent) const;
  Cotangents extremum_cotangents(const Application& here, bool maximum) const;
};

}  // namespace op

// The attributes of a window over every dimension. An empty list is the default: strides and dilations 1, no
// padding.
struct WindowOptions {
  std::vector<std::int64_t> dimensions;
  std::vector<std::int64_t> strides = {};
  Padding padding = {};
  std::vector<std::int64_t> base_dilations = {};
  std::vector<std::int64_t> window_dilations = {};
};

// Folds the standard reducer Op over each window of x from `initial`. Negative padding becomes a slice of x.
template <class Op>
Value reduce_window(Value x, double initial, WindowOptions options);

}  // namespace stepwright

#include "stepwright/ops/constant.h"
#include "stepwright/ops/select_and_scatter.h"
#include "stepwright/ops/slice.h"
#include "stepwright/ops/window_slices.h"

namespace stepwright {

namespace op {

inline std::vector<TensorType> ReduceWindow::infer(OperandTypes types) const {
  const std::size_t inputs = types.size() / 2;
  const auto shown = [&] {
    return fmt::format("{}, window [{}]", to_string(types), fmt::join(window_dimensions, ", "));
  };
  constrain(inputs > 0 && types.size() == 2 * inputs, "reduce_window_c1",
            "there are as many initial values as inputs, and at least one", shown);
  const std::int64_t rank = types[0].rank();
  for (std::size_t input = 0; input < inputs; ++input) {
    constrain(types[input].dimensions == types[0].dimensions, "reduce_window_c2", "the inputs have one shape",
              shown);
    constrain(types[inputs + input] == TensorType{types[input].element, {}}, "reduce_window_c3",
              "an initial value is rank 0 and of its input's element type", shown);
  }
  expect_sizes(window_dimensions, rank, "window_dimensions", "reduce_window_c4", "reduce_window_c5");
  expect_sizes(window_strides, rank, "window_strides", "reduce_window_c6", "reduce_window_c7");
  expect_sizes(base_dilations, rank, "base_dilations", "reduce_window_c8", "reduce_window_c9");
  expect_sizes(window_dilations, rank, "window_dilations", "reduce_window_c10", "reduce_window_c11");
  expect_padding(padding, rank, "reduce_window_c12");

  constrain(regions.size() == 1, "reduce_window_i8", "there is one region", shown);
  const std::vector<TensorType> results = body()->result_types();
  std::vector<TensorType> twice = results;
  twice.insert(twice.end(), results.begin(), results.end());
  const auto rank_0 = [](const TensorType& type) { return type.rank() == 0; };
  constrain(
      results.size() == inputs && body()->argument_types() == twice && std::ranges::all_of(results, rank_0),
      "reduce_window_c13", "the body takes two rank-0 tensors for each input and gives one of their type",
      [&] { return to_string(body()->argument_types()) + " -> " + to_string(results) + " for " + shown(); });
  const Window axes = window();
  Dimensions windows;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    windows.push_back(axes[axis].count(types[0].dimensions[axis]));
  }
  std::vector<TensorType> inferred;
  for (std::size_t input = 0; input < inputs; ++input) {
    constrain(is_promotable(types[input].element, results[input].element), "reduce_window_c13",
              "the body's element type holds the input's",
              [&] { return to_string(results) + " for " + shown(); });
    inferred.push_back({results[input].element, windows});
  }
  return inferred;
}

}  // namespace op

template <class Op>
Value reduce_window(Value x, double initial, WindowOptions options) {
  const Value start = scalar(*x.graph, x.element(), initial);
  op::ReduceWindow op{std::move(options.dimensions),
                      present(std::move(options.strides)),
                      present(std::move(options.base_dilations)),
                      present(std::move(options.window_dilations)),
                      present(std::move(options.padding)),
                      {region_of<Op>(x.element())}};
  const auto negative = [](const auto& pair) { return pair.first < 0 || pair.second < 0; };
  if (!op.padding || std::ranges::none_of(*op.padding, negative)) return apply(std::move(op), {x, start});
  const TensorType type = result_types(op, std::array{x, start}).front();
  const Window window = op.window();
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> limit;
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const CroppedAxis rest = cropped(window[axis], x.dimensions()[axis]);
    if (rest.first >= rest.limit) return broadcast_to(start, type.dimensions);
    first.push_back(rest.first);
    limit.push_back(rest.limit);
    op.padding->at(axis) = {rest.axis.low, rest.axis.high};
  }
  return apply(std::move(op), {slice(x, std::move(first), std::move(limit)), start});
}

namespace op {

// The windows over the cotangent that each element of x lies under, summed: the cotangent with its stride's
// holes and the padding of the way back filled with zeros, then a reduce_window.
inline Value ReduceWindow::sum_cotangent(Value x, Value cotangent) const {
  const Window forward = window();
  Window spread;
  WindowOptions options;
  std::vector<std::int64_t> first, limit;
  for (std::size_t axis = 0; axis < forward.size(); ++axis) {
    const std::int64_t windows = cotangent.dimensions()[axis];
    const CroppedAxis back = cropped(towards_base(forward[axis], x.dimensions()[axis], windows), windows);
    if (back.first >= back.limit) return constant_like(x, 0.0);
    first.push_back(back.first);
    limit.push_back(back.limit);
    spread.push_back(back.axis);
    options.dimensions.push_back(back.axis.size);
    options.strides.push_back(back.axis.stride);
    options.window_dilations.push_back(back.axis.window_dilation);
  }
  const Value zero = scalar(*cotangent.graph, cotangent.element(), 0.0);
  const Value rest = slice(cotangent, std::move(first), std::move(limit));
  const Value sum = reduce_window<Add>(padded_base(rest, zero, spread), 0.0, std::move(options));
  return convert(sum, x.element());
}

// Whether select_and_scatter can say it: it has no dilations, and no compiler has been seen to get negative
// padding and windows without elements right.
inline bool fits_select_and_scatter(const Window& window, const Dimensions& base, const Dimensions& windows) {
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const WindowAxis& along = window[axis];
    if (along.base_dilation != 1 || along.window_dilation != 1 || along.low < 0 || along.high < 0)
      return false;
    // The first and the last window reach furthest into the padding.
    const std::int64_t last_begins = (windows[axis] - 1) * along.stride - along.low;
    if (along.low >= along.size || last_begins >= base[axis]) return false;
  }
  return true;
}

// The cotangent goes to x where the extremum is beyond the initial value, else to the initial value.
inline Cotangents ReduceWindow::extremum_cotangents(const Application& here, bool maximum) const {
  const Value x = here.operands[0];
  const Value initial = here.operands[1];
  const Value y = here.results[0];
  Value dy = convert(here.cotangent(), x.element());
  Cotangents cotangents(2);
  const bool identity = is_constant(initial, identity_of_extremum(maximum, initial.element()));
  if (!identity) {
    const Value zero = constant_like(dy, 0.0);
    const Value beyond = compare(y, broadcast_to(convert(initial, y.element()), y.dimensions()),
                                 maximum ? ComparisonDirection::GT : ComparisonDirection::LT);
    if (here.wanted[1]) cotangents[1] = reduce_sum(stepwright::select(beyond, zero, dy), all_dimensions(dy));
    dy = stepwright::select(beyond, dy, zero);
  }
  if (!here.wanted[0]) return cotangents;
  if (fits_select_and_scatter(window(), x.dimensions(), y.dimensions())) {
    cotangents[0] = select_and_scatter(x, dy, maximum ? ComparisonDirection::GE : ComparisonDirection::LE,
                                       {window_dimensions, window_strides, padding, {}});
  } else {
    cotangents[0] = ExtremumWindow{x, convert(y, x.element()), initial, window()}.scattered(dy);
  }
  return cotangents;
}

inline Gradient ReduceWindow::vjp(const Application& here) const {
  if (here.operands.size() != 2) {
    return NotDifferentiable{"a reduce_window of several inputs has no gradient rule"};
  }
  const Value x = here.operands[0];
  const bool empty = x.type().count() * here.cotangent().type().count() == 0;
  if (combines_by<Add>(body())) {
    if (here.wanted[1]) return NotDifferentiable{"the initial value of a windowed sum has no gradient rule"};
    return Cotangents{empty ? constant_like(x, 0.0) : sum_cotangent(x, here.cotangent()), std::nullopt};
  }
  const bool maximum = combines_by<Maximum>(body());
  if (!maximum && !combines_by<Minimum>(body())) {
    return NotDifferentiable{"its body is not add, maximum or minimum"};
  }
  if (empty) return Cotangents{constant_like(x, 0.0), scalar(here.graph(), x.element(), 0.0)};
  return extremum_cotangents(here, maximum);
}

}  // namespace op

}  // namespace stepwright
