#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "stepwright/base/small_float.h"
#include "stepwright/ops/add.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/pad.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/slice.h"
#include "stepwright/ops/window.h"

namespace stepwright {

// Windows position by position, as ordinary graph operations: for pooling where select_and_scatter cannot
// say it, or is not to be used.

// The value that no element is beyond: -inf under a maximum, +inf under a minimum; the last finite value
// where the type has no infinity.
inline double identity_of_extremum(bool maximum, ElementType element) {
  const double most =
      range_of(element).has_infinity ? std::numeric_limits<double>::infinity() : range_of(element).largest;
  return maximum ? -most : most;
}

// Whether `value` is a constant of this one number throughout.
inline bool is_constant(Value value, double number) {
  const Node& node = value.definition();
  const auto* op = node.is_argument() ? nullptr : node.operation->as<op::Constant>();
  return op != nullptr && op->value.is_splat() && op->value.as_double(0) == number;
}

// The base with its padding and the holes of its dilation filled in.
inline Value padded_base(Value x, Value fill, const Window& window) {
  std::vector<std::int64_t> low, high, interior;
  for (const WindowAxis& axis : window) {
    low.push_back(axis.low);
    high.push_back(axis.high);
    interior.push_back(axis.base_dilation - 1);
  }
  return pad(x, fill, std::move(low), std::move(high), std::move(interior));
}

// What stands under one position of the window, for each of `windows` windows.
inline Value under(Value padded, const Window& window, const Dimensions& windows, IndexView position) {
  std::vector<std::int64_t> start, limit, step;
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    start.push_back(position[axis] * window[axis].window_dilation);
    limit.push_back(start.back() + (windows[axis] - 1) * window[axis].stride + 1);
    step.push_back(window[axis].stride);
  }
  return slice(padded, std::move(start), std::move(limit), std::move(step));
}

// The adjoint of both: each window's value at the element under the position, zeros elsewhere.
inline Value put_under(Value values, const Window& window, const Dimensions& base, IndexView position) {
  std::vector<std::int64_t> low, high, interior, step;
  Dimensions dilated;
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const WindowAxis& along = window[axis];
    dilated.push_back(along.dilated(base[axis]));
    low.push_back(position[axis] * along.window_dilation - along.low);
    high.push_back(dilated.back() - low.back() - (values.dimensions()[axis] - 1) * along.stride - 1);
    interior.push_back(along.stride - 1);
    step.push_back(along.base_dilation);
  }
  const Value zero = scalar(*values.graph, values.element(), 0.0);
  const Value spread = pad(values, zero, std::move(low), std::move(high), std::move(interior));
  return slice(spread, std::vector<std::int64_t>(base.size(), 0), std::move(dilated), std::move(step));
}

// A window over x whose extremum was taken.
struct ExtremumWindow {
  Value x;
  Value extremum;  // of each window
  Value fill;      // what stood in the padding
  Window window;

  // The window's positions in row-major order, and whether the extremum of each window stands there.
  struct Position {
    Index index;
    Value attained;
  };
  // None when there are no windows, or nothing to go over.
  std::vector<Position> positions() const {
    if (x.type().count() * extremum.type().count() == 0) return {};
    Dimensions sizes;
    for (const WindowAxis& axis : window) sizes.push_back(axis.size);
    const Value padded = padded_base(x, fill, window);
    std::vector<Position> result;
    for_each_index(sizes, [&](const Index& index, std::int64_t) {
      const Value element = under(padded, window, extremum.dimensions(), index);
      result.push_back({index, compare(element, extremum, ComparisonDirection::EQ)});
    });
    return result;
  }

  // Gives each window's value to the first element that attains its extremum, and sums what an element gets.
  // A window whose extremum is NaN gives nothing.
  Value scattered(Value values) const {
    const Value zero = constant_like(values, 0.0);
    Value rest = values;  // of the windows whose extremum has not been met yet
    std::optional<Value> sum;
    for (const Position& position : positions()) {
      const Value given =
          put_under(select(position.attained, rest, zero), window, x.dimensions(), position.index);
      sum = sum ? add(*sum, given) : given;
      rest = select(position.attained, zero, rest);
    }
    return sum ? *sum : broadcast_to(scalar(*x.graph, values.element(), 0.0), x.dimensions());
  }

  // The adjoint: the value of `from`, shaped as x, at the first element that attains each window's extremum.
  Value gathered(Value from) const {
    const Value zero = scalar(*from.graph, from.element(), 0.0);
    const Value padded = padded_base(from, zero, window);
    Value result = broadcast_to(zero, extremum.dimensions());
    const std::vector<Position> all = positions();
    // From the last to the first, so that the first one has the last word.
    for (auto position = all.rbegin(); position != all.rend(); ++position) {
      const Value there = under(padded, window, extremum.dimensions(), position->index);
      result = select(position->attained, there, result);
    }
    return result;
  }
};

}  // namespace stepwright
