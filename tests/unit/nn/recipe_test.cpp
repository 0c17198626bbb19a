#include "stepwright/nn/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stepwright/base/error.h"

namespace stepwright::nn {
namespace {

using testing::HasSubstr;

void expect_refused(const Recipe& recipe, std::string_view message, std::string_view found) {
  try {
    validate(recipe);
    FAIL() << "accepted, but expected: " << message;
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::string(message)));
    EXPECT_THAT(error.what(), HasSubstr("found:    " + std::string(found)));
  }
}

TEST(Recipe, OfThePresetsIsValid) {
  for (const Network& network : networks()) {
    EXPECT_NO_THROW(validate(plain_recipe(network))) << network.name;
    EXPECT_NO_THROW(validate(adamw_recipe(network))) << network.name;
  }
}

TEST(Recipe, NamesTheFieldThatIsOutOfRange) {
  const Recipe good = adamw_recipe(network_named("mlp"));
  Recipe bad = good;
  bad.batch = 0;
  expect_refused(bad, "the recipe's batch is out of range", "0");
  bad = good;
  bad.classes = 1;
  expect_refused(bad, "the recipe's number of classes is out of range", "1");
  bad = good;
  bad.smoothing = 1;
  expect_refused(bad, "the recipe's smoothing is out of range", "1");
  bad = good;
  bad.smoothing = 0.1;
  bad.loss = Loss::binary_cross_entropy;
  expect_refused(bad, "0 with a binary cross entropy", "0.1");
  bad = good;
  bad.optimizer.beta2 = 1;
  expect_refused(bad, "the recipe's beta2 is out of range", "1");
  bad = good;
  bad.optimizer.weight_decay = -1;
  expect_refused(bad, "the recipe's weight decay is out of range", "-1");
  bad = good;
  bad.contract = Contract::plain;
  expect_refused(bad, "the packed contract for an optimizer with state", "plain with adamw");
}

TEST(Networks, AreFoundByNameOrTheNearestIsSuggested) {
  EXPECT_EQ(network_named("cnn").name, "cnn");
  try {
    network_named("cmn");
    FAIL() << "an unknown network was found";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no network `cmn`"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean `cnn`?"));
  }
}

}  // namespace
}  // namespace stepwright::nn
