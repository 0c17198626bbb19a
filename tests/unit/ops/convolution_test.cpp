#include "stepwright/ops/convolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "adjoint.h"
#include "numbers.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t seed = 20240603;

// ---- The meaning, against the specification's index arithmetic for any rank ----

std::int64_t at(const std::vector<std::int64_t>& values, std::int64_t axis) {
  return values[static_cast<std::size_t>(axis)];
}
double& at(Numbers& values, std::int64_t position) {
  return values[static_cast<std::size_t>(position)];
}

// Every product that a convolution sums, from the definition, one index at a time.
Numbers by_definition(const op::Convolution& op, const TensorType& lhs, const Numbers& x,
                      const TensorType& rhs, const Numbers& w) {
  const TensorType type = op.infer(std::vector{lhs, rhs}).front();
  const ConvolutionDimensions& d = op.dimension_numbers;
  const std::int64_t groups = op.feature_group_count * op.batch_group_count;
  const std::int64_t outputs = rhs.dimension(d.kernel_output_feature) / groups;
  const std::int64_t inputs = rhs.dimension(d.kernel_input_feature);
  Numbers result(static_cast<std::size_t>(type.count()), 0.0);
  for_each_index(type.dimensions, [&](const Index& to, std::int64_t result_position) {
    for_each_index(rhs.dimensions, [&](const Index& kernel, std::int64_t kernel_position) {
      const std::int64_t output = at(to, d.output_feature);
      if (at(kernel, d.kernel_output_feature) != output) return;
      const std::int64_t group = output / outputs;
      Index from(lhs.dimensions.size());
      const auto set = [&](std::int64_t axis, std::int64_t value) {
        from[static_cast<std::size_t>(axis)] = value;
      };
      set(d.input_batch, at(to, d.output_batch) +
                             (op.batch_group_count > 1 ? group * at(type.dimensions, d.output_batch) : 0));
      set(d.input_feature,
          at(kernel, d.kernel_input_feature) + (op.feature_group_count > 1 ? group * inputs : 0));
      for (std::size_t axis = 0; axis < d.input_spatial.size(); ++axis) {
        const std::int64_t size = rhs.dimension(d.kernel_spatial[axis]);
        const std::int64_t stride = op.window_strides ? (*op.window_strides)[axis] : 1;
        const std::int64_t low = op.padding ? (*op.padding)[axis].first : 0;
        const std::int64_t holes = op.lhs_dilation ? (*op.lhs_dilation)[axis] : 1;
        const std::int64_t spread = op.rhs_dilation ? (*op.rhs_dilation)[axis] : 1;
        const bool reversed = op.window_reversal && (*op.window_reversal)[axis];
        std::int64_t position = at(kernel, d.kernel_spatial[axis]);
        if (reversed) position = size - 1 - position;
        const std::int64_t place = at(to, d.output_spatial[axis]) * stride + position * spread - low;
        if (place % holes != 0) return;
        set(d.input_spatial[axis], place / holes);
        if (place < 0) return;
      }
      if (!contains(lhs.dimensions, from)) return;
      at(result, result_position) += x[static_cast<std::size_t>(position(lhs.dimensions, from))] *
                                     w[static_cast<std::size_t>(kernel_position)];
    });
  });
  return result;
}

std::vector<std::int64_t> shuffled(Random& random, std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t last = order.size(); last > 1; --last)
    std::swap(order[last - 1], order[random.below(last)]);
  return order;
}

// A convolution of any rank, dimension numbers, window and groups, with operand types that fit.
struct Case {
  op::Convolution op;
  TensorType lhs{ElementType::f64, {}};
  TensorType rhs{ElementType::f64, {}};
};
Case any_convolution(Random& random) {
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return integer_between(random, low, high);
  };
  const std::int64_t spatial = between(0, 3);
  const auto rank = static_cast<std::size_t>(spatial + 2);
  const auto order = [&] { return shuffled(random, spatial + 2); };
  const auto tail = [](const std::vector<std::int64_t>& axes) {
    return std::vector<std::int64_t>(axes.begin() + 2, axes.end());
  };
  const auto input = order(), kernel = order(), output = order();
  Case c;
  c.op.result_element = ElementType::f64;
  c.op.dimension_numbers = {input[0],     input[1],  tail(input), kernel[0],   kernel[1],
                            tail(kernel), output[0], output[1],   tail(output)};
  (between(0, 1) == 0 ? c.op.feature_group_count : c.op.batch_group_count) = between(1, 3);
  c.lhs.dimensions.resize(rank);
  c.rhs.dimensions.resize(rank);
  const auto set = [](TensorType& type, std::int64_t axis, std::int64_t size) {
    type.dimensions[static_cast<std::size_t>(axis)] = size;
  };
  const std::int64_t inputs = between(1, 2);
  set(c.lhs, input[0], c.op.batch_group_count * between(1, 2));
  set(c.lhs, input[1], c.op.feature_group_count * inputs);
  set(c.rhs, kernel[0], inputs);
  set(c.rhs, kernel[1], c.op.feature_group_count * c.op.batch_group_count * between(1, 2));
  Window window;
  for (std::int64_t axis = 0; axis < spatial; ++axis) {
    set(c.lhs, at(input, axis + 2), between(1, 4));
    set(c.rhs, at(kernel, axis + 2), between(1, 3));
    window.push_back({.stride = between(1, 3),
                      .low = between(-1, 2),
                      .high = between(-1, 2),
                      .base_dilation = between(1, 2),
                      .window_dilation = between(1, 2),
                      .reversed = between(0, 1) == 1});
  }
  c.op.set_window(window);
  return c;
}

