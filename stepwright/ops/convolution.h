#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "stepwright/ops/common.h"
#include "stepwright/ops/dimension_numbers.h"
#include "stepwright/ops/products.h"
#include "stepwright/ops/window.h"

namespace stepwright {

namespace op {

// convolution: at every place of a window that slides along the spatial dimensions of lhs, sums products of
// the elements under it with the kernel rhs over the window and the input features. The kernel is not turned
// around (unless window_reversal says so). The padding of lhs is zeros; products with it are left out.
// With feature groups, a group of output features sees only its group of input features; with batch groups,
// only its group of the batch. Products are formed and summed in the wider of the operands' and the result's
// element types.
struct Convolution {
  static constexpr std::string_view name = "stablehlo.convolution";
  std::optional<std::vector<std::int64_t>> window_strides;
  std::optional<Padding> padding;
  std::optional<std::vector<std::int64_t>> lhs_dilation;
  std::optional<std::vector<std::int64_t>> rhs_dilation;
  std::optional<std::vector<bool>> window_reversal;
  ConvolutionDimensions dimension_numbers;
  std::int64_t feature_group_count = 1;
  std::int64_t batch_group_count = 1;
  std::optional<PrecisionConfig> precision_config;
  ElementType result_element = ElementType::f32;
  static constexpr auto fields() {
    return std::tuple{field("window_strides", &Convolution::window_strides),
                      field("padding", &Convolution::padding),
                      field("lhs_dilation", &Convolution::lhs_dilation),
                      field("rhs_dilation", &Convolution::rhs_dilation),
                      field("window_reversal", &Convolution::window_reversal),
                      field("dimension_numbers", &Convolution::dimension_numbers),
                      field("feature_group_count", &Convolution::feature_group_count),
                      field("batch_group_count", &Convolution::batch_group_count),
                      field("precision_config", &Convolution::precision_config)};
  }
  void canonicalize();

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    return {summed_products(here, [&](const auto& products, auto* lhs, auto* rhs, auto* result) {
      convolve(here.operand(0).dimensions(), here.operand(1).dimensions(), here.type().dimensions, products,
               lhs, rhs, result);
    })};
  }

  Gradient vjp(const Application& here) const;

  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

  // The window along the spatial dimensions, for a kernel of these dimensions.
  Window window(const Dimensions& rhs) const {
    return make_window(picked(rhs, dimension_numbers.kernel_spatial), window_strides, padding, lhs_dilation,
                       rhs_dilation, window_reversal);
  }
  void set_window(const Window& window);

  // Of the gradient with respect to a kernel with feature groups there are two forms, equal in meaning: with
  // the groups as batch groups, or as feature groups after moving them in lhs from the features to the batch.
  enum class GroupsOfKernelGradient { batch, feature };
  Value lhs_cotangent(Value lhs, Value rhs, Value cotangent) const;
  Value rhs_cotangent(Value lhs, Value rhs, Value cotangent,
                      GroupsOfKernelGradient groups = GroupsOfKernelGradient::batch) const;

 private:
  static std::vector<std::int64_t> picked(const std::vector<std::int64_t>& values,
                                          const std::vector<std::int64_t>& axes) {
    std::vector<std::int64_t> result;
    for (const std::int64_t axis : axes) result.push_back(values.at(static_cast<std::size_t>(axis)));
    return result;
  }

  void expect_window(std::int64_t spatial) const;
  void expect_groups(OperandTypes types) const;

