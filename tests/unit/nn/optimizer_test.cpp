#include "stepwright/nn/optimizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/golden.h"

namespace stepwright::nn {
namespace {

struct Numbers {
  double parameter, first, second;
};

// One step on one number, through the graph.
Numbers stepped(const OptimizerConstants& constants, const Numbers& state, double gradient,
                double learning_rate, int step, bool decays = true) {
  Golden golden;
  const auto number = [&](double value) { return golden.argument({1}, {value}); };
  const auto rank0 = [&](double value) { return golden.argument({}, {value}); };
  const ParameterState before{number(state.parameter), number(state.first), number(state.second)};
  const OptimizerInputs inputs{rank0(learning_rate), rank0(1 - std::pow(constants.beta1, step)),
                               rank0(1 - std::pow(constants.beta2, step))};
  const ParameterState after = update(constants, inputs, before, number(gradient), decays);
  const auto found = golden.evaluate(std::vector{after.parameter, after.first, after.second});
  return {found[0][0], found[1][0], found[2][0]};
}

// The case's nine digits.
TEST(AdamW, CaseD8DecaysApartFromTheBiasCorrection) {
  const OptimizerConstants constants{.optimizer = Optimizer::adamw, .weight_decay = 0.1};
  Numbers state{1, 0, 0};
  state = stepped(constants, state, 0.5, 0.1, 1);
  EXPECT_NEAR(state.parameter, 0.890000002, 5e-10);
  state = stepped(constants, state, 0.25, 0.1, 2);
  EXPECT_NEAR(state.parameter, 0.787882040, 5e-10);
  const Numbers second = state;
  EXPECT_NEAR(stepped(constants, second, -0.5, 0.1, 3).parameter, 0.768924913, 5e-10);
  // A step count that starts anew would show.
  EXPECT_NEAR(stepped(constants, second, -0.5, 0.1, 1).parameter, 0.762661217, 1e-9);  // cut, not rounded
}

TEST(AdamW, DoesNotDecayAParameterThatIsLeftOut) {
  const OptimizerConstants constants{.optimizer = Optimizer::adamw, .weight_decay = 0.1};
  EXPECT_EQ(stepped(constants, {1, 0, 0}, 0, 0.1, 1, false).parameter, 1);
}

// Tolerances below: a few roundings of numbers below 4.
constexpr double few_roundings = 16 * 0x1p-53;

TEST(Sgd, StepsAgainstTheDecayedGradient) {
  const OptimizerConstants constants{.optimizer = Optimizer::sgd, .weight_decay = 0.25};
  const Numbers after = stepped(constants, {2, 7, 9}, 0.5, 0.1, 1);
  EXPECT_NEAR(after.parameter, 2 - 0.1 * (0.5 + 0.25 * 2), few_roundings);
  EXPECT_EQ(after.first, 7);
  EXPECT_EQ(after.second, 9);
}

TEST(HeavyBall, StepsAlongItsVelocity) {
  const OptimizerConstants constants{
      .optimizer = Optimizer::heavy_ball, .momentum = 0.9, .weight_decay = 0.25};
  const Numbers after = stepped(constants, {2, 7, 3}, 0.5, 0.1, 1);
  const double velocity = 0.9 * 3 + (0.5 + 0.25 * 2);
  EXPECT_NEAR(after.second, velocity, few_roundings);
  EXPECT_NEAR(after.parameter, 2 - 0.1 * velocity, few_roundings);
  EXPECT_EQ(after.first, 7);
}

TEST(Nesterov, LooksAheadAlongItsVelocity) {
  const OptimizerConstants constants{.optimizer = Optimizer::nesterov, .momentum = 0.9};
  const Numbers after = stepped(constants, {2, 7, 3}, 0.5, 0.1, 1);
  const double velocity = 0.9 * 3 + 0.5;
  EXPECT_NEAR(after.second, velocity, few_roundings);
  EXPECT_NEAR(after.parameter, 2 - 0.1 * (0.5 + 0.9 * velocity), few_roundings);
}

}  // namespace
}  // namespace stepwright::nn