TEST(Convolution, IsTheSumOfProductsThatTheSpecificationDefines) {
  Random random(seed, Stream::probe, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const Case c = any_convolution(random);
    NumericFunction program;
    const Numbers x = whole(random, c.lhs.count());
    const Numbers w = whole(random, c.rhs.count());
    program.result(
        apply(c.op, {program.argument(c.lhs.dimensions, x), program.argument(c.rhs.dimensions, w)}));
    ASSERT_EQ(program.run()[0], by_definition(c.op, c.lhs, x, c.rhs, w)) << to_string(c.op.dimension_numbers);
  }
}

TEST(Convolution, HasTheTransposedDerivativeForAnyRankAndDimensionNumbers) {
  Random random(seed, Stream::probe, 2);
  for (int trial = 0; trial < 300; ++trial) {
    const Case c = any_convolution(random);
    const std::vector operands{whole_numbers(random, c.lhs.dimensions),
                               whole_numbers(random, c.rhs.dimensions)};
    ASSERT_TRUE(rule_is_exact_adjoint(c.op, operands, random)) << to_string(c.op.dimension_numbers);
  }
}

// Without the reversal of the kernel the rule is not the transpose, and the property says so.
TEST(Convolution, ARuleThatForgetsToTurnTheKernelIsRefused) {
  Random random(seed, Stream::probe, 3);
  op::Convolution op;
  op.dimension_numbers = ConvolutionDimensions::standard(1);
  op.padding = Padding{{1, 1}};
  op.result_element = ElementType::f64;
  const auto wrong = [&](const Application& here) {
    op::Convolution back = op;
    back.dimension_numbers = ConvolutionDimensions::from_text("[b, f, 0]x[i, o, 0]->[b, f, 0]");
    return Cotangents{apply(back, {here.cotangent(), here.operands[1]}), std::nullopt};
  };
  const std::vector operands{whole_numbers(random, {2, 3, 8}), whole_numbers(random, {4, 3, 3})};
  EXPECT_TRUE(rule_is_adjoint(op, operands, random, {.exact = true, .wanted = {true, false}}));
  EXPECT_FALSE(
      rule_is_adjoint(op, operands, random, {.exact = true, .wanted = {true, false}, .rule = wrong}));
}

// bf16 operands with an f32 result: 1 + 2⁻⁸ is no bf16 number, but the products and their sum are not rounded
// to bf16.
TEST(Convolution, SumsInTheWiderElementType) {
  Function function("main");
  const Value x = function.add_argument({ElementType::bf16, {1, 1, 2}});
  const Value w = function.add_argument({ElementType::bf16, {1, 1, 2}});
  const Value y = convolution(x, w, {.result_element = ElementType::f32});
  EXPECT_EQ(y.type(), (TensorType{ElementType::f32, {1, 1, 1}}));
  function.add_result(y);
  const std::vector<Tensor<Rounding>> arguments{{x.type(), Numbers{1, 1}},
                                                {w.type(), Numbers{1, 0.00390625}}};
  EXPECT_EQ(evaluate(function, arguments, Rounding{})[0].scalars(), (Numbers{1.00390625}));
  const std::vector<Value> wrt{x, w};
  for (const Value& each : pull_back(std::vector{y}, std::vector{constant_like(y, 1.0)}, wrt)) {
    EXPECT_EQ(each.type(), x.type());
  }
}

// ---- The builder ----

