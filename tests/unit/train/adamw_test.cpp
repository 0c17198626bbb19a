#include <gtest/gtest.h>

#include "stepwright/ir/rewrite.h"
#include "stepwright/ir/text/printer.h"
#include "stepwright/nn/optimizer.h"
#include "stepwright/train/checkpoint.h"
#include "stepwright/train/training_step.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

// The optimizer stage alone, p with the images as its gradient: x, p, pm, pv, lr, bc1, bc2 → p', pm', pv'.
Rendered adamw_of_given_gradients() {
  using nn::Role;
  const nn::OptimizerConstants constants{.optimizer = nn::Optimizer::adamw, .weight_decay = 0.1};
  const TensorType p{ElementType::f32, {1, 1}}, number{ElementType::f32, {}};
  Rendered stage;
  nn::Manifest& manifest = stage.manifest;
  Function function("main");
  const auto argument = [&](const char* name, const TensorType& type, Role role) {
    nn::ManifestEntry entry;
    entry.name = name;
    entry.type = type;
    entry.role = role;
    manifest.arguments.push_back(entry);
    return function.add_argument(type, name);
  };
  const Value gradient = argument("x", p, Role::images);
  const nn::ParameterState state{argument("p", p, Role::parameter), argument("pm", p, Role::first_moment),
                                 argument("pv", p, Role::second_moment)};
  const nn::OptimizerInputs inputs{argument("lr", number, Role::learning_rate),
                                   argument("bc1", number, Role::bias_correction1),
                                   argument("bc2", number, Role::bias_correction2)};
  const nn::ParameterState next = nn::update(constants, inputs, state, gradient, true);
  const std::array results{next.parameter, next.first, next.second};
  for (std::size_t at = 0; at < results.size(); ++at) {
    function.add_result(results[at]);
    manifest.results.push_back(manifest.arguments[at + 1]);
    manifest.arguments[at + 1].donated_to = at;
    function.argument_attributes()[at + 1].emplace(
        "tf.aliasing_output", Attribute{IntegerAttribute{static_cast<std::int64_t>(at), ElementType::i32}});
  }
  manifest.network = "given gradients";
  manifest.kind = "train_step";
  manifest.optimizer = "adamw";
  manifest.constants = {{"beta1", constants.beta1}, {"beta2", constants.beta2}};
  stage.text = print(Module{"adamw", {}, {finished(function)}});
  manifest.text_sha256 = sha256_hex(stage.text);
  return stage;
}

const std::vector<NamedTensor> start{
    {"p", floats({1, 1}, {1})}, {"pm", floats({1, 1}, {0})}, {"pv", floats({1, 1}, {0})}};
constexpr std::array gradients{0.5f, 0.25f, -0.5f};
constexpr std::array expected{0.890000002, 0.787882040, 0.768924913};
// The published values have nine decimals; a step in f32 is some ten operations on numbers below 1, each
// rounded to half of 2^-24, and the errors of the steps before stay.
constexpr double tolerance = 3 * 10 * 0x1p-25;

float step(TrainingStep& adamw, std::size_t index, std::int64_t update) {
  const Batch batch{floats({1, 1}, {gradients[index]}), {}, {}, 1};
  adamw.run(batch, update, 0.1);
  return values(adamw.state().to_host()[0].tensor)[0];
}

TrainingStep begin(const Client& client, std::span<const NamedTensor> tensors) {
  const Rendered stage = adamw_of_given_gradients();
  return {client, client.compile(program(stage)), stage.manifest, State(client, stage.manifest, tensors)};
}

TEST(AdamW, CaseD8_ThreeStepsHaveThePublishedValues) {
  const Client client = cpu_client();
  TrainingStep adamw = begin(client, start);
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    EXPECT_NEAR(step(adamw, i, static_cast<std::int64_t>(i) + 1), expected[i], tolerance) << "step " << i + 1;
  }
}

TEST(AdamW, CaseD8_AResumptionKeepsTheStepCount) {
  const Client client = cpu_client();
  const TemporaryFolder folder;
  TrainingStep first = begin(client, start);
  step(first, 0, 1);
  step(first, 1, 2);
  write_checkpoint(folder / "c", {.text_sha256 = {},
                                  .step = 2,
                                  .position = {},
                                  .seed = 1,
                                  .schedule = {},
                                  .hooks = {},
                                  .tensors = first.state().to_host()});
  const Checkpoint checkpoint = read_checkpoint(folder / "c");
  TrainingStep resumed = begin(client, checkpoint.tensors);
  EXPECT_NEAR(step(resumed, 2, checkpoint.step + 1), expected[2], tolerance);
  TrainingStep reset = begin(client, checkpoint.tensors);
  EXPECT_NEAR(step(reset, 2, 1), 0.762661217, tolerance) << "what the case warns of";
}

}  // namespace
}  // namespace stepwright::train
