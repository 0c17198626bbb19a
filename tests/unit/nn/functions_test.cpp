#include "stepwright/nn/functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "stepwright/grad/gradient.h"
#include "stepwright/ops/all.h"
#include "tests/support/golden.h"

namespace stepwright::nn {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

using UnaryFunction = Value (*)(Value);

std::vector<double> values_of(UnaryFunction function, std::vector<double> at,
                              ElementType precision = ElementType::f64) {
  Golden golden;
  const Value x = golden.argument({std::ssize(at)}, at);
  return golden.evaluate(function(x), precision);
}

std::vector<double> slopes_of(UnaryFunction function, std::vector<double> at) {
  Golden golden;
  const Value x = golden.argument({std::ssize(at)}, at);
  const Value sum = reduce_sum(function(x), {0});
  return golden.evaluate(gradient(sum, std::vector{x})[0]);
}

TEST(Relu, HasSlopeZeroAtZero) {
  EXPECT_THAT(values_of(relu, {-1, 0, 2}), ElementsAre(0, 0, 2));
  EXPECT_THAT(slopes_of(relu, {-1, 0, 2}), ElementsAre(0, 0, 1));
}

// relu(x) − relu(x − 6) would cancel in f32: 6.71e7 gives 8 that way.
TEST(Relu6, CaseC7IsSixForEveryLargeInput) {
  EXPECT_THAT(values_of(relu6, {-1, 3, 6, 6.71e7, 8e8}, ElementType::f32), ElementsAre(0, 3, 6, 6, 6));
}

TEST(Relu6, CaseC7HasSlopeZeroAtItsCorners) {
  EXPECT_THAT(slopes_of(relu6, {-1, 0, 3, 6, 7}), ElementsAre(0, 0, 1, 0, 0));
}

TEST(HardSwish, CaseC7SlopesInsideAndAtTheCorners) {
  EXPECT_THAT(slopes_of(hard_swish, {-1, 1, -3, 3}),
              ElementsAre(DoubleEq(1.0 / 6), DoubleEq(5.0 / 6), DoubleEq(0), DoubleEq(1)));
}

TEST(Swish, IsXTimesLogistic) {
  EXPECT_THAT(values_of(swish, {0, 1}), ElementsAre(0, DoubleEq(1 / (1 + std::exp(-1.0)))));
}

// Φ(1) = 0.841344746…; the rational erf is good to 5e-7, which is more than the six digits of the case.
TEST(Gelu, CaseC9ErfFormAtOne) {
  EXPECT_NEAR(values_of([](Value x) { return gelu(x, GeluForm::erf); }, {1})[0], 0.841345, 1e-6);
}

TEST(Gelu, CaseC9TanhFormAtOne) {
  EXPECT_NEAR(values_of([](Value x) { return gelu(x, GeluForm::tanh); }, {1})[0], 0.841192, 5e-7);
}

TEST(Erf, IsWithinItsStatedErrorOfTheCLibrary) {
  std::vector<double> at;
  for (double x = -6; x <= 6; x += 1.0 / 64) at.push_back(x);
  const std::vector<double> found = values_of(erf, at);
  for (std::size_t i = 0; i < at.size(); ++i) EXPECT_NEAR(found[i], std::erf(at[i]), 5e-7) << "at " << at[i];
}

TEST(Softmax, OfLargeLogitsDoesNotOverflow) {
  Golden golden;
  const Value x = golden.argument({1, 3}, {1000, 0, 0});
  EXPECT_THAT(golden.evaluate(softmax(x), ElementType::f32), ElementsAre(1, 0, 0));
}

TEST(Softmax, GradientIsThatOfTheUnshiftedQuotient) {
  Golden golden;
  const Value x = golden.argument({1, 3}, {0.3, -1.2, 0.7});
  const Value powers = exponential(x);
  const Value plain = powers / broadcast_back(reduce_sum(powers, {1}), x, {1});
  const Value weights = golden.argument({1, 3}, {1, 2, -3});
  const auto slope = [&](Value y) { return gradient(reduce_sum(y * weights, {0, 1}), std::vector{x})[0]; };
  const auto found = golden.evaluate(std::vector{slope(softmax(x)), slope(plain)});
  // A handful of roundings of numbers below 3.
  EXPECT_THAT(found[0], Pointwise(DoubleNear(20 * 3 * 0x1p-53), found[1]));
}

TEST(MaxPool, CaseC4GivesTheCotangentToTheFirstMaximum) {
  Golden golden;
  const Value x = golden.argument({1, 1, 2, 2}, {3, 7, 7, 7});
  const Value y = max_pool(x, {.size = 2, .stride = 2});
  const Value dx = pull_back(std::vector{y}, std::vector{constant_like(y, 6.0)}, std::vector{x})[0];
  EXPECT_THAT(golden.evaluate(dx), ElementsAre(0, 6, 0, 0));
}

TEST(AveragePool, IsTheMeanOfEachWindow) {
  Golden golden;
  const Value x = golden.argument({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_THAT(golden.evaluate(average_pool(x, {.size = 2, .stride = 2})), ElementsAre(3.5, 5.5));
}

TEST(GlobalAveragePool, IsTheMeanOfEachChannel) {
  Golden golden;
  const Value x = golden.argument({1, 2, 1, 2}, {1, 3, 10, 20});
  EXPECT_THAT(golden.evaluate(global_average_pool(x)), ElementsAre(2, 15));
}

}  // namespace
}  // namespace stepwright::nn
