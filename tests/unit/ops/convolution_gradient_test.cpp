// The gradients of a convolution, exactly: small integers are exact in f64.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "naive_convolution.h"
#include "numbers.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

constexpr std::uint64_t seed = 20240602;

op::Convolution operation_of(const NaiveConvolution& c) {
  op::Convolution op;
  op.dimension_numbers = ConvolutionDimensions::standard(1);
  op.set_window({{.size = c.kernel,
                  .stride = c.stride,
                  .low = c.low,
                  .high = c.high,
                  .base_dilation = c.lhs_dilation,
                  .window_dilation = c.rhs_dilation,
                  .reversed = c.reversal}});
  op.feature_group_count = c.feature_groups;
  op.batch_group_count = c.batch_groups;
  op.result_element = ElementType::f64;
  return op;
}

std::string to_string(const NaiveConvolution& c) {
  return fmt::format(
      "n={} k={} stride={} pad=[{}, {}] lhs_dilation={} rhs_dilation={} reversal={} groups={}x{}", c.size,
      c.kernel, c.stride, c.low, c.high, c.lhs_dilation, c.rhs_dilation, c.reversal, c.feature_groups,
      c.batch_groups);
}

bool pads_negatively(const Function& function) {
  for (const auto* op : operations_in<op::Convolution>(function)) {
    for (const auto& [low, high] : op->padding.value_or(Padding{})) {
      if (low < 0 || high < 0) return true;
    }
  }
  return false;
}

// Value, both gradients, and the kernel gradient by the other route, against the plain loops.
void expect_exact(const NaiveConvolution& c, Random& random) {
  const Numbers x = whole(random, c.lhs_count());
  const Numbers w = whole(random, c.rhs_count());
  const Numbers dy = whole(random, c.result_count());
  const op::Convolution op = operation_of(c);

  NumericFunction program;
  const Value lhs = program.argument({c.batch, c.features, c.size}, x);
  const Value rhs = program.argument({c.outputs, c.inputs(), c.kernel}, w);
  const Value y = apply(op, {lhs, rhs});
  const Pulled values = pulled(program, y, dy, {lhs, rhs});
  ASSERT_EQ(values.y, c.result(x, w)) << to_string(c);
  ASSERT_EQ(values.cotangents[0], c.lhs_cotangent(w, dy)) << to_string(c);
  ASSERT_EQ(values.cotangents[1], c.rhs_cotangent(x, dy)) << to_string(c);

  NumericFunction gradients;
  const Value cotangent = gradients.argument({c.result_batch(), c.outputs, c.windows()}, dy);
  const Value a = gradients.argument({c.batch, c.features, c.size}, x);
  const Value b = gradients.argument({c.outputs, c.inputs(), c.kernel}, w);
  if (c.result_count() * c.lhs_count() == 0) return;
  gradients.result(op.lhs_cotangent(a, b, cotangent));
  gradients.result(op.rhs_cotangent(a, b, cotangent));
  if (c.feature_groups > 1) {
    gradients.result(op.rhs_cotangent(a, b, cotangent, op::Convolution::GroupsOfKernelGradient::feature));
    ASSERT_EQ(gradients.run().back(), c.rhs_cotangent(x, dy)) << to_string(c);
  }
  ASSERT_FALSE(pads_negatively(gradients.function())) << to_string(c);
}

