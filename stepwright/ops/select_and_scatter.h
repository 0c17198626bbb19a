#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "stepwright/ops/combiner.h"
#include "stepwright/ops/common.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/products.h"
#include "stepwright/ops/region.h"
#include "stepwright/ops/window.h"

namespace stepwright {

namespace op {

// select_and_scatter: goes over each window of the operand in row-major order, keeping an element as long as
// select(kept, next) holds, and combines the window's value of source by `scatter` into the result at the
// element kept. Results begin as the initial value. Padding is never selected; a window that has nothing but
// padding scatters nothing. Operands are operand, source and initial value.
struct SelectAndScatter {
  static constexpr std::string_view name = "stablehlo.select_and_scatter";
  static constexpr std::string_view convention =
      "select_and_scatter: its result does not vary with the operand (its derivative is zero almost "
      "everywhere)";
  std::vector<std::int64_t> window_dimensions;
  std::optional<std::vector<std::int64_t>> window_strides;
  std::optional<Padding> padding;
  std::vector<Region> regions;
  static constexpr auto fields() {
    return std::tuple{field("window_dimensions", &SelectAndScatter::window_dimensions),
                      field("window_strides", &SelectAndScatter::window_strides),
                      field("padding", &SelectAndScatter::padding)};
  }
  void canonicalize() {
    drop_default(window_strides, std::int64_t{1}, window_dimensions.size());
    drop_default(padding, {0, 0}, window_dimensions.size());
  }

  const Region& select() const { return regions[0]; }
  const Region& scatter() const { return regions[1]; }
  Window window() const { return make_window(window_dimensions, window_strides, padding); }

  // The direction in which `select` compares the kept element with the next; none when it is anything else.
  std::optional<ComparisonDirection> direction() const {
    const Operation* single = single_operation(select());
    const auto* compare = single == nullptr ? nullptr : single->as<Compare>();
    if (compare == nullptr || compare->compare_type == ComparisonType::TOTALORDER) return std::nullopt;
    return compare->comparison_direction;
  }
  // Whether it is the gradient of a maximum or minimum over windows: compare GE or LE, and add.
  bool is_of_extremum() const {
    const auto compared = direction();
    const bool extremum = compared == ComparisonDirection::GE || compared == ComparisonDirection::LE;
    return extremum && combines_by<Add>(scatter());
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const TensorType& type = here.type();
    const Tensor<D> source = converted(here.machine, here.operand(1), type.element);
    const Tensor<D> initial = converted(here.machine, here.operand(2), type.element);
    const Combiner<D> combine(here.machine, scatter(), type.element);
    const auto scattered = [&](const auto& values, const auto& start) {
      std::remove_cvref_t<decltype(values)> result(static_cast<std::size_t>(type.count()), start.front());
      for_each_selected(here, [&](std::size_t window, std::size_t selected) {
        result[selected] = combine(result[selected], values[window]);
      });
      return Results<D>{Tensor<D>(type, std::move(result))};
    };
    if (is_floating(type.element)) return scattered(source.scalars(), initial.scalars());
    return scattered(source.integers(), initial.integers());
  }

  Gradient vjp(const Application& here) const;

 private:
  // Calls visit(window, position of the element it selects) for every window that has elements.
  template <Domain D, class Visit>
  void for_each_selected(const Evaluation<D>& here, Visit&& visit) const;
};

// The select region, ready to be asked about many pairs: comparisons run on bare elements, any other region
// is called. A test compares the two.
template <Domain D>
class Selector {
 public:
  Selector(Machine<D>& machine, const SelectAndScatter& op, ElementType element)
      : machine_(machine), region_(op.select()), element_(element), direction_(op.direction()) {}

  bool operator()(const Scalar<D>& kept, const Scalar<D>& next) const {
    const D& domain = machine_.domain();
    const auto less = [&](const auto& a, const auto& b) { return domain.less(a, b); };
    const auto equal = [&](const auto& a, const auto& b) { return domain.equal(a, b); };
    return direction_ ? holds(kept, next, less, equal) : called<std::vector<Scalar<D>>>(kept, next);
  }
  bool operator()(std::int64_t kept, std::int64_t next) const {
    const auto less = [&](std::int64_t a, std::int64_t b) {
      return is_signed(element_) ? a < b : static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
    };
    const auto equal = [](std::int64_t a, std::int64_t b) { return a == b; };
    return direction_ ? holds(kept, next, less, equal) : called<std::vector<std::int64_t>>(kept, next);
  }

 private:
  template <class T, class Less, class Equal>
  bool holds(const T& a, const T& b, Less&& less, Equal&& equal) const {
    switch (*direction_) {
      case ComparisonDirection::EQ:
        return equal(a, b);
      case ComparisonDirection::NE:
        return !equal(a, b);
      case ComparisonDirection::GE:
        return less(b, a) || equal(a, b);
      case ComparisonDirection::GT:
        return less(b, a);
      case ComparisonDirection::LE:
        return less(a, b) || equal(a, b);
      case ComparisonDirection::LT:
        return less(a, b);
    }
    throw InternalError("every comparison direction is covered");
  }
  template <class Elements, class T>
  bool called(const T& kept, const T& next) const {
    const TensorType type{element_, {}};
    const std::vector<Tensor<D>> arguments{{type, Elements{kept}}, {type, Elements{next}}};
    return machine_.call(*region_, arguments).front().integers().front() != 0;
  }

