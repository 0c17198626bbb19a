#include "stepwright/nn/step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "stepwright/base/error.h"
#include "stepwright/nn/functions.h"
#include "stepwright/ops/all.h"

namespace stepwright::nn {
namespace {

using testing::HasSubstr;

// A network with a batch norm, to see statistics pass through a step.
Network normalized_network() {
  return {"normalized",
          "",
          {2, 4, 4},
          [](Layers& layers, Value images, std::int64_t classes) {
            Value x =
                layers.convolution2d(images, {.channels = 3, .padding = {1, 1}, .weight = "W1", .bias = ""});
            x = layers.batch_norm(x, {.scale = "g1", .shift = "bt1", .mean = "n1mu", .variance = "n1var"});
            return layers.dense(global_average_pool(relu(x)),
                                {.outputs = classes, .weight = "Wd", .bias = "bd"});
          },
          true};
}

std::vector<std::string> names(const std::vector<ManifestEntry>& entries) {
  std::vector<std::string> names;
  for (const ManifestEntry& entry : entries) names.push_back(entry.name);
  return names;
}

TEST(TrainStep, OfThePackedContractHasTheReferencesOrder) {
  Recipe recipe = adamw_recipe(normalized_network());
  recipe.batch = 2;
  const Step step = train_step(recipe);
  EXPECT_THAT(
      names(step.manifest.arguments),
      testing::ElementsAre("x", "W1", "g1", "bt1", "Wd", "bd", "W1m", "g1m", "bt1m", "Wdm", "bdm", "W1v",
                           "g1v", "bt1v", "Wdv", "bdv", "lr", "bc1", "bc2", "n1mui", "n1vari", "onehot"));
  EXPECT_THAT(names(step.manifest.results),
              testing::ElementsAre("W1", "g1", "bt1", "Wd", "bd", "W1m", "g1m", "bt1m", "Wdm", "bdm", "W1v",
                                   "g1v", "bt1v", "Wdv", "bdv", "loss", "bc1", "bc2", "n1mu", "n1var"));
}

TEST(TrainStep, FeedsItselfResultKHasTheTypeOfArgumentKPlusOne) {
  for (const Network& network : {network_named("cnn"), normalized_network()}) {
    const Step step = train_step(adamw_recipe(network));
    ASSERT_EQ(step.manifest.arguments.size(), step.manifest.results.size() + 2);
    for (std::size_t k = 0; k < step.manifest.results.size(); ++k) {
      EXPECT_EQ(step.manifest.results[k].type, step.manifest.arguments[k + 1].type) << "result " << k;
    }
  }
}

TEST(TrainStep, AgreesWithItsManifestInEveryType) {
  const Step step = train_step(adamw_recipe(normalized_network()));
  ASSERT_EQ(step.function->arguments().size(), step.manifest.arguments.size());
  for (std::size_t at = 0; at < step.manifest.arguments.size(); ++at) {
    EXPECT_EQ(step.function->arguments()[at].type(), step.manifest.arguments[at].type);
    EXPECT_EQ(step.function->arguments()[at].definition().name, step.manifest.arguments[at].name);
    const auto& attributes = step.function->argument_attributes()[at];
    const auto& donated_to = step.manifest.arguments[at].donated_to;
    EXPECT_EQ(attributes.contains("tf.aliasing_output"), donated_to.has_value());
    if (donated_to) {
      EXPECT_EQ(std::get<IntegerAttribute>(attributes.at("tf.aliasing_output").value).value,
                static_cast<std::int64_t>(*donated_to));
    }
  }
}

TEST(TrainStep, LeavesNoMarkInTheText) {
  EXPECT_THAT(train_step(adamw_recipe(network_named("mlp"))).text, testing::Not(HasSubstr("stop_gradient")));
}

TEST(TrainStep, DecaysMatricesAloneWhenAsked) {
  Recipe recipe = adamw_recipe(normalized_network());
  recipe.decay = DecayRule::matrices;
  const Step step = train_step(recipe);
  for (const std::size_t at : step.manifest.positions(Role::parameter)) {
    const ManifestEntry& entry = step.manifest.arguments[at];
    EXPECT_EQ(entry.decays, entry.type.rank() >= 2) << entry.name;
  }
}

TEST(TrainStep, RefusesANetworkWithoutOneLogitForEachClass) {
  Network network = network_named("mlp");
  network.forward = [](Layers&, Value images, std::int64_t) { return flatten(images); };
  try {
    train_step(adamw_recipe(network));
    FAIL() << "images were taken for logits";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("network mlp: the network's output is not one logit for each class"));
    EXPECT_THAT(error.what(), HasSubstr("tensor<128x10xf32>"));
    EXPECT_THAT(error.what(), HasSubstr("tensor<128x784xf32>"));
  }
}

TEST(Forward, TakesTheStatisticsAfterTheParameters) {
  const Step step = forward(normalized_network(), 2, 10);
  EXPECT_THAT(names(step.manifest.arguments),
              testing::ElementsAre("x", "W1", "g1", "bt1", "Wd", "bd", "n1mu", "n1var"));
  for (std::size_t at = 0; at < step.manifest.arguments.size(); ++at) {
    EXPECT_EQ(step.function->arguments()[at].definition().name, step.manifest.arguments[at].name);
  }
}

TEST(Manifest, ReadsBackFromItsJson) {
  const Manifest manifest = train_step(adamw_recipe(network_named("cnn"))).manifest;
  EXPECT_EQ(manifest_from_json(to_json(manifest), "step.json"), manifest);
}

TEST(Manifest, NamesTheFileAndTheMissingField) {
  auto json = to_json(forward(network_named("linear"), 4, 10).manifest);
  json.erase("batch");
  try {
    manifest_from_json(json, "step.json");
    FAIL() << "a manifest without a batch was accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("step.json: the manifest is not one of ours"));
    EXPECT_THAT(error.what(), HasSubstr("key 'batch' not found"));
  }
}

}  // namespace
}  // namespace stepwright::nn