  template <Domain D, class Element>
  void convolve(const Dimensions& lhs_shape, const Dimensions& rhs_shape, const Dimensions& result_shape,
                const Products<D>& products, const Element* lhs, const Element* rhs, Element* result) const;
};

// For each place of the window the elements under it are found once, and used for all of the batch and the
// features.
template <Domain D, class Element>
void Convolution::convolve(const Dimensions& lhs_shape, const Dimensions& rhs_shape,
                           const Dimensions& result_shape, const Products<D>& products, const Element* lhs,
                           const Element* rhs, Element* result) const {
  const ConvolutionDimensions& at = dimension_numbers;
  const auto along = [](const std::vector<std::int64_t>& values, std::int64_t axis) {
    return values[static_cast<std::size_t>(axis)];
  };
  const std::vector<std::int64_t> lhs_steps = strides(lhs_shape);
  const std::vector<std::int64_t> rhs_steps = strides(rhs_shape);
  const std::vector<std::int64_t> result_steps = strides(result_shape);
  const std::int64_t output_step = along(result_steps, at.output_feature);
  const std::int64_t groups = feature_group_count * batch_group_count;
  const std::int64_t batch = along(result_shape, at.output_batch);
  const std::int64_t outputs = along(result_shape, at.output_feature) / groups;
  const std::int64_t inputs = along(rhs_shape, at.kernel_input_feature);
  const std::int64_t group_step = feature_group_count > 1 ? inputs * along(lhs_steps, at.input_feature)
                                                          : batch * along(lhs_steps, at.input_batch);
  std::vector<std::int64_t> kernels;  // of a group, one for each output feature
  for (std::int64_t output = 0; output < outputs; ++output) {
    kernels.push_back(output * along(rhs_steps, at.kernel_output_feature));
  }
  const std::vector<std::int64_t> spatial_steps = picked(result_steps, at.output_spatial);
  const WindowWalk walk(window(rhs_shape), picked(lhs_shape, at.input_spatial),
                        picked(lhs_steps, at.input_spatial), picked(rhs_steps, at.kernel_spatial));
  std::vector<Tap> taps;
  for_each_index(picked(result_shape, at.output_spatial), [&](const Index& index, std::int64_t) {
    walk.taps(index, taps);
    std::erase_if(taps, [](const Tap& tap) { return tap.lhs < 0; });
    Element* place =
        result + std::inner_product(index.begin(), index.end(), spatial_steps.begin(), std::int64_t{0});
    for (std::int64_t group = 0; group < groups; ++group) {
      const Element* kernel = rhs + group * outputs * along(rhs_steps, at.kernel_output_feature);
      for (std::int64_t example = 0; example < batch; ++example) {
        const Element* input = lhs + group * group_step + example * along(lhs_steps, at.input_batch);
        Element* sums =
            place + group * outputs * output_step + example * along(result_steps, at.output_batch);
        for (std::int64_t feature = 0; feature < inputs; ++feature) {
          products.add(sums, output_step, input + feature * along(lhs_steps, at.input_feature),
                       kernel + feature * along(rhs_steps, at.kernel_input_feature), kernels, taps);
        }
      }
    }
  });
}

}  // namespace op

// The attributes of a convolution. An empty list is the default: strides and dilations 1, no padding, no
// reversal, DEFAULT precision.
struct ConvolutionOptions {
  std::vector<std::int64_t> strides = {};
  Padding padding = {};
  std::vector<std::int64_t> lhs_dilation = {};
  std::vector<std::int64_t> rhs_dilation = {};
  std::vector<bool> reversal = {};
  std::optional<ConvolutionDimensions> dimension_numbers =
      {};  // none: [b, f, 0, …]x[o, i, 0, …]->[b, f, 0, …]
  std::int64_t feature_group_count = 1;
  std::int64_t batch_group_count = 1;
  PrecisionConfig precision = {};
  std::optional<ElementType> result_element = {};  // none: the operands'
};

// Negative padding becomes a slice of lhs.
Value convolution(Value lhs, Value rhs, ConvolutionOptions options = {});

}  // namespace stepwright

#include "stepwright/ops/constant.h"
#include "stepwright/ops/reshape.h"
#include "stepwright/ops/reverse.h"
#include "stepwright/ops/slice.h"
#include "stepwright/ops/transpose.h"

