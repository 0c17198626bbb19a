#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Format = CommandLine;

const std::string untidy =
    "func.func @main(%a:tensor<2xf32>,%b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n"
    "  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>  // a comment\n"
    "  %1 = stablehlo.multiply %a, %b : tensor<2xf32>\n"
    "  func.return %0, %1 : tensor<2xf32>, tensor<2xf32>\n"
    "}\n";

TEST_F(Format, PrintsTheProgram) {
  const Answer answer = run({"fmt", write("f.mlir", untidy)});
  EXPECT_EQ(answer.code, done) << answer.err;
  EXPECT_EQ(answer.out, sum_and_product);
}

TEST_F(Format, IsARoundTripOfBytes) {
  EXPECT_EQ(run({"fmt", write("f.mlir", sum_and_product)}).out, sum_and_product);
}

TEST_F(Format, IsARoundTripOfBytesOnEverythingThatIsEmitted) {
  for (const std::string network : {"linear", "mlp", "cnn"}) {
    for (const std::vector<std::string>& kind : {std::vector<std::string>{"--contract", "plain"},
                                                 {"--optimizer", "sgd"},
                                                 {"--optimizer", "heavy-ball"},
                                                 {"--optimizer", "nesterov"},
                                                 {"--optimizer", "adamw"},
                                                 {"--loss", "binary-cross-entropy"},
                                                 {"--smoothing", "0.1"},
                                                 {"--forward"}}) {
      std::vector<std::string> words{"emit", network, "-o", path("step.mlir")};
      words.insert(words.end(), kind.begin(), kind.end());
      const Answer emitted = run(words);
      ASSERT_EQ(emitted.code, done) << emitted.err;
      const Answer formatted = run({"fmt", path("step.mlir")});
      EXPECT_EQ(formatted.code, done) << formatted.err;
      EXPECT_EQ(formatted.out, read("step.mlir")) << network << " " << kind.front();
    }
  }
}

TEST_F(Format, WritesToAnotherFile) {
  EXPECT_EQ(run({"fmt", write("f.mlir", untidy), "-o", path("g.mlir")}).out, "");
  EXPECT_EQ(read("g.mlir"), sum_and_product);
  EXPECT_EQ(read("f.mlir"), untidy);
}

TEST_F(Format, ReplacesTheFileInPlace) {
  EXPECT_EQ(run({"fmt", write("f.mlir", untidy), "--in-place"}).code, done);
  EXPECT_EQ(read("f.mlir"), sum_and_product);
}

TEST_F(Format, CheckSaysNoToAFileThatWouldChangeAndLeavesIt) {
  const Answer answer = run({"fmt", write("f.mlir", untidy), "--check"});
  EXPECT_EQ(answer.code, answer_is_no);
  EXPECT_EQ(answer.out, path("f.mlir") + " is not laid out as fmt prints it\n");
  EXPECT_EQ(read("f.mlir"), untidy);
}

TEST_F(Format, CheckIsSilentOnAFileThatWouldStay) {
  const Answer answer = run({"fmt", write("f.mlir", sum_and_product), "--check"});
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.out, "");
}

TEST_F(Format, MalformedTextIsRefusedWithLineAndColumn) {
  std::string text = sum_and_product;
  text.replace(text.find("%a, %b : tensor"), 3, "%a;");
  const Answer answer = run({"fmt", write("f.mlir", text)});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, "error: " + path("f.mlir") + ":3:26: ");
}

TEST_F(Format, ATypeErrorIsRefusedWithLineAndColumn) {
  std::string text = sum_and_product;
  text.replace(text.find("%b: tensor<2xf32>"), 17, "%b: tensor<3xf32>");
  const Answer answer = run({"fmt", write("f.mlir", text)});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, path("f.mlir") + ":3:");
  expect_contains(answer.err, "tensor<3xf32>");
}

TEST_F(Format, AnOperationThatIsNotKnownCouldNotTell) {
  std::string text = sum_and_product;
  text.replace(text.find("stablehlo.add"), 13, "stablehlo.frobnicate");
  const Answer answer = run({"fmt", write("f.mlir", text)});
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.err, ":3:");
  expect_contains(answer.err, "stablehlo.frobnicate is not supported");
}

TEST_F(Format, AMissingFileIsWrongUse) {
  const Answer answer = run({"fmt", path("f.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "f.mlir: there is no such file");
}

TEST_F(Format, AFolderIsWrongUse) {
  const Answer answer = run({"fmt", folder.path().string()});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "this is a folder, not a file");
}

TEST_F(Format, TheDestinationsExcludeEachOther) {
  const Answer answer = run({"fmt", write("f.mlir", untidy), "--in-place", "--check"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "-o, --in-place and --check exclude each other");
}

}  // namespace
}  // namespace stepwright::cli