// Every size up to 8 with every kernel up to 4, stride up to 3, padding from -2 to 2 (and so beyond the
// kernel, and beyond the input), dilations up to 2, reversal, and no groups, 2 feature groups, 2 batch
// groups.
TEST(ConvolutionGradient, IsExactForEveryWindowOverUpTo8Elements) {
  Random random(seed, Stream::probe, 1);
  std::int64_t cases = 0;
  NaiveConvolution c;
  for (const auto& [feature_groups, batch_groups] : {std::pair{1, 1}, {2, 1}, {1, 2}}) {
    c.feature_groups = feature_groups;
    c.batch_groups = batch_groups;
    c.batch = 2;
    c.features = 2;
    c.outputs = 2;
    for (c.size = 1; c.size <= 8; ++c.size) {
      for (c.kernel = 1; c.kernel <= 4; ++c.kernel) {
        for (c.stride = 1; c.stride <= 3; ++c.stride) {
          for (c.low = -2; c.low <= 2; ++c.low) {
            for (c.high = -2; c.high <= 2; ++c.high) {
              for (c.lhs_dilation = 1; c.lhs_dilation <= 2; ++c.lhs_dilation) {
                for (c.rhs_dilation = 1; c.rhs_dilation <= 2; ++c.rhs_dilation) {
                  c.reversal = (c.size + c.kernel + c.low + c.high) % 2 != 0;
                  ++cases;
                  ASSERT_NO_FATAL_FAILURE(expect_exact(c, random));
                }
              }
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(cases, 28800);
}

TEST(ConvolutionGradient, IsExactForEveryDivisionIntoGroups) {
  Random random(seed, Stream::probe, 2);
  std::int64_t cases = 0;
  for (const bool by_feature : {true, false}) {
    for (std::int64_t groups = 1; groups <= 4; ++groups) {
      for (std::int64_t inputs = 1; inputs <= 3; ++inputs) {
        for (std::int64_t outputs = 1; outputs <= 3; ++outputs) {
          NaiveConvolution c{.batch = by_feature ? 3 : 2 * groups,
                             .features = by_feature ? groups * inputs : inputs,
                             .size = 5,
                             .outputs = groups * outputs,
                             .kernel = 3,
                             .stride = 2,
                             .low = 1,
                             .high = 2};
          (by_feature ? c.feature_groups : c.batch_groups) = groups;
          ++cases;
          ASSERT_NO_FATAL_FAILURE(expect_exact(c, random));
        }
      }
    }
  }
  EXPECT_EQ(cases, 72);
}

TEST(ConvolutionGradient, OfAnEmptyOperandIsZero) {
  NumericFunction program;
  const Value x = program.argument({2, 1, 3}, Numbers(6, 1.0));
  const Value w = program.argument({1, 1, 5}, Numbers(5, 1.0));
  const Value y = convolution(x, w);
  ASSERT_EQ(y.dimensions(), (Dimensions{2, 1, 0}));
  const Pulled values = pulled(program, y, {}, {x, w});
  EXPECT_EQ(values.cotangents[0], Numbers(6, 0.0));
  EXPECT_EQ(values.cotangents[1], Numbers(5, 0.0));
}

// ---- Cases of public bug reports ----

TEST(ConvolutionGradient, case_C5_StridedInputGradientOnSizesThatDoNotDivide) {
  const auto input_gradient = [](std::int64_t size, const Numbers& kernel, std::int64_t pad, Numbers dy) {
    NumericFunction program;
    const Value x = program.argument({1, 1, size}, Numbers(static_cast<std::size_t>(size), 0.0));
    const Value w = program.argument({1, 1, std::ssize(kernel)}, kernel);
    const Value y = convolution(x, w, {.strides = {2}, .padding = {{pad, pad}}});
    return pulled(program, y, std::move(dy), {x}).cotangents[0];
  };
  EXPECT_EQ(input_gradient(5, {1, 10, 100}, 1, {1, 2, 3}), (Numbers{10, 102, 20, 203, 30}));
  EXPECT_EQ(input_gradient(6, {1, 10, 100}, 1, {1, 2, 3}), (Numbers{10, 102, 20, 203, 30, 300}));
  // Patches: the pixel that no patch covers gets exactly nothing.
  EXPECT_EQ(input_gradient(5, {1, 10}, 0, {1, 1}), (Numbers{1, 10, 1, 10, 0}));
}

TEST(ConvolutionGradient, case_C6_Depthwise) {
  NumericFunction program;
  const Value x = program.argument({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const Value w = program.argument({2, 1, 2}, {1, -1, 2, 3});
  const Value y = convolution(x, w, {.feature_group_count = 2});
  const Pulled values = pulled(program, y, {1, 2, 3, 4}, {x, w});
  EXPECT_EQ(values.cotangents[0], (Numbers{1, 1, -2, 6, 17, 12}));
  EXPECT_EQ(values.cotangents[1], (Numbers{5, 8, 32, 39}));
}

TEST(ConvolutionGradient, case_C6_TwoGroupsOfTwoInputsAndFourOutputs) {
  Random random(seed, Stream::probe, 6);
  expect_exact({.batch = 3,
                .features = 4,
                .size = 6,
                .outputs = 8,
                .kernel = 3,
                .low = 1,
                .high = 1,
                .feature_groups = 2},
               random);
}

// Kernel 2, stride 2 over 5 elements leaves one over; with a padding beyond the kernel the input gradient
// would pad negatively as well. Neither may reach the text.
TEST(ConvolutionGradient, case_A4_NeverPadsNegatively) {
  Random random(seed, Stream::probe, 4);
  expect_exact({.size = 5, .kernel = 2, .stride = 2}, random);
  expect_exact({.size = 3, .kernel = 2, .low = 4, .high = 3}, random);
}

}  // namespace
}  // namespace stepwright
