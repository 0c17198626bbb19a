// The self-checking programs of tests/ops, one file for each operation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(STEPWRIGHT_SOURCE_DIR) / "tests" / "ops";

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(folder / file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, CheckThemselves) {
  const std::string text = text_of(GetParam());
  for (const SourceChunk& chunk : split(text)) {
    try {
      evaluate(parse(chunk, GetParam(), operation_readers()), {}, Rounding{});
    } catch (const UserError& error) {
      ADD_FAILURE() << GetParam() << ", line " << chunk.first_line << ": " << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, Programs, testing::ValuesIn(files()), [](const auto& parameter) {
  return parameter.param.substr(0, parameter.param.find('.'));
});

TEST(Programs, ExistForEveryOperation) {
  const std::vector<std::string> present = files();
  constexpr std::string_view dialect = "stablehlo.";
  for (const auto& [name, reader] : operation_readers()) {
    // What a custom call computes is not known, so there is nothing to check.
    if (!name.starts_with(dialect) || name == op::CustomCall::name) continue;
    const std::string file = name.substr(dialect.size()) + ".mlir";
    EXPECT_TRUE(std::ranges::binary_search(present, file)) << file;
  }
}

TEST(Programs, ThatFailSayWhichElement) {
  const std::string_view text =
      "func.func @main() {\n"
      "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
      "  check.expect_eq_const %x, dense<[1, 3]> : tensor<2xi32>\n"
      "  return\n"
      "}\n";
  const std::string message =
      complaint([&] { evaluate(parse(text, "wrong.mlir", operation_readers()), {}, Rounding{}); });
  EXPECT_THAT(message,
              testing::AllOf(testing::HasSubstr("check.expect_eq_const"), testing::HasSubstr("[1]")));
}

}  // namespace
}  // namespace stepwright
