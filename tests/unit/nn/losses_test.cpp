#include "stepwright/nn/losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stepwright/base/error.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ops/all.h"
#include "tests/support/golden.h"

namespace stepwright::nn {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct LossAndGradient {
  double loss;
  std::vector<double> gradient;
};

LossAndGradient cross_entropy(std::vector<double> logits, std::vector<double> targets, double smoothing = 0) {
  Golden golden;
  const Dimensions shape{1, std::ssize(logits)};
  const Value z = golden.argument(shape, std::move(logits));
  const Value t = golden.argument(shape, std::move(targets));
  const Value loss = softmax_cross_entropy(z, t, smoothing);
  const auto found = golden.evaluate(std::vector{loss, gradient(loss, std::vector{z})[0]});
  return {found[0][0], found[1]};
}

// Tolerances: a few roundings of numbers of order 1.
constexpr double few_roundings = 16 * 0x1p-53;

TEST(SoftmaxCrossEntropy, CaseC1MaskedLogitsGiveNoNan) {
  const auto found = cross_entropy({-infinity, 0, std::log(3.0)}, {0, 1, 0});
  EXPECT_NEAR(found.loss, std::log(4.0), few_roundings);
  EXPECT_THAT(found.gradient,
              ElementsAre(0, DoubleNear(-0.75, few_roundings), DoubleNear(0.75, few_roundings)));
}

TEST(SoftmaxCrossEntropy, CaseC1LargeLogitsDoNotOverflow) {
  const auto found = cross_entropy({1000, 0, 0}, {1, 0, 0});
  EXPECT_EQ(found.loss, 0);
  EXPECT_THAT(found.gradient, ElementsAre(0, 0, 0));
}

TEST(SoftmaxCrossEntropy, CaseC1OfNothingButMinusInfinityIsNan) {
  EXPECT_TRUE(std::isnan(cross_entropy({-infinity, -infinity}, {1, 0}).loss));
}

TEST(SoftmaxCrossEntropy, GradientIsSoftmaxMinusSmoothedTargets) {
  const std::vector<double> z{0.2, -0.4, 1.0, 0.0};
  const auto found = cross_entropy(z, {0, 0, 1, 0}, 0.1);
  double sum = 0;
  for (const double each : z) sum += std::exp(each);
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double smoothed = (k == 2 ? 0.9 : 0.0) + 0.1 / 4;
    EXPECT_NEAR(found.gradient[k], std::exp(z[k]) / sum - smoothed, few_roundings) << "class " << k;
  }
}

TEST(SoftmaxCrossEntropy, RefusesTargetsOfAnotherShape) {
  Golden golden;
  const Value z = golden.argument({2, 3}, std::vector<double>(6, 0));
  const Value t = golden.argument({2, 4}, std::vector<double>(8, 0));
  try {
    softmax_cross_entropy(z, t);
    FAIL() << "targets of another shape were accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("logits and targets do not fit together"));
    EXPECT_THAT(error.what(), HasSubstr("logits tensor<2x3xf64>, targets tensor<2x4xf64>"));
  }
}

TEST(BinaryCrossEntropy, GradientIsLogisticMinusTargetAlsoAtZero) {
  Golden golden;
  const std::vector<double> logits{0, 2, -3, 200, -200};
  const std::vector<double> targets{1, 0, 1, 1, 0};
  const Value z = golden.argument({1, 5}, logits);
  const Value t = golden.argument({1, 5}, targets);
  const Value loss = binary_cross_entropy(z, t);
  const auto found = golden.evaluate(std::vector{loss, gradient(loss, std::vector{z})[0]});
  double expected = 0;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    const double logistic = 1 / (1 + std::exp(-logits[k]));
    EXPECT_NEAR(found[1][k], (logistic - targets[k]) / 5, few_roundings) << "logit " << logits[k];
    const double magnitude = std::abs(logits[k]);
    expected += std::max(logits[k], 0.0) - targets[k] * logits[k] + std::log1p(std::exp(-magnitude));
  }
  EXPECT_NEAR(found[0][0], expected / 5, few_roundings);
}

}  // namespace
}  // namespace stepwright::nn