namespace stepwright {

namespace op {

inline void Convolution::canonicalize() {
  const std::size_t spatial = dimension_numbers.input_spatial.size();
  drop_default(window_strides, std::int64_t{1}, spatial);
  drop_default(padding, {0, 0}, spatial);
  drop_default(lhs_dilation, std::int64_t{1}, spatial);
  drop_default(rhs_dilation, std::int64_t{1}, spatial);
  drop_default(window_reversal, false, spatial);
  if (precision_config && is_default(*precision_config)) precision_config.reset();
}

inline void Convolution::set_window(const Window& window) {
  window_strides.emplace();
  padding.emplace();
  lhs_dilation.emplace();
  rhs_dilation.emplace();
  window_reversal.emplace();
  for (const WindowAxis& axis : window) {
    window_strides->push_back(axis.stride);
    padding->emplace_back(axis.low, axis.high);
    lhs_dilation->push_back(axis.base_dilation);
    rhs_dilation->push_back(axis.window_dilation);
    window_reversal->push_back(axis.reversed);
  }
}

// The dimension numbers of one operand, or of the result: as many spatial ones as there are dimensions but
// two, and all of them distinct.
inline void expect_dimension_numbers(std::int64_t rank, std::int64_t first, std::int64_t second,
                                     const std::vector<std::int64_t>& spatial, std::string_view of,
                                     std::string_view size_constraint, std::string_view constraint) {
  const auto shown = [&] {
    return fmt::format("{}, {} and spatial [{}] of rank {}", first, second, fmt::join(spatial, ", "), rank);
  };
  constrain(std::ssize(spatial) == rank - 2, size_constraint,
            fmt::format("the {} has a spatial dimension number for each dimension but two", of), shown,
            "write dimension numbers for this rank");
  std::vector<std::int64_t> all = spatial;
  all.push_back(first);
  all.push_back(second);
  std::ranges::sort(all);
  constrain(std::ranges::adjacent_find(all) == all.end() && all.front() >= 0 && all.back() < rank, constraint,
            fmt::format("the {}'s dimension numbers are its dimensions, each once", of), shown);
}

inline void Convolution::expect_window(std::int64_t spatial) const {
  expect_sizes(window_strides, spatial, "window_strides", "convolution_c2", "convolution_c3");
  expect_padding(padding, spatial, "convolution_c4");
  expect_sizes(lhs_dilation, spatial, "lhs_dilation", "convolution_c5", "convolution_c6");
  expect_sizes(rhs_dilation, spatial, "rhs_dilation", "convolution_c7", "convolution_c8");
  constrain(!window_reversal || std::ssize(*window_reversal) == spatial, "convolution_c9",
            fmt::format("window_reversal has one value for each of {} dimensions", spatial),
            [&] { return fmt::format("{} values", window_reversal->size()); });
}

inline void Convolution::expect_groups(OperandTypes types) const {
  const ConvolutionDimensions& at = dimension_numbers;
  const auto shown = [&] {
    return fmt::format("{}, {}, feature_group_count {}, batch_group_count {}", to_string(types),
                       to_string(at), feature_group_count, batch_group_count);
  };
  constrain(feature_group_count > 0, "convolution_c21", "feature_group_count is positive", shown);
  constrain(batch_group_count > 0, "convolution_c22", "batch_group_count is positive", shown);
  constrain(feature_group_count == 1 || batch_group_count == 1, "convolution_c23",
            "there are feature groups or batch groups, not both", shown);
  const std::int64_t features = types[0].dimension(at.input_feature);
  const std::int64_t kernel_features = types[1].dimension(at.kernel_input_feature);
  const std::int64_t outputs = types[1].dimension(at.kernel_output_feature);
  constrain(types[0].dimension(at.input_batch) % batch_group_count == 0, "convolution_c10",
            "the batch divides into batch_group_count groups", shown);
  constrain(features % feature_group_count == 0, "convolution_c11",
            "the input features divide into feature_group_count groups", shown);
  constrain(
      kernel_features == features / feature_group_count, "convolution_c14",
      "the kernel has the input features of one feature group",
      [&] {
        return fmt::format("{} in the kernel, {} in the input: {}", kernel_features, features, shown());
      },
      "give the kernel input features / feature_group_count, or change feature_group_count");
  constrain(outputs % batch_group_count == 0, "convolution_c15",
            "the output features divide into batch_group_count groups", shown);
  constrain(outputs % feature_group_count == 0, "convolution_c16",
            "the output features divide into feature_group_count groups", shown);
}

inline std::vector<TensorType> Convolution::infer(OperandTypes types) const {
  expect_operands(types, 2);
  const TensorType& lhs = types[0];
  const TensorType& rhs = types[1];
  const ConvolutionDimensions& at = dimension_numbers;
  constrain(
      lhs.rank() == rhs.rank() && lhs.rank() >= 2, "convolution_c1", "lhs and rhs have one rank, at least 2",
      [&] { return to_string(types); }, "reshape an operand");
  constrain(
      lhs.element == rhs.element && same_kind(lhs.element, result_element), "convolution_c27",
      "lhs and rhs have one element type, and the result's is of its kind",
      [&] { return to_string(types) + " -> " + std::string(stepwright::name(result_element)); },
      "convert an operand");
  expect_dimension_numbers(lhs.rank(), at.input_batch, at.input_feature, at.input_spatial, "input",
                           "convolution_c12", "convolution_c13");
  expect_dimension_numbers(rhs.rank(), at.kernel_input_feature, at.kernel_output_feature, at.kernel_spatial,
                           "kernel", "convolution_c17", "convolution_c18");
  expect_dimension_numbers(lhs.rank(), at.output_batch, at.output_feature, at.output_spatial, "output",
                           "convolution_c19", "convolution_c20");
  expect_window(lhs.rank() - 2);
  expect_groups(types);
  expect_precision(precision_config, "convolution_c24");

  TensorType result{result_element, Dimensions(lhs.dimensions.size())};
  const auto set = [&](std::int64_t axis, std::int64_t size) {
    result.dimensions[static_cast<std::size_t>(axis)] = size;
  };
  set(at.output_batch, lhs.dimension(at.input_batch) / batch_group_count);
  set(at.output_feature, rhs.dimension(at.kernel_output_feature));
  const Window axes = window(rhs.dimensions);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    set(at.output_spatial[axis], axes[axis].count(lhs.dimension(at.input_spatial[axis])));
  }
  return {result};
}

// `stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad =
// [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (T, U) -> V`
inline void Convolution::print(OperationPrinter& printer) const {
  std::string parts;
  const auto add = [&](std::string_view part, const std::string& values) {
    parts += fmt::format("{}{} = [{}]", parts.empty() ? "" : ", ", part, values);
  };
  if (window_strides) add("stride", fmt::format("{}", fmt::join(*window_strides, ", ")));
  if (padding) {
    std::vector<std::string> pairs;
    for (const auto& [low, high] : *padding) pairs.push_back(fmt::format("[{}, {}]", low, high));
    add("pad", fmt::format("{}", fmt::join(pairs, ", ")));
  }
  if (lhs_dilation) add("lhs_dilate", fmt::format("{}", fmt::join(*lhs_dilation, ", ")));
  if (rhs_dilation) add("rhs_dilate", fmt::format("{}", fmt::join(*rhs_dilation, ", ")));
  if (window_reversal) add("reverse", fmt::format("{}", fmt::join(*window_reversal, ", ")));
  printer << "(";
  printer.operands();
  printer << ") dim_numbers = " << to_string(dimension_numbers) << ", window = {" << parts << "}";
  constexpr std::array<std::string_view, 6> elided{"dimension_numbers", "lhs_dilation",    "padding",
                                                   "rhs_dilation",      "window_reversal", "window_strides"};
  printer.attributes(elided);
  printer << " : ";
  printer.function_type();
}

namespace convolution_text {

// `[1, 2]` or `[true, false]`; MLIR reads numbers in the place of booleans as well.
inline std::vector<bool> booleans(OperationParser& parser) {
  std::vector<bool> values;
  parser.expect("[");
  while (!parser.accept("]")) {
    if (!values.empty()) parser.expect(",");
    if (parser.accept("true")) {
      values.push_back(true);
    } else {
      values.push_back(!parser.accept("false") && parser.integer() != 0);
    }
  }
  return values;
}

// `[[0, 1], [2, 3]]`
inline Padding pairs(OperationParser& parser) {
  Padding values;
  parser.expect("[");
  while (!parser.accept("]")) {
    if (!values.empty()) parser.expect(",");
    const std::vector<std::int64_t> pair = parser.integers();
    if (pair.size() != 2) parser.fail("padding is a pair for each dimension", "`[low, high]`");
    values.emplace_back(pair[0], pair[1]);
  }
  return values;
}

}  // namespace convolution_text

inline ParsedOperation Convolution::parse(OperationParser& parser) {
  Convolution op;
  parser.expect("(");
  const Value lhs = parser.operand();
  parser.expect(",");
  const Value rhs = parser.operand();
  parser.expect(")");
  parser.expect("dim_numbers");
  parser.expect("=");
  op.dimension_numbers = parse_convolution_dimensions(parser);
  parser.expect(",");
  parser.expect("window");
  parser.expect("=");
  parser.expect("{");
  while (!parser.accept("}")) {
    const std::string part = parser.keyword();
    parser.expect("=");
    if (part == "stride" && !op.window_strides) {
      op.window_strides = parser.integers();
    } else if (part == "pad" && !op.padding) {
      op.padding = convolution_text::pairs(parser);
    } else if (part == "lhs_dilate" && !op.lhs_dilation) {
      op.lhs_dilation = parser.integers();
    } else if (part == "rhs_dilate" && !op.rhs_dilation) {
      op.rhs_dilation = parser.integers();
    } else if (part == "reverse" && !op.window_reversal) {
      op.window_reversal = convolution_text::booleans(parser);
    } else {
      parser.fail("unknown or repeated part of a window: " + part,
                  "stride, pad, lhs_dilate, rhs_dilate or reverse, each at most once");
    }
    if (!parser.accept(",")) {
      parser.expect("}");
      break;
    }
  }
  AttributeDictionary attributes = parser.attributes();
  for (const auto& [member, attribute] : attributes_of(op)) {
    // What the text before the braces said; the braces hold the rest.
    if (!member.ends_with("_count")) attributes.emplace(member, attribute);
  }
  take_attributes(op, attributes);
  FunctionType type = parser.function_type();
  set_declared_types(op, type.results);
  return {
      std::move(op), {lhs, rhs}, std::move(type.operands), std::move(type.results), std::move(attributes)};
}

// ---- Gradient ----

// Applies a convolution with its negative padding cut out of lhs.
inline Value apply_cropped(Convolution op, Value lhs, Value rhs) {
  const auto negative = [](const auto& pair) { return pair.first < 0 || pair.second < 0; };
  if (!op.padding || std::ranges::none_of(*op.padding, negative)) return apply(std::move(op), {lhs, rhs});
  const TensorType type = result_types(op, std::array{lhs, rhs}).front();
  Window window = op.window(rhs.dimensions());
  std::vector<std::int64_t> start(lhs.dimensions().size(), 0);
  std::vector<std::int64_t> limit = lhs.dimensions();
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const std::int64_t dimension = op.dimension_numbers.input_spatial[axis];
    const CroppedAxis rest = cropped(window[axis], lhs.dimension(dimension));
    if (rest.first >= rest.limit) return broadcast_to(scalar(*lhs.graph, type.element, 0.0), type.dimensions);
    window[axis] = rest.axis;
    start[static_cast<std::size_t>(dimension)] = rest.first;
    limit[static_cast<std::size_t>(dimension)] = rest.limit;
  }
  op.set_window(window);
  return apply(std::move(op), {slice(lhs, std::move(start), std::move(limit)), rhs});
}

