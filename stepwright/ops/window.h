#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/tensor/index.h"

namespace stepwright {

using Padding = std::vector<std::pair<std::int64_t, std::int64_t>>;  // low and high, of each dimension

// A window that slides along one dimension, in the terms of the specification's convolution and
// reduce_window. Lengths are in elements.
struct WindowAxis {
  std::int64_t size = 1;
  std::int64_t stride = 1;
  std::int64_t low = 0;   // padding before the base, negative: cropping
  std::int64_t high = 0;  // and after it
  std::int64_t base_dilation = 1;
  std::int64_t window_dilation = 1;
  bool reversed = false;

  // The base with its holes: 0 when it is empty.
  std::int64_t dilated(std::int64_t base) const { return base == 0 ? 0 : (base - 1) * base_dilation + 1; }
  std::int64_t padded(std::int64_t base) const { return low + dilated(base) + high; }
  // The window with its holes.
  std::int64_t extent() const { return size == 0 ? 0 : (size - 1) * window_dilation + 1; }
  // num_windows: how many windows fit into the padded base.
  std::int64_t count(std::int64_t base) const {
    const std::int64_t room = padded(base);
    if (room == 0 || extent() > room) return 0;
    return (room - extent()) / stride + 1;
  }
  // The element of the base under position `at` of the window with number `window`; -1 in the padding and in
  // a hole.
  std::int64_t element(std::int64_t base, std::int64_t window, std::int64_t at) const {
    const std::int64_t forward = reversed ? size - 1 - at : at;
    const std::int64_t place = window * stride + forward * window_dilation - low;
    if (place < 0 || place % base_dilation != 0 || place / base_dilation >= base) return -1;
    return place / base_dilation;
  }
};

using Window = std::vector<WindowAxis>;

// The attributes of a window as StableHLO has them; a missing one is 1, or no padding, in each dimension.
Window make_window(std::span<const std::int64_t> sizes,
                   const std::optional<std::vector<std::int64_t>>& strides,
                   const std::optional<Padding>& padding,
                   const std::optional<std::vector<std::int64_t>>& base_dilations = {},
                   const std::optional<std::vector<std::int64_t>>& window_dilations = {},
                   const std::optional<std::vector<bool>>& reversal = {});

// UserError unless the attribute, where it is there, has one value for each of `dimensions` dimensions, and
// each value is positive.
void expect_sizes(const std::optional<std::vector<std::int64_t>>& values, std::int64_t dimensions,
                  std::string_view name, std::string_view size_constraint,
                  std::string_view positive_constraint);
void expect_padding(const std::optional<Padding>& padding, std::int64_t dimensions,
                    std::string_view constraint);

// Removes an attribute that has the default in each dimension.
template <class T>
void drop_default(std::optional<std::vector<T>>& values, const T& standard, std::size_t dimensions) {
  if (!values || values->size() != dimensions) return;
  for (const T& value : *values) {
    if (value != standard) return;
  }
  values.reset();
}

// An attribute from a builder's list, in which an empty one stands for the default.
template <class T>
std::optional<std::vector<T>> present(std::vector<T> values) {
  if (values.empty()) return std::nullopt;
  return values;
}

// Two elements that meet, by their distance from where the operands' blocks begin.
struct Tap {
  std::int64_t lhs = 0;
  std::int64_t rhs = 0;
};

// The windows of the linear map's adjoints. A window takes the base x to y[j] = Σ_κ x̃[j·stride + κ·dilation −
// low] w[κ], where x̃ is x with its holes (reversal aside, which is the kernel's business).
// Towards the base: over the cotangent of y, dilated by the stride, with the kernel turned around.
WindowAxis towards_base(const WindowAxis& axis, std::int64_t base, std::int64_t windows);
// Towards the kernel: over x, with the cotangent of y, dilated by the stride, as the kernel.
WindowAxis towards_kernel(const WindowAxis& axis, std::int64_t base, std::int64_t windows);

// Which elements of the base lie under a window.
class WindowWalk {
 public:
  // `base` are the sizes of the dimensions the window slides along, `base_steps` and `window_steps` the
  // distances of neighbours in the base and in the kernel (none: a window without a kernel).
  WindowWalk(Window window, Dimensions base, std::vector<std::int64_t> base_steps,
             std::vector<std::int64_t> window_steps = {})
      : window_(std::move(window)),
        base_(std::move(base)),
        base_steps_(std::move(base_steps)),
        window_steps_(std::move(window_steps)) {
    window_steps_.resize(window_.size(), 0);
  }

  // The window's positions in row-major order: lhs in the base, -1 in the padding and in holes; rhs in the
  // kernel. `taps` is overwritten.
  void taps(IndexView window_index, std::vector<Tap>& taps) const;

 private:
  Window window_;
  Dimensions base_;
  std::vector<std::int64_t> base_steps_;
  std::vector<std::int64_t> window_steps_;
};

// What is left of a dimension of the base when its negative padding is cut off, and the window over the rest,
// which has none. XLA joins a crop with the window's padding, which is wrong (openxla/xla issue 48715), so
// what we emit slices the operand and pads by what is left.
struct CroppedAxis {
  std::int64_t first = 0;  // the elements [first, limit) stay
  std::int64_t limit = 0;
  WindowAxis axis;
};
CroppedAxis cropped(const WindowAxis& axis, std::int64_t base);

}  // namespace stepwright
