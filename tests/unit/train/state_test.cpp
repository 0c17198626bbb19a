#include "stepwright/train/state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stepwright/train/training_step.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

Batch batch_of(const std::vector<float>& x) {
  return {floats({2, 2}, x), floats({2, 2}, {1, 0, 0, 1}), {0, 1}, 2};
}

TrainingStep toy(const Client& client, std::span<const NamedTensor> tensors) {
  const Rendered step = toy_step();
  return {client, client.compile(program(step)), step.manifest, State(client, step.manifest, tensors)};
}

TEST(InitialState, ItDependsOnTheSeedAndTheParametersPositionAlone) {
  nn::Manifest manifest = toy_step().manifest;
  const auto first = initial_state(manifest, 1);
  ASSERT_EQ(first.size(), 3u);
  EXPECT_EQ(initial_state(manifest, 1), first);
  EXPECT_NE(initial_state(manifest, 2)[0], first[0]);
  // Another parameter before it, in place of nothing else, moves W to another sequence.
  manifest.arguments.insert(manifest.arguments.begin() + 1, manifest.arguments[1]);
  manifest.arguments[1].name = "W0";
  const auto moved = initial_state(manifest, 1);
  EXPECT_EQ(moved[0].tensor, first[0].tensor) << "W0 has W's old place";
  EXPECT_NE(moved[1].tensor, first[0].tensor);
}

TEST(InitialState, EveryKindOfInitialiserGivesItsDistribution) {
  nn::Manifest manifest = toy_step().manifest;
  nn::ManifestEntry& w = manifest.arguments[1];
  constexpr std::int64_t n = 10000;
  w.type.dimensions = {n};
  const auto start = [&](nn::Initializer initializer) {
    w.initializer = initializer;
    return values(initial_state(manifest, 3)[0].tensor);
  };
  EXPECT_EQ(start(nn::Initializer::zeros()), std::vector<float>(n, 0.0f));
  EXPECT_EQ(start(nn::Initializer::ones()), std::vector<float>(n, 1.0f));
  double sum = 0, squares = 0;
  for (const float value : start(nn::Initializer::normal(0.5))) {
    sum += value;
    squares += double{value} * value;
  }
  // Standard errors of mean and variance of n normal numbers with σ = ½: σ/√n and σ²·√(2/n); five of each.
  EXPECT_NEAR(sum / n, 0, 5 * 0.5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 0.25, 5 * 0.25 * std::sqrt(2.0 / n));
  EXPECT_EQ(values(initial_state(manifest, 3)[1].tensor), std::vector<float>(4, 0.0f)) << "moments are zero";
}

TEST(InitialState, AParameterThatCannotBeInitialisedIsNamed) {
  nn::Manifest manifest = toy_step().manifest;
  manifest.arguments[1].initializer.reset();
  expect_contains(complaint([&] { initial_state(manifest, 1); }), "the parameter `W` cannot be initialised");
  expect_contains(complaint([&] { initial_state(manifest, 1); }), "no initialiser");
  manifest = toy_step().manifest;
  manifest.arguments[1].type.element = ElementType::i32;
  expect_contains(complaint([&] { initial_state(manifest, 1); }), "tensor<2x2xi32>");
}

TEST(State, ResultsBecomeTheNextStepsArguments) {
  const Client client = cpu_client();
  const std::vector<NamedTensor> start{{"Wv", floats({2, 2}, {0, 0, 0, 0})},  // in any order
                                       {"W", floats({2, 2}, {1, 2, 3, 4})},
                                       {"Wm", floats({2, 2}, {0, 0, 0, 1})}};
  TrainingStep step = toy(client, start);
  EXPECT_EQ(step.run(batch_of({1, 1, 1, 2}), 1, 0.5).loss, 10 - 0.5 * 5);
  EXPECT_EQ(step.run(batch_of({2, 0, 0, 0}), 2, 0.25).loss, 7.5 - 0.5);
  const auto end = step.state().to_host();
  EXPECT_EQ(end[0], (NamedTensor{"W", floats({2, 2}, {0, 1.5, 2.5, 3})}));
}