TEST(Convolution, NegativePaddingBecomesASlice) {
  Random random(seed, Stream::probe, 4);
  for (std::int64_t low = -7; low <= 2; ++low) {
    for (std::int64_t high = -7; high <= 2; ++high) {
      for (const std::int64_t dilation : {1, 2, 3}) {
        op::Convolution op;
        op.dimension_numbers = ConvolutionDimensions::standard(1);
        op.set_window({{.low = low, .high = high, .base_dilation = dilation}});
        op.result_element = ElementType::f64;
        NumericFunction program;
        const Value x = program.argument({1, 2, 4}, whole(random, 8));
        const Value w = program.argument({1, 2, 2}, whole(random, 4));
        program.result(apply(op, {x, w}));
        const Value y = convolution(x, w, {.padding = {{low, high}}, .lhs_dilation = {dilation}});
        program.result(y);
        const auto values = program.run();
        ASSERT_EQ(values[0], values[1]) << low << ", " << high << ", dilation " << dilation;
        const auto* built = y.definition().operation->as<op::Convolution>();
        if (built == nullptr || !built->padding) continue;
        EXPECT_GE(built->padding->front().first, 0);
        EXPECT_GE(built->padding->front().second, 0);
      }
    }
  }
}

TEST(Convolution, case_A8_DefaultsSpelledOutAreTheSameOperation) {
  NumericFunction program;
  const Value x = program.argument({1, 1, 5, 5}, Numbers(25, 1.0));
  const Value w = program.argument({1, 1, 3, 3}, Numbers(9, 1.0));
  const Value brief = convolution(x, w);
  const Value spelled = convolution(x, w,
                                    {.strides = {1, 1},
                                     .padding = {{0, 0}, {0, 0}},
                                     .lhs_dilation = {1, 1},
                                     .rhs_dilation = {1, 1},
                                     .reversal = {false, false},
                                     .precision = {Precision::DEFAULT, Precision::DEFAULT}});
  EXPECT_EQ(brief, spelled);
  EXPECT_NE(brief, convolution(x, w, {.strides = {1, 2}}));
}

TEST(Convolution, case_A3_FeatureBeforeBatchInTheResult) {
  NumericFunction program;
  const Value x = program.argument({2, 1, 3}, {1, 2, 3, 11, 12, 13});
  const Value w = program.argument({1, 1, 2}, {5, 7});
  // Written in the case as lhs 2x1x3 with dimensions [0, f, b].
  const auto dimensions = ConvolutionDimensions::from_text("[0, f, b]x[0, i, o]->[0, f, b]");
  const Value y = convolution(x, w, {.dimension_numbers = dimensions});
  EXPECT_EQ(y.dimensions(), (Dimensions{2, 2, 3}));
  program.result(y);
  EXPECT_EQ(program.run()[0], (Numbers{5, 10, 15, 7, 14, 21, 55, 60, 65, 77, 84, 91}));
}

// ---- Type rules ----

struct Fault {
  std::string_view expected;
  Dimensions lhs = {2, 4, 5};
  Dimensions rhs = {6, 4, 3};
  ConvolutionOptions options = {};
};

std::string type_complaint(const Fault& fault) {
  Function function("main");
  const Value x = function.add_argument({ElementType::f32, fault.lhs});
  const Value w = function.add_argument({ElementType::f32, fault.rhs});
  return complaint([&] { convolution(x, w, fault.options); });
}