// `x` with the groups of dimension `from`, its major part, moved to dimension `to` as its major part.
inline Value groups_moved(Value x, std::int64_t from, std::int64_t to, std::int64_t groups) {
  if (groups == 1) return x;
  Dimensions split = x.dimensions();
  split[static_cast<std::size_t>(from)] /= groups;
  Dimensions merged = split;
  merged[static_cast<std::size_t>(to)] *= groups;
  split.insert(split.begin() + from, groups);
  std::vector<std::int64_t> permutation;
  for (std::int64_t axis = 0; axis < x.rank(); ++axis) {
    if (axis == to) permutation.push_back(from);
    permutation.push_back(axis < from ? axis : axis + 1);
  }
  // Moving dimensions of size 1 alone moves no element.
  std::vector<std::int64_t> moved = permutation;
  std::erase_if(moved, [&](std::int64_t axis) { return split[static_cast<std::size_t>(axis)] == 1; });
  if (std::ranges::is_sorted(moved)) return reshape(x, merged);
  return reshape(transpose(reshape(x, split), std::move(permutation)), merged);
}

// The dimensions of these numbers along which a window is, or is not, reversed; those of size 1 left out.
inline std::vector<std::int64_t> dimensions_reversed(const Window& window, bool reversed,
                                                     const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> dimensions;
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    if (window[axis].size > 1 && window[axis].reversed == reversed) dimensions.push_back(numbers[axis]);
  }
  return dimensions;
}

