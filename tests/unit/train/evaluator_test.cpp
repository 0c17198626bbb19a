#include "stepwright/train/evaluator.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::int64_t right(const std::vector<float>& logits, std::int32_t label) {
  return count_correct(floats({1, static_cast<std::int64_t>(logits.size())}, logits), std::vector{label});
}

TEST(CountCorrect, TheFirstOfTheLargestLogitsIsThePrediction) {
  EXPECT_EQ(right({1, 3, 2}, 1), 1);
  EXPECT_EQ(right({1, 3, 2}, 0), 0);
  EXPECT_EQ(right({3, 3, 2}, 0), 1);
  EXPECT_EQ(right({3, 3, 2}, 1), 0);
  EXPECT_EQ(right({5}, 0), 1);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(right({-infinity, infinity}, 1), 1);
}

TEST(CountCorrect, ANaNIsNeverRight) {
  EXPECT_EQ(right({nan}, 0), 0);
  EXPECT_EQ(right({nan, 1}, 0), 0);
  EXPECT_EQ(right({nan, 1}, 1), 0);
  EXPECT_EQ(right({1, nan}, 0), 0);
}

TEST(CountCorrect, RowsBeyondTheLabelsDoNotCount) {
  const HostTensor logits = floats({3, 2}, {1, 0, 0, 1, 1, 0});
  EXPECT_EQ(count_correct(logits, std::vector<std::int32_t>{0, 1}), 2);
  EXPECT_EQ(count_correct(logits, std::vector<std::int32_t>{0, 0, 0}), 2);
  EXPECT_EQ(count_correct(logits, {}), 0);
}

// logits = x + W: with W = 0, the brightest pixel is the class.
Rendered toy_forward() {
  Rendered forward;
  forward.text = R"(module @toy {
  func.func public @main(%x: tensor<2x2xf32>, %W: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %y = stablehlo.add %x, %W : tensor<2x2xf32>
    return %y : tensor<2x2xf32>
  }
}
)";
  const nn::Manifest step = toy_step().manifest;
  forward.manifest = step;
  forward.manifest.kind = "forward";
  forward.manifest.arguments = {step.arguments[0], step.arguments[1]};
  forward.manifest.arguments[1].donated_to.reset();
  forward.manifest.text_sha256 = sha256_hex(forward.text);
  return forward;
}

TEST(Evaluator, EverySampleCountsOnceAlsoInAPartialBatch) {
  const Client client = cpu_client();
  const Rendered forward = toy_forward();
  for (const std::int64_t samples : {1, 2, 5, 8}) {
    ImageDataset dataset = patterns("test", samples, 1, 2, 2);  // whose bright pixel is the class
    State state(client, toy_step().manifest,
                std::vector<NamedTensor>{{"W", HostTensor::zeros({ElementType::f32, {2, 2}})},
                                         {"Wm", HostTensor::zeros({ElementType::f32, {2, 2}})},
                                         {"Wv", HostTensor::zeros({ElementType::f32, {2, 2}})}});
    // One pixel of 127 + below(128) against one below 128: set apart for certain.
    for (std::int64_t i = 0; i < samples; ++i) {
      const auto dark = static_cast<std::size_t>(2 * i + 1 - dataset.labels[static_cast<std::size_t>(i)]);
      dataset.images.as<std::uint8_t>()[dark] = 0;
    }
    Evaluator evaluator(client, client.compile(program(forward)), forward.manifest, dataset, {}, 2);
    EXPECT_EQ(evaluator.evaluate(state), (Accuracy{samples, samples}));
    dataset.labels.back() ^= 1;
    EXPECT_EQ(evaluator.evaluate(state), (Accuracy{samples - 1, samples})) << "the last one counts";
  }
}

TEST(Accuracy, ItIsAShareInPercent) {
  EXPECT_DOUBLE_EQ((Accuracy{9883, 10000}.percent()), 98.83);
}

}  // namespace
}  // namespace stepwright::train