TEST(Convolution, TheTypeRuleNamesTheConstraint) {
  const auto numbers = [](std::string_view text) { return ConvolutionDimensions::from_text(text); };
  ConvolutionDimensions repeated = ConvolutionDimensions::standard(1);
  repeated.input_feature = 0;
  ConvolutionDimensions outside = ConvolutionDimensions::standard(1);
  outside.kernel_spatial = {3};
  ConvolutionDimensions negative = ConvolutionDimensions::standard(1);
  negative.output_batch = -1;
  ConvolutionDimensions short_kernel = ConvolutionDimensions::standard(1);
  short_kernel.kernel_spatial = {};
  ConvolutionDimensions short_output = ConvolutionDimensions::standard(1);
  short_output.output_spatial = {};
  const Fault faults[] = {
      {"convolution_c1: lhs and rhs have one rank", {2, 4, 5}, {6, 4}},
      {"convolution_c2: window_strides has one value for each of 1 dimensions",
       {2, 4, 5},
       {6, 4, 3},
       {.strides = {1, 1}}},
      {"convolution_c3: window_strides is positive", {2, 4, 5}, {6, 4, 3}, {.strides = {0}}},
      {"convolution_c4: padding has a low and a high value",
       {2, 4, 5},
       {6, 4, 3},
       {.padding = {{0, 0}, {0, 0}}}},
      {"convolution_c5: lhs_dilation", {2, 4, 5}, {6, 4, 3}, {.lhs_dilation = {1, 1}}},
      {"convolution_c6: lhs_dilation is positive", {2, 4, 5}, {6, 4, 3}, {.lhs_dilation = {0}}},
      {"convolution_c7: rhs_dilation", {2, 4, 5}, {6, 4, 3}, {.rhs_dilation = {1, 1}}},
      {"convolution_c8: rhs_dilation is positive", {2, 4, 5}, {6, 4, 3}, {.rhs_dilation = {-1}}},
      {"convolution_c9: window_reversal", {2, 4, 5}, {6, 4, 3}, {.reversal = {false, true}}},
      {"convolution_c10: the batch divides", {3, 4, 5}, {6, 4, 3}, {.batch_group_count = 2}},
      {"convolution_c11: the input features divide", {2, 4, 5}, {6, 4, 3}, {.feature_group_count = 3}},
      {"convolution_c12: the input has a spatial dimension number",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = numbers("[b, f]x[o, i]->[b, f]")}},
      {"convolution_c13: the input's dimension numbers",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = repeated}},
      {"convolution_c14: the kernel has the input features of one feature group", {2, 4, 5}, {6, 2, 3}},
      {"convolution_c15: the output features divide into batch_group_count",
       {2, 4, 5},
       {5, 4, 3},
       {.batch_group_count = 2}},
      {"convolution_c16: the output features divide into feature_group_count",
       {2, 4, 5},
       {5, 2, 3},
       {.feature_group_count = 2}},
      {"convolution_c17: the kernel has a spatial",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = short_kernel}},
      {"convolution_c18: the kernel's dimension numbers",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = outside}},
      {"convolution_c19: the output has a spatial",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = short_output}},
      {"convolution_c20: the output's dimension numbers",
       {2, 4, 5},
       {6, 4, 3},
       {.dimension_numbers = negative}},
      {"convolution_c21: feature_group_count is positive", {2, 4, 5}, {6, 4, 3}, {.feature_group_count = 0}},
      {"convolution_c22: batch_group_count is positive", {2, 4, 5}, {6, 4, 3}, {.batch_group_count = 0}},
      {"convolution_c23: there are feature groups or batch groups",
       {2, 4, 5},
       {6, 2, 3},
       {.feature_group_count = 2, .batch_group_count = 2}},
      {"convolution_c24: precision_config has one value for each operand",
       {2, 4, 5},
       {6, 4, 3},
       {.precision = {Precision::HIGH}}},
      {"convolution_c27: lhs and rhs have one element type",
       {2, 4, 5},
       {6, 4, 3},
       {.result_element = ElementType::i32}},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(type_complaint(fault),
                HasSubstr("stablehlo.convolution violates " + std::string(fault.expected)));
  }
  EXPECT_EQ(type_complaint({""}), "no complaint");
}

TEST(Convolution, TheComplaintShowsShapesAndRemedy) {
  EXPECT_EQ(
      type_complaint({"", {2, 4, 5}, {6, 2, 3}}),
      "stablehlo.convolution violates convolution_c14: the kernel has the input features of one feature "
      "group\n"
      "  found:    2 in the kernel, 4 in the input: (tensor<2x4x5xf32>, tensor<6x2x3xf32>), [b, f, "
      "0]x[o, i, 0]->[b, f, 0], feature_group_count 1, batch_group_count 1\n"
      "  remedy:   give the kernel input features / feature_group_count, or change feature_group_count");
}

TEST(Convolution, TheResultHasTheSpecificationsShape) {
  const auto size = [](std::int64_t input, std::int64_t kernel, WindowAxis axis) {
    axis.size = kernel;
    op::Convolution op;
    op.dimension_numbers = ConvolutionDimensions::standard(1);
    op.set_window({axis});
    const std::vector<TensorType> types{{ElementType::f32, {1, 1, input}},
                                        {ElementType::f32, {1, 1, kernel}}};
    return op.infer(types).front().dimension(2);
  };
  EXPECT_EQ(size(5, 2, {.stride = 2}), 2);
  EXPECT_EQ(size(5, 3, {.stride = 2, .low = 1, .high = 1}), 3);
  EXPECT_EQ(size(3, 2, {.base_dilation = 2, .window_dilation = 3}), 2);
  EXPECT_EQ(size(2, 3, {}), 0) << "a window that does not fit";
  EXPECT_EQ(size(0, 1, {.low = 2, .high = 1}), 3) << "padding alone";
  EXPECT_EQ(size(4, 1, {.low = -2, .high = -2}), 0);
}

}  // namespace
}  // namespace stepwright
