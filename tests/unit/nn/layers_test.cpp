#include "stepwright/nn/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stepwright/base/error.h"
#include "stepwright/ops/all.h"
#include "tests/support/golden.h"

namespace stepwright::nn {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

// One channel of four pixels through a batch norm with scale 1 and shift 0.
std::vector<double> normalized(std::vector<double> channel, BatchNorm::Over over = BatchNorm::Over::batch) {
  Golden golden;
  const Value x = golden.argument({1, 1, 2, 2}, std::move(channel));
  Layers layers(golden.function(), Mode::train);
  const Value y =
      layers.batch_norm(x, {.over = over, .scale = "g", .shift = "bt", .mean = "mu", .variance = "var"});
  golden.value_of_next_argument({1});
  golden.value_of_next_argument({0});
  return golden.evaluate(y, ElementType::f32);
}

TEST(BatchNorm, CaseC2KeepsItsVarianceUnderALargeMean) {
  for (const double c : {0.0, 1e4, 1e6}) {
    // 1.5/√(1.25 + 1e-5) and 0.5/√(1.25 + 1e-5) to six decimals, so the tolerance is the case's last digit.
    EXPECT_THAT(normalized({c, c + 1, c + 2, c + 3}),
                ElementsAre(DoubleNear(-1.341635, 1e-6), DoubleNear(-0.447212, 1e-6),
                            DoubleNear(0.447212, 1e-6), DoubleNear(1.341635, 1e-6)))
        << "mean " << c;
  }
}

TEST(BatchNorm, CaseC2OfAConstantChannelIsExactlyZero) {
  EXPECT_THAT(normalized({100, 100, 100, 100}), Each(0));
}

TEST(BatchNorm, OverAnImageHasNoStatisticsToFreeze) {
  Golden golden;
  const Value x = golden.argument({2, 1, 1, 2}, {0, 2, 10, 30});
  Layers layers(golden.function(), Mode::train);
  const Value y = layers.batch_norm(x, {.epsilon = 0,
                                        .over = BatchNorm::Over::image,
                                        .scale = "g",
                                        .shift = "bt",
                                        .mean = "",
                                        .variance = ""});
  golden.value_of_next_argument({1});
  golden.value_of_next_argument({0});
  EXPECT_TRUE(layers.statistics().empty());
  EXPECT_THAT(golden.evaluate(y), ElementsAre(DoubleNear(-1, 1e-15), DoubleNear(1, 1e-15),
                                              DoubleNear(-1, 1e-15), DoubleNear(1, 1e-15)));
}

TEST(BatchNorm, WithTheBatchsOwnStatisticsFrozenGivesTheSameValues) {
  const std::vector<double> images{0.5, -1, 2, 4, 3, 3, -2, 0};
  const BatchNorm norm{.scale = "g", .shift = "bt", .mean = "mu", .variance = "var"};
  Golden train;
  Layers train_layers(train.function(), Mode::train);
  const Value y = train_layers.batch_norm(train.argument({2, 2, 1, 2}, images), norm);
  train.value_of_next_argument({1.5, 0.5});
  train.value_of_next_argument({0.1, -0.2});
  const auto trained =
      train.evaluate(std::vector{y, train_layers.statistics()[0].value, train_layers.statistics()[1].value});

  Golden frozen;
  Layers frozen_layers(frozen.function(), Mode::evaluate);
  const Value z = frozen_layers.batch_norm(frozen.argument({2, 2, 1, 2}, images), norm);
  frozen.value_of_next_argument({1.5, 0.5});
  frozen.value_of_next_argument({0.1, -0.2});
  frozen.value_of_next_argument(trained[1]);
  frozen.value_of_next_argument(trained[2]);
  EXPECT_EQ(frozen.evaluate(z), trained[0]);
}

std::vector<double> layer_normalized(double epsilon) {
  Golden golden;
  const Value x = golden.argument({1, 2}, {-0.001, 0.001});
  Layers layers(golden.function(), Mode::train);
  const Value y = layers.layer_norm(x, {.epsilon = epsilon, .scale = "g", .shift = "bt"});
  golden.value_of_next_argument({1, 1});
  golden.value_of_next_argument({0, 0});
  return golden.evaluate(y);
}

// The case's values have six decimals.
TEST(LayerNorm, CaseC9DependsOnItsEpsilon) {
  EXPECT_THAT(layer_normalized(1e-5), ElementsAre(DoubleNear(-0.301511, 5e-7), DoubleNear(0.301511, 5e-7)));
  EXPECT_THAT(layer_normalized(1e-6), ElementsAre(DoubleNear(-0.707107, 5e-7), DoubleNear(0.707107, 5e-7)));
}

TEST(Dense, MultipliesByTheWeightAndAddsTheBias) {
  Golden golden;
  const Value x = golden.argument({1, 2}, {3, 5});
  Layers layers(golden.function(), Mode::train);
  const Value y = layers.dense(x, {.outputs = 2, .weight = "W", .bias = "b"});
  golden.value_of_next_argument({1, 10, 100, 1000});
  golden.value_of_next_argument({0.5, -0.5});
  EXPECT_THAT(golden.evaluate(y), ElementsAre(503.5, 5029.5));
}

TEST(Convolution2d, OfTheWrongRankNamesTheLayer) {
  Golden golden;
  const Value x = golden.argument({1, 2}, {3, 5});
  Layers layers(golden.function(), Mode::train);
  try {
    layers.convolution2d(x, {.channels = 4, .weight = "W7", .bias = "b7"});
    FAIL() << "a rank-2 image was accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("layer W7: the input has the wrong rank"));
    EXPECT_THAT(error.what(), HasSubstr("[batch, channels, height, width] (rank 4)"));
    EXPECT_THAT(error.what(), HasSubstr("tensor<1x2xf64>"));
  }
}

TEST(Layers, RefuseTwoParametersOfOneName) {
  Golden golden;
  const Value x = golden.argument({1, 2}, {3, 5});
  Layers layers(golden.function(), Mode::train);
  const Value y = layers.dense(x, {.outputs = 2, .weight = "W", .bias = "b"});
  try {
    layers.dense(y, {.outputs = 2, .weight = "W", .bias = "c"});
    FAIL() << "a second parameter W was accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("two parameters are called `W`"));
  }
}

}  // namespace
}  // namespace stepwright::nn
