#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Networks = CommandLine;

TEST_F(Networks, ListsEachWithItsSize) {
  const Answer answer = run({"nets"});
  EXPECT_EQ(answer.code, done);
  // 784·10 + 10.
  expect_contains(answer.out, "linear        7850 parameters in  2 tensors, 1x28x28 images: one dense layer");
}

TEST_F(Networks, JsonCountsTheParameters) {
  const auto json = run({"nets", "--json"}).json();
  ASSERT_EQ(json.size(), 3U);
  EXPECT_EQ(json[1]["name"], "mlp");
  EXPECT_EQ(json[1]["parameters"], 784 * 512 + 512 + 512 * 512 + 512 + 512 * 10 + 10);
  EXPECT_EQ(json[2]["name"], "cnn");
  EXPECT_EQ(json[2]["parameters"],
            32 * 9 + 32 + 32 * 32 * 9 + 32 + 6272 * 512 + 512 + 512 * 512 + 512 + 512 * 10 + 10);
  EXPECT_EQ(json[2]["parameter_tensors"], 10);
}

}  // namespace
}  // namespace stepwright::cli
