#include "stepwright/nn/layers.h"
#include "stepwright/ops/all.h"
#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Conventions = CommandLine;

TEST_F(Conventions, ShowsEachOfTheOperations) {
  const Answer answer = run({"conventions"});
  EXPECT_EQ(answer.code, done);
  ASSERT_FALSE(operation_conventions().empty());
  for (const auto& [operation, statement] : operation_conventions()) {
    expect_contains(answer.out, operation);
    expect_contains(answer.out, statement);
  }
}

TEST_F(Conventions, CaseC9_ShowsTheFormsOfGeluAndTheEpsilonsOfTheNorms) {
  const std::string text = run({"conventions"}).out;
  expect_contains(text, "the network names its form: erf, x·Φ(x), or its approximation by tanh");
  expect_contains(text, "epsilon 1e-05 unless the network sets another");
  EXPECT_EQ(nn::BatchNorm{}.epsilon, 1e-5);
  EXPECT_EQ(nn::LayerNorm{}.epsilon, 1e-5);
}

TEST_F(Conventions, JsonHasTheSameStatements) {
  const auto json = run({"conventions", "--json"}).json();
  EXPECT_EQ(json["operations"].size(), operation_conventions().size());
  EXPECT_EQ(json["operations"][0]["subject"], operation_conventions().front().operation);
  EXPECT_EQ(json["operations"][0]["convention"], operation_conventions().front().statement);
  EXPECT_GT(json["layers"].size(), 0U);
}

}  // namespace
}  // namespace stepwright::cli
