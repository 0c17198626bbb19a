#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Check = CommandLine;

// One program that checks 1 + 1 against `expected`.
std::string one_plus_one(const std::string& expected) {
  return "func.func @main() {\n"
         "  %0 = stablehlo.constant dense<1.0> : tensor<f32>\n"
         "  %1 = stablehlo.add %0, %0 : tensor<f32>\n"
         "  check.expect_eq_const %1, dense<" +
         expected +
         "> : tensor<f32>\n"
         "  func.return\n"
         "}\n";
}
const std::string separator = "\n// -----\n\n";
const std::string unsupported =
    "func.func @main(%a: tensor<?xf32>) {\n"
    "  func.return\n"
    "}\n";

TEST_F(Check, AllPassed) {
  const Answer answer = run({"check", write("a.mlir", one_plus_one("2.0") + separator + one_plus_one("2.0")),
                             write("b.mlir", one_plus_one("2.0"))});
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.out, "3 passed, 0 failed, 0 unsupported\n");
  EXPECT_EQ(answer.err, "");
}

TEST_F(Check, AFailureIsShownWithItsPlaceAndDecides) {
  const std::string file =
      write("a.mlir", one_plus_one("2.0") + separator + one_plus_one("3.0") + separator + unsupported);
  const Answer answer = run({"check", file});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.out, file + ":10: failed\n");
  expect_contains(answer.out, "expected: 3");
  expect_contains(answer.out, "found:    2");
  EXPECT_TRUE(answer.out.ends_with("\n1 passed, 1 failed, 1 unsupported\n")) << answer.out;
}

TEST_F(Check, UnsupportedAloneCouldNotTell) {
  const Answer answer = run({"check", write("a.mlir", one_plus_one("2.0") + separator + unsupported)});
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.out, ": unsupported\n");
  EXPECT_TRUE(answer.out.ends_with("1 passed, 0 failed, 1 unsupported\n")) << answer.out;
}

TEST_F(Check, AFileWithoutProgramsCouldNotTell) {
  const Answer answer = run({"check", write("a.mlir", "// nothing\n")});
  EXPECT_EQ(answer.code, could_not_tell);
  EXPECT_EQ(answer.out, "0 passed, 0 failed, 0 unsupported\n");
}

TEST_F(Check, MalformedTextFails) {
  const Answer answer = run({"check", write("a.mlir", "func.func @main( {\n")});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.out, "a.mlir:1:18");
  EXPECT_TRUE(answer.out.ends_with("0 passed, 1 failed, 0 unsupported\n")) << answer.out;
}

TEST_F(Check, AMissingFileIsWrongUseBeforeAnyAnswer) {
  const Answer answer = run({"check", write("a.mlir", one_plus_one("2.0")), path("b.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  EXPECT_EQ(answer.out, "");
  expect_contains(answer.err, "b.mlir: there is no such file");
}

TEST_F(Check, JsonListsThePrograms) {
  const std::string file = write("a.mlir", one_plus_one("2.0") + separator + one_plus_one("3.0"));
  const Answer answer = run({"check", file, "--json"});
  EXPECT_EQ(answer.code, answer_is_no);
  const auto json = answer.json();
  EXPECT_EQ(json["passed"], 1);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["unsupported"], 0);
  EXPECT_EQ(json["programs"][0], (nlohmann::ordered_json{{"place", file + ":1"}, {"outcome", "passed"}}));
  EXPECT_EQ(json["programs"][1]["outcome"], "failed");
  expect_contains(json["programs"][1]["message"], "found:    2");
}

}  // namespace
}  // namespace stepwright::cli