// A convolution over the cotangent with the kernel turned around and its input and output features exchanged.
// Within a group an input feature meets the group's output features alone, so the kernel's groups move from
// its output to its input features. With batch groups the groups come out among the features, and move to the
// batch.
inline Value Convolution::lhs_cotangent(Value lhs, Value rhs, Value cotangent) const {
  const ConvolutionDimensions& at = dimension_numbers;
  const std::int64_t groups = feature_group_count * batch_group_count;
  const Window forward = window(rhs.dimensions());
  Convolution op = *this;
  op.dimension_numbers = {at.output_batch,          at.output_feature,       at.output_spatial,
                          at.kernel_output_feature, at.kernel_input_feature, at.kernel_spatial,
                          at.input_batch,           at.input_feature,        at.input_spatial};
  op.feature_group_count = groups;
  op.batch_group_count = 1;
  op.result_element = rhs.element();
  Window back;
  for (std::size_t axis = 0; axis < forward.size(); ++axis) {
    back.push_back(towards_base(forward[axis], lhs.dimension(at.input_spatial[axis]),
                                cotangent.dimension(at.output_spatial[axis])));
  }
  op.set_window(back);
  const Value kernel = reverse(groups_moved(rhs, at.kernel_output_feature, at.kernel_input_feature, groups),
                               dimensions_reversed(forward, false, at.kernel_spatial));
  return groups_moved(apply_cropped(std::move(op), cotangent, kernel), at.input_feature, at.input_batch,
                      batch_group_count);
}

