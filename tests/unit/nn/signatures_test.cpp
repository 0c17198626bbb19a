#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stepwright/nn/step.h"

namespace stepwright::nn {
namespace {

// The reference's arguments (name:type) and result types, in order, of the artifact.
struct Signature {
  std::vector<std::string> arguments;
  std::vector<std::string> results;
};

Signature reference(const std::string& artifact) {
  std::ifstream file(STEPWRIGHT_SOURCE_DIR "/tests/nn/signatures.json");
  const auto json = nlohmann::json::parse(file).at(artifact);
  return {json.at("arguments"), json.at("results")};
}

Signature of_manifest(const Manifest& manifest) {
  Signature signature;
  for (const ManifestEntry& entry : manifest.arguments) {
    signature.arguments.push_back(entry.name + ":" + to_string(entry.type));
  }
  for (const ManifestEntry& entry : manifest.results) signature.results.push_back(to_string(entry.type));
  return signature;
}

Signature of_function(const Function& function) {
  Signature signature;
  for (const Value argument : function.arguments()) {
    signature.arguments.push_back(argument.definition().name + ":" + to_string(argument.type()));
  }
  for (const Value result : function.results()) signature.results.push_back(to_string(result.type()));
  return signature;
}

void expect_signature(const Step& step, const Signature& expected) {
  for (const Signature& ours : {of_manifest(step.manifest), of_function(*step.function)}) {
    EXPECT_EQ(ours.arguments, expected.arguments);
    EXPECT_EQ(ours.results, expected.results);
  }
}

class Signatures : public testing::TestWithParam<const char*> {};

TEST_P(Signatures, ThePlainStepHasTheReferencesArgumentsAndResults) {
  expect_signature(train_step(plain_recipe(network_named(GetParam()))),
                   reference(std::string(GetParam()) + "_train_step"));
}

TEST_P(Signatures, TheForwardHasTheReferencesArgumentsAndResults) {
  expect_signature(forward(network_named(GetParam()), 128, 10), reference(std::string(GetParam()) + "_fwd"));
}

INSTANTIATE_TEST_SUITE_P(Mnist, Signatures, testing::Values("linear", "mlp", "cnn"),
                         [](const auto& network) { return std::string(network.param); });

}  // namespace
}  // namespace stepwright::nn
