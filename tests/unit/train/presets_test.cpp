#include "stepwright/train/presets.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

TEST(Presets, EachNamesANetworkAndADataSetThatThereAre) {
  std::set<std::string> names;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_NO_THROW(nn::network_named(preset.network)) << preset.name;
    EXPECT_NO_THROW(data_source_named(preset.data)) << preset.name;
    EXPECT_NO_THROW(validate(preset.options)) << preset.name;
  }
  EXPECT_EQ(&preset_named("mnist-cnn"), &presets()[2]);
}

TEST(Presets, ASlipGetsASuggestion) {
  const std::string message = complaint([] { preset_named("mnist-cmn"); });
  expect_contains(message, "there is no training preset `mnist-cmn`");
  expect_contains(message, "one of mnist-linear, mnist-mlp, mnist-cnn");
  expect_contains(message, "did you mean `mnist-cnn`?");
}

TEST(Presets, ARunsDataSetIsFoundByTheNameOfItsTrainingSet) {
  EXPECT_EQ(data_source_of("MNIST train").name, "mnist");
  EXPECT_EQ(data_source_of("MNIST train").installed("deps"), mnist_folder("deps"));
  expect_contains(complaint([] { data_source_of("my own"); }), "my own");
}

}  // namespace
}  // namespace stepwright::train
