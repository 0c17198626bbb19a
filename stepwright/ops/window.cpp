#include "stepwright/ops/window.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "stepwright/base/error.h"
#include "stepwright/ir/constraint.h"

namespace stepwright {

Window make_window(std::span<const std::int64_t> sizes,
                   const std::optional<std::vector<std::int64_t>>& strides,
                   const std::optional<Padding>& padding,
                   const std::optional<std::vector<std::int64_t>>& base_dilations,
                   const std::optional<std::vector<std::int64_t>>& window_dilations,
                   const std::optional<std::vector<bool>>& reversal) {
  Window window(sizes.size());
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    window[axis].size = sizes[axis];
    if (strides) window[axis].stride = strides->at(axis);
    if (padding) std::tie(window[axis].low, window[axis].high) = padding->at(axis);
    if (base_dilations) window[axis].base_dilation = base_dilations->at(axis);
    if (window_dilations) window[axis].window_dilation = window_dilations->at(axis);
    if (reversal) window[axis].reversed = reversal->at(axis);
  }
  return window;
}

void expect_sizes(const std::optional<std::vector<std::int64_t>>& values, std::int64_t dimensions,
                  std::string_view name, std::string_view size_constraint,
                  std::string_view positive_constraint) {
  if (!values) return;
  const auto shown = [&] { return fmt::format("{} = [{}]", name, fmt::join(*values, ", ")); };
  constrain(std::ssize(*values) == dimensions, size_constraint,
            fmt::format("{} has one value for each of {} dimensions", name, dimensions), shown,
            "give one value for each dimension, or leave the attribute out");
  constrain(std::ranges::all_of(*values, [](std::int64_t value) { return value > 0; }), positive_constraint,
            fmt::format("{} is positive", name), shown);
}

void expect_padding(const std::optional<Padding>& padding, std::int64_t dimensions,
                    std::string_view constraint) {
  if (!padding) return;
  constrain(
      std::ssize(*padding) == dimensions, constraint,
      fmt::format("padding has a low and a high value for each of {} dimensions", dimensions),
      [&] { return fmt::format("{} pairs", padding->size()); },
      "give one pair for each dimension, or leave the attribute out");
}

// dx[i] sums over all j, κ with j·stride + κ·dilation − low = i·base_dilation. With r = size − 1 − κ in place
// of κ that is a window over ỹ at i·base_dilation + r·dilation − low'. The high padding makes it as many
// windows as the base has elements, exactly.
WindowAxis towards_base(const WindowAxis& axis, std::int64_t base, std::int64_t windows) {
  WindowAxis back;
  back.size = axis.size;
  back.stride = axis.base_dilation;
  back.low = axis.extent() - 1 - axis.low;
  back.high = axis.dilated(base) - 1 + axis.low - (windows - 1) * axis.stride;
  back.base_dilation = axis.stride;
  back.window_dilation = axis.window_dilation;
  return back;
}

// dw[κ] sums dy[j] x̃[κ·dilation + j·stride − low] over j.
WindowAxis towards_kernel(const WindowAxis& axis, std::int64_t base, std::int64_t windows) {
  WindowAxis back;
  back.size = windows;
  back.stride = axis.window_dilation;
  back.low = axis.low;
  back.high = axis.extent() - 1 + (windows - 1) * axis.stride - axis.low - (axis.dilated(base) - 1);
  back.base_dilation = axis.base_dilation;
  back.window_dilation = axis.stride;
  return back;
}

void WindowWalk::taps(IndexView window_index, std::vector<Tap>& taps) const {
  taps.assign(1, {});
  for (std::size_t axis = 0; axis < window_.size(); ++axis) {
    const auto size = static_cast<std::size_t>(window_[axis].size);
    const std::size_t before = taps.size();
    taps.resize(before * size);
    // From the back, so that each tap is read before its place is written.
    for (std::size_t tap = before; tap-- > 0;) {
      const Tap old = taps[tap];
      for (std::size_t at = size; at-- > 0;) {
        const auto position = static_cast<std::int64_t>(at);
        const std::int64_t element = window_[axis].element(base_[axis], window_index[axis], position);
        const bool inside = old.lhs >= 0 && element >= 0;
        taps[tap * size + at] = {inside ? old.lhs + element * base_steps_[axis] : -1,
                                 old.rhs + position * window_steps_[axis]};
      }
    }
  }
}

CroppedAxis cropped(const WindowAxis& axis, std::int64_t base) {
  CroppedAxis result{0, base, axis};
  if (base == 0) return result;
  const std::int64_t dilation = axis.base_dilation;
  const auto elements_in = [&](std::int64_t length) { return (length + dilation - 1) / dilation; };
  if (axis.low < 0) {
    result.first = elements_in(-axis.low);
    result.axis.low = result.first * dilation + axis.low;
  }
  if (axis.high < 0) {
    const std::int64_t removed = elements_in(-axis.high);
    result.limit = base - removed;
    result.axis.high = removed * dilation + axis.high;
  }
  return result;
}

}  // namespace stepwright
