// The programs of examples/ do what they say.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/support/temporary_folder.h"

namespace stepwright {
namespace {

struct Answer {
  int code = -1;
  std::string text;
};

Answer run(const std::string& command) {
  Answer answer;
  std::FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return answer;
  std::array<char, 4096> piece{};
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), output)) {
    answer.text.append(piece.data(), size);
  }
  const int status = pclose(output);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

TEST(Examples, LenetLearnsTheDigitsInOneEpoch) {
  const TemporaryFolder folder;
  const Answer answer =
      run("cd '" + folder.path().string() + "' && '" LENET "' '" STEPWRIGHT_DEPS_DIR "' 1 2>&1");
  ASSERT_EQ(answer.code, 0) << answer.text << "MNIST and the plugin come from ./sw setup";
  std::smatch found;
  ASSERT_TRUE(std::regex_search(answer.text, found, std::regex(R"(^468 steps in .* \((\d+)/10000\)\n$)")))
      << answer.text;
  // One epoch gives about 98 %; guessing gives 10 %.
  EXPECT_GT(std::stoi(found[1]), 9600);
  EXPECT_TRUE(std::filesystem::exists(folder / "runs/lenet/step.mlir"));
}

TEST(Examples, LenetWithoutItsDataSaysWhatIsMissing) {
  const TemporaryFolder folder;
  const Answer answer = run("cd '" + folder.path().string() + "' && '" LENET "' 2>&1");
  EXPECT_EQ(answer.code, 1);
  EXPECT_NE(answer.text.find(": a file of MNIST is missing"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("./sw setup"), std::string::npos) << answer.text;
}

}  // namespace
}  // namespace stepwright