// A convolution over lhs with the cotangent as the kernel, in which batch and features change places: it sums
// over the batch. So do the two kinds of groups.
inline Value Convolution::rhs_cotangent(Value lhs, Value rhs, Value cotangent,
                                        GroupsOfKernelGradient groups) const {
  const ConvolutionDimensions& at = dimension_numbers;
  const Window forward = window(rhs.dimensions());
  Convolution op = *this;
  op.dimension_numbers = {at.input_feature,        at.input_batch,           at.input_spatial,
                          at.output_batch,         at.output_feature,        at.output_spatial,
                          at.kernel_input_feature, at.kernel_output_feature, at.kernel_spatial};
  std::swap(op.feature_group_count, op.batch_group_count);
  op.result_element = lhs.element();
  if (groups == GroupsOfKernelGradient::feature && feature_group_count > 1) {
    std::swap(op.feature_group_count, op.batch_group_count);
    lhs = groups_moved(lhs, at.input_feature, at.input_batch, feature_group_count);
  }
  Window back;
  for (std::size_t axis = 0; axis < forward.size(); ++axis) {
    back.push_back(towards_kernel(forward[axis], lhs.dimension(at.input_spatial[axis]),
                                  cotangent.dimension(at.output_spatial[axis])));
  }
  op.set_window(back);
  return reverse(apply_cropped(std::move(op), lhs, cotangent),
                 dimensions_reversed(forward, true, at.kernel_spatial));
}

inline Gradient Convolution::vjp(const Application& here) const {
  const ElementType element = common_element(here.operands[0].element(), here.cotangent().element());
  const Value lhs = convert(here.operands[0], element);
  const Value rhs = convert(here.operands[1], element);
  const Value cotangent = convert(here.cotangent(), element);
  // Without elements there are no products.
  const bool empty = lhs.type().count() * rhs.type().count() * cotangent.type().count() == 0;
  Cotangents cotangents(2);
  if (here.wanted[0]) {
    const Value dx = empty ? constant_like(lhs, 0.0) : lhs_cotangent(lhs, rhs, cotangent);
    cotangents[0] = convert(dx, here.operands[0].element());
  }
  if (here.wanted[1]) {
    const Value dw = empty ? constant_like(rhs, 0.0) : rhs_cotangent(lhs, rhs, cotangent);
    cotangents[1] = convert(dw, here.operands[1].element());
  }
  return cotangents;
}

}  // namespace op

inline Value convolution(Value lhs, Value rhs, ConvolutionOptions options) {
  op::Convolution op;
  op.window_strides = present(std::move(options.strides));
  op.padding = present(std::move(options.padding));
  op.lhs_dilation = present(std::move(options.lhs_dilation));
  op.rhs_dilation = present(std::move(options.rhs_dilation));
  op.window_reversal = present(std::move(options.reversal));
  op.dimension_numbers = options.dimension_numbers.value_or(
      ConvolutionDimensions::standard(std::max<std::int64_t>(lhs.rank() - 2, 0)));
  op.feature_group_count = options.feature_group_count;
  op.batch_group_count = options.batch_group_count;
  op.precision_config = present(std::move(options.precision));
  op.result_element = options.result_element.value_or(lhs.element());
  return op::apply_cropped(std::move(op), lhs, rhs);
}

}  // namespace stepwright
