#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

class Eval : public CommandLine {
 protected:
  std::string program() const { return write("f.mlir", sum_and_product); }
  std::string a() const { return write("a.npy", floats({2}, {1.0F, 2.0F})); }
  std::string b() const { return write("b.npy", floats({2}, {0.5F, 3.0F})); }
};

TEST_F(Eval, TellsEachResultInShort) {
  const Answer answer = run({"eval", program(), "--input", a(), "--input", b()});
  EXPECT_EQ(answer.code, done) << answer.err;
  EXPECT_EQ(answer.out,
            "result 0: tensor<2xf32>  min 1.5  mean 3.25  max 5\n"
            "result 1: tensor<2xf32>  min 0.5  mean 3.25  max 6\n");
}

TEST_F(Eval, OneFlagTakesSeveralFiles) {
  EXPECT_EQ(run({"eval", program(), "--input", a(), b()}).code, done);
}

TEST_F(Eval, PrintsEveryElementWhenAsked) {
  EXPECT_EQ(run({"eval", program(), "-i", a(), "-i", b(), "--print"}).out,
            "result 0: dense<[1.500000e+00, 5.000000e+00]> : tensor<2xf32>\n"
            "result 1: dense<[5.000000e-01, 6.000000e+00]> : tensor<2xf32>\n");
}

TEST_F(Eval, CountsWhatIsNotFinite) {
  const std::string infinite = write("i.npy", floats({2}, {std::numeric_limits<float>::infinity(), 1.0F}));
  const std::string zero = write("z.npy", floats({2}, {0.0F, 1.0F}));
  EXPECT_EQ(run({"eval", program(), "-i", infinite, "-i", zero}).out,
            "result 0: tensor<2xf32>  min 2  mean 2  max 2  1 infinite\n"
            "result 1: tensor<2xf32>  min 1  mean 1  max 1  1 NaN\n");
}

TEST_F(Eval, WritesTheResultsIntoAFolder) {
  ASSERT_EQ(run({"eval", program(), "-i", a(), "-i", b(), "-o", path("out")}).code, done);
  EXPECT_EQ(floats_in(folder / "out" / "result0.npy"), (std::vector{1.5F, 5.0F}));
  EXPECT_EQ(floats_in(folder / "out" / "result1.npy"), (std::vector{0.5F, 6.0F}));
}

TEST_F(Eval, WritesEachResultIntoItsFile) {
  ASSERT_EQ(run({"eval", program(), "-i", a(), "-i", b(), "-o", path("s.npy"), "-o", path("p.npy")}).code,
            done);
  EXPECT_EQ(floats_in(folder / "p.npy"), (std::vector{0.5F, 6.0F}));
}

TEST_F(Eval, TheDomainDecidesWhereIsRounded) {
  const std::string one = write("one.npy", floats({2}, {1.0F, 1.0F}));
  const std::string small = write("small.npy", floats({2}, {0x1p-24F, 0x1p-8F}));
  const auto sum = [&](const std::string& domain) {
    return run({"eval", program(), "-i", one, "-i", small, "--domain", domain, "--json", "--print"})
        .json()["results"][0];
  };
  EXPECT_EQ(sum("native")["values"], (nlohmann::ordered_json{1.0, 1.0 + 0x1p-8}));
  EXPECT_EQ(sum("f32"), sum("native"));
  EXPECT_EQ(sum("bf16")["values"], (nlohmann::ordered_json{1.0, 1.0}));  // 1 + 2⁻⁸ ties to even
  EXPECT_EQ(sum("f64")["values"], (nlohmann::ordered_json{1.0 + 0x1p-24, 1.0 + 0x1p-8}));
  EXPECT_EQ(sum("f64")["type"], "tensor<2xf64>");
}

TEST_F(Eval, JsonSpellsWhatIsNotFinite) {
  const std::string infinite = write("i.npy", floats({2}, {-std::numeric_limits<float>::infinity(), 1.0F}));
  const std::string zero = write("z.npy", floats({2}, {0.0F, 1.0F}));
  const auto json = run({"eval", program(), "-i", infinite, "-i", zero, "--json", "--print"}).json();
  EXPECT_EQ(json["results"][0]["values"][0], "-Infinity");
  EXPECT_EQ(json["results"][1]["values"][0], "NaN");
}

TEST_F(Eval, ANearMissOfADomainGetsASuggestion) {
  const Answer answer = run({"eval", program(), "--domain", "bf61"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "there is no domain `bf61`");
  expect_contains(answer.err, "did you mean `bf16`?");
}

TEST_F(Eval, TooFewInputsAreWrongUseAndTheArgumentsAreListed) {
  const Answer answer = run({"eval", program(), "-i", a()});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "@main: the number of inputs is not that of the function's arguments");
  expect_contains(answer.err, "argument 1 (%b) : tensor<2xf32>");
  expect_contains(answer.err, "found:    1");
}

TEST_F(Eval, AnInputOfAnotherShapeIsRefused) {
  const Answer answer =
      run({"eval", program(), "-i", a(), "-i", write("c.npy", floats({1, 2}, {1.0F, 2.0F}))});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, "c.npy: the tensor does not fit argument 1 (%b)");
  expect_contains(answer.err, "expected: tensor<2xf32>");
  expect_contains(answer.err, "found:    tensor<1x2xf32>");
}

TEST_F(Eval, AnInputOfAnotherElementTypeIsRefused) {
  const std::vector<double> values{1.0, 2.0};
  const std::string wide =
      write("d.npy", HostTensor::of({ElementType::f64, {2}}, std::span<const double>(values)));
  const Answer answer = run({"eval", program(), "-i", a(), "-i", wide});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, "d.npy");
  expect_contains(answer.err, "f32");
}

TEST_F(Eval, AnInputThatIsNoNpyFileIsRefused) {
  const Answer answer = run({"eval", program(), "-i", a(), "-i", write("t.npy", "not numbers")});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, "t.npy");
}

TEST_F(Eval, AMissingInputIsWrongUse) {
  const Answer answer = run({"eval", program(), "-i", a(), "-i", path("gone.npy")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "gone.npy: there is no such file for argument 1 (%b)");
}

TEST_F(Eval, AnotherNumberOfOutputsThanResultsIsWrongUse) {
  const Answer answer = run({"eval", program(), "-i", a(), "-i", b(), "-o", path("s.npy")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "expected: 2 .npy files, or one folder");
}

TEST_F(Eval, AFunctionIsChosenByName) {
  const std::string two = write("two.mlir",
                                "func.func @one() -> tensor<f32> {\n"
                                "  %0 = stablehlo.constant dense<1.0> : tensor<f32>\n"
                                "  return %0 : tensor<f32>\n"
                                "}\n"
                                "func.func @other() -> tensor<f32> {\n"
                                "  %0 = stablehlo.constant dense<2.0> : tensor<f32>\n"
                                "  return %0 : tensor<f32>\n"
                                "}\n");
  EXPECT_EQ(run({"eval", two, "--function", "other"}).out, "result 0: tensor<f32>  2\n");
  const Answer none = run({"eval", two});
  EXPECT_EQ(none.code, wrong_use);
  expect_contains(none.err, "there is no function `main`");
  expect_contains(run({"eval", two, "--function", "othr"}).err, "did you mean `other`?");
}

}  // namespace
}  // namespace stepwright::cli