  Machine<D>& machine_;
  const Region& region_;
  ElementType element_;
  std::optional<ComparisonDirection> direction_;
};

template <Domain D, class Visit>
void SelectAndScatter::for_each_selected(const Evaluation<D>& here, Visit&& visit) const {
  const Tensor<D>& operand = here.operand(0);
  const Selector<D> keeps(here.machine, *this, operand.element());
  const WindowWalk walk(window(), operand.dimensions(), strides(operand.dimensions()));
  std::vector<Tap> taps;
  operand.visit([&](const auto& elements) {
    const auto element = [&](std::int64_t at) { return elements[static_cast<std::size_t>(at)]; };
    for_each_index(here.operand(1).dimensions(), [&](const Index& index, std::int64_t at) {
      walk.taps(index, taps);
      std::int64_t selected = -1;
      for (const Tap& tap : taps) {
        if (tap.lhs < 0) continue;
        if (selected < 0 || !keeps(element(selected), element(tap.lhs))) selected = tap.lhs;
      }
      if (selected >= 0) visit(static_cast<std::size_t>(at), static_cast<std::size_t>(selected));
    });
  });
}

inline std::vector<TensorType> SelectAndScatter::infer(OperandTypes types) const {
  expect_operands(types, 3);
  const TensorType& operand = types[0];
  const auto shown = [&] {
    return fmt::format("{}, window [{}]", to_string(types), fmt::join(window_dimensions, ", "));
  };
  constrain(types[1].element == operand.element, "select_and_scatter_c1",
            "operand and source have one element type", shown, "convert the source");
  constrain(types[2] == TensorType{operand.element, {}}, "select_and_scatter_c3",
            "the initial value is rank 0 and of the operand's element type", shown);
  expect_sizes(window_dimensions, operand.rank(), "window_dimensions", "select_and_scatter_c4",
               "select_and_scatter_c5");
  expect_sizes(window_strides, operand.rank(), "window_strides", "select_and_scatter_c6",
               "select_and_scatter_c7");
  expect_padding(padding, operand.rank(), "select_and_scatter_c8");
  const Window axes = window();
  Dimensions windows;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    windows.push_back(axes[axis].count(operand.dimensions[axis]));
  }
  constrain(
      types[1].dimensions == windows, "select_and_scatter_c2", "source has one element for each window",
      [&] { return fmt::format("{} windows for {}", to_string(windows), shown()); },
      "give the source the shape of the reduce_window with the same window");
  constrain(regions.size() == 2, "select_and_scatter_i7", "there are two regions, select and scatter", shown);
  const std::vector<TensorType> two(2, TensorType{operand.element, {}});
  const auto signature = [&](const Region& region) {
    return to_string(region->argument_types()) + " -> " + to_string(region->result_types());
  };
  constrain(select()->argument_types() == two &&
                select()->result_types() == std::vector{TensorType{ElementType::i1, {}}},
            "select_and_scatter_c9",
            "select takes two rank-0 tensors of the operand's element type and gives an i1",
            [&] { return signature(select()) + " for " + shown(); });
  const std::vector<TensorType> results = scatter()->result_types();
  constrain(results.size() == 1 && results[0].rank() == 0 &&
                scatter()->argument_types() == std::vector(2, results[0]) &&
                is_promotable(operand.element, results[0].element),
            "select_and_scatter_c10",
            "scatter takes two rank-0 tensors of an element type that holds the operand's, and gives one",
            [&] { return signature(scatter()) + " for " + shown(); });
  return {TensorType{results[0].element, operand.dimensions}};
}

}  // namespace op

// Adds each window's value of `source` to the element of x that is its maximum (direction GE) or minimum
// (LE), the first of those that tie. Elements that no window selects are 0.
inline Value select_and_scatter(Value x, Value source, ComparisonDirection direction,
                                const op::SelectAndScatter& window) {
  op::SelectAndScatter op = window;
  const auto compared = [&](Value kept, Value next) { return compare(kept, next, direction); };
  op.regions = {binary_region(x.element(), compared), region_of<op::Add>(x.element())};
  return apply(std::move(op), {x, source, scalar(*x.graph, x.element(), 0.0)});
}

}  // namespace stepwright

#include "stepwright/ops/reduce.h"
#include "stepwright/ops/reduce_window.h"
#include "stepwright/ops/window_slices.h"

namespace stepwright {

// The windows of a select_and_scatter that is_of_extremum, with their extrema.
inline ExtremumWindow extremum_window(const op::SelectAndScatter& op, Value operand) {
  const bool maximum = op.direction() == ComparisonDirection::GE;
  const double identity = identity_of_extremum(maximum, operand.element());
  const WindowOptions options{op.window_dimensions, op.window_strides.value_or(Dimensions{}),
                              op.padding.value_or(Padding{})};
  const Value extremum = maximum ? reduce_window<op::Maximum>(operand, identity, options)
                                 : reduce_window<op::Minimum>(operand, identity, options);
  return {operand, extremum, scalar(*operand.graph, operand.element(), identity), op.window()};
}

// Towards the source: what the element a window selects got. Towards the initial value: the sum of all.
inline Gradient op::SelectAndScatter::vjp(const Application& here) const {
  const Value dy = here.cotangent();
  Cotangents cotangents(3);
  if ((here.wanted[1] || here.wanted[2]) && !is_of_extremum()) {
    return NotDifferentiable{"its regions are not `compare GE` or `compare LE`, and add"};
  }
  if (here.wanted[1]) {
    const Value gathered = extremum_window(*this, here.operands[0]).gathered(dy);
    cotangents[1] = convert(gathered, here.operands[1].element());
  }
  if (here.wanted[2]) {
    const Value sum = reduce_sum(dy, all_dimensions(dy));
    cotangents[2] = convert(sum, here.operands[2].element());
  }
  return cotangents;
}

}  // namespace stepwright