// 1 − βᵗ in f64, rounded once, with t = the number of the update.
TEST(TrainingStep, BiasCorrectionsAreThoseOfTheUpdatesNumber) {
  const Client client = cpu_client();
  for (const std::int64_t update : {1, 2, 1000}) {
    TrainingStep step = toy(client, initial_state(toy_step().manifest, 1));
    step.run(batch_of({1, 1, 1, 1}), update, 0);
    const auto end = step.state().to_host();
    const auto t = static_cast<double>(update);
    EXPECT_EQ(values(end[1].tensor)[0], static_cast<float>(1 - std::pow(0.9, t)));
    EXPECT_EQ(values(end[2].tensor)[0], static_cast<float>(1 - std::pow(0.999, t)));
  }
}

TEST(TrainingStep, AnOptimizerWithoutBiasCorrectionIsGivenOne) {
  const Client client = cpu_client();
  Rendered step = toy_step();
  step.manifest.constants.clear();
  TrainingStep sgd(client, client.compile(program(step)), step.manifest,
                   State(client, step.manifest, initial_state(step.manifest, 1)));
  sgd.run(batch_of({1, 1, 1, 1}), 1, 0);
  EXPECT_EQ(values(sgd.state().to_host()[1].tensor), std::vector<float>(4, 1.0f));
}

TEST(State, RunningStatisticsAverageTheBatches) {
  const Client client = cpu_client();
  TrainingStep step = toy(client, initial_state(toy_step().manifest, 1));
  expect_contains(complaint([&] { step.state().named("stat"); }), "the training state has no `stat`");
  EXPECT_EQ(step.state().to_host().size(), 3u) << "no statistics before the first step";
  const auto running = [&] { return values(step.state().named("stat").to_host())[0]; };
  step.run(batch_of({1, 2, 3, 4}), 1, 0);
  EXPECT_EQ(running(), 10) << "the first batch's as they are";
  step.run(batch_of({5, 5, 5, 5}), 2, 0);
  EXPECT_EQ(running(), static_cast<float>(0.99 * 10 + 0.01 * 20));
  EXPECT_EQ(running(), static_cast<float>(0.99 * 10 + 0.01 * 20)) << "asking changes nothing";
  const auto saved = step.state().to_host();
  ASSERT_EQ(saved.size(), 4u);
  TrainingStep resumed = toy(client, saved);
  step.run(batch_of({1, 0, 0, 0}), 3, 0);
  resumed.run(batch_of({1, 0, 0, 0}), 3, 0);
  EXPECT_EQ(resumed.state().to_host(), step.state().to_host());
}

TEST(State, CaseB5_CopyingItToTheHostAfterEveryStepChangesNothing) {
  const Client client = cpu_client();
  const auto train = [&](bool copying) {
    TrainingStep step = toy(client, initial_state(toy_step().manifest, 1));
    for (std::int64_t update = 1; update <= 5; ++update) {
      const auto f = static_cast<float>(update);
      step.run(batch_of({f, 1 / f, 0.1f * f, 3}), update, 0.3);
      if (copying) step.state().to_host();
    }
    return step.state().to_host();
  };
  EXPECT_EQ(train(true), train(false));
}

TEST(State, OfAnotherNetworkItIsRefused) {
  const Client client = cpu_client();
  expect_contains(complaint([&] { toy(client, {}); }), "missing: W, Wm, Wv");
}

TEST(Program, AManifestOfAnotherTextIsRefused) {
  Rendered step = toy_step();
  step.text += "// edited\n";
  const std::string message = complaint([&] { program(step); });
  expect_contains(message, "the manifest belongs to another text");
  expect_contains(message, "toy train_step, batch 2");
  expect_contains(message, step.manifest.text_sha256);
  expect_contains(message, sha256_hex(step.text));
}

}  // namespace
}  // namespace stepwright::train
