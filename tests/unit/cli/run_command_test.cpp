#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

class RunProgram : public CommandLine {
 protected:
  std::string program() const { return write("f.mlir", sum_and_product); }
  std::string a() const { return write("a.npy", floats({2}, {1.0F, 2.0F})); }
  std::string b() const { return write("b.npy", floats({2}, {0.5F, 3.0F})); }

  Answer run_on_plugin(std::vector<std::string> words) const {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--plugin", plugin()});
    return run(words);
  }
};

TEST_F(RunProgram, ComputesOnThePlugin) {
  const Answer answer = run_on_plugin({program(), "-i", a(), "-i", b()});
  EXPECT_EQ(answer.code, done) << answer.err;
  EXPECT_EQ(answer.out,
            "result 0: tensor<2xf32>  min 1.5  mean 3.25  max 5\n"
            "result 1: tensor<2xf32>  min 0.5  mean 3.25  max 6\n");
}

TEST_F(RunProgram, WritesTheResultsIntoAFolder) {
  ASSERT_EQ(run_on_plugin({program(), "-i", a(), "-i", b(), "-o", path("out")}).code, done);
  EXPECT_EQ(floats_in(folder / "out" / "result0.npy"), (std::vector{1.5F, 5.0F}));
  EXPECT_EQ(floats_in(folder / "out" / "result1.npy"), (std::vector{0.5F, 6.0F}));
}

TEST_F(RunProgram, RepeatsWithDonatedArgumentsAndTellsTheTimes) {
  std::string text = sum_and_product;
  text.replace(text.find("%a: tensor<2xf32>"), 17, "%a: tensor<2xf32> {tf.aliasing_output = 0 : i32}");
  const Answer answer = run_on_plugin({write("d.mlir", text), "-i", a(), "-i", b(), "--repeat", "3"});
  EXPECT_EQ(answer.code, done) << answer.err;
  expect_contains(answer.out, "result 0: tensor<2xf32>  min 1.5  mean 3.25  max 5\n");
  expect_contains(answer.out, "3 runs: median ");
}

TEST_F(RunProgram, JsonHasTheTimesAndTheElements) {
  const auto json =
      run_on_plugin({program(), "-i", a(), "-i", b(), "--repeat", "2", "--print", "--json"}).json();
  EXPECT_EQ(json["platform"], "cpu");
  EXPECT_EQ(json["seconds"].size(), 2U);
  EXPECT_EQ(json["replicas"][0][0]["values"], (nlohmann::ordered_json{1.5, 5.0}));
}

// The sum over two replicas.
const std::string replica_sum =
    "module {\n"
    "  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    "    %0 = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
    "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "      %1 = stablehlo.add %a, %b : tensor<f32>\n"
    "      stablehlo.return %1 : tensor<f32>\n"
    "    }) : (tensor<2xf32>) -> tensor<2xf32>\n"
    "    return %0 : tensor<2xf32>\n"
    "  }\n"
    "}\n";

TEST_F(RunProgram, ReplicasTakeASetOfArgumentsEach) {
  const Answer answer = run_on_plugin({write("sum.mlir", replica_sum), "-i", a(), "-i", b(), "--replicas",
                                       "2", "-o", path("out"), "--print"});
  EXPECT_EQ(answer.code, done) << answer.err;
  EXPECT_EQ(answer.out,
            "replica 0\nresult 0: dense<[1.500000e+00, 5.000000e+00]> : tensor<2xf32>\n"
            "replica 1\nresult 0: dense<[1.500000e+00, 5.000000e+00]> : tensor<2xf32>\n");
  EXPECT_EQ(floats_in(folder / "out" / "replica1" / "result0.npy"), (std::vector{1.5F, 5.0F}));
}

TEST_F(RunProgram, ReplicasShareOneSetOfArguments) {
  const Answer answer =
      run_on_plugin({write("sum.mlir", replica_sum), "-i", a(), "--replicas", "2", "--print"});
  EXPECT_EQ(answer.code, done) << answer.err;
  expect_contains(answer.out, "replica 1\nresult 0: dense<[2.000000e+00, 4.000000e+00]>");
}

TEST_F(RunProgram, EveryEmittedStepCompilesOnTheOldestPluginThatItsManifestNames) {
  for (const std::string network : {"linear", "mlp", "cnn"}) {
    ASSERT_EQ(run({"emit", network, "--batch", "2", "-o", path("step.mlir")}).code, done);
    const auto manifest = nlohmann::ordered_json::parse(read("step.json"));
    std::vector<std::string> words{"run", path("step.mlir"), "--plugin", older_plugin()};
    for (const auto& argument : manifest["arguments"]) {
      const TensorType type{ElementType::f32, argument["shape"].get<Dimensions>()};
      const std::string name = argument["name"];
      words.insert(words.end(), {"-i", write(name + ".npy", HostTensor::zeros(type))});
    }
    const Answer answer = run(words);
    EXPECT_EQ(answer.code, done) << answer.err;
  }
}

TEST_F(RunProgram, CaseB3_WithoutAPluginTheMessageNamesThePlacesTheVariableAndTheRemedy) {
  const Answer answer = run({"run", program(), "-i", a(), "-i", b()});
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.err, "there is no PJRT plugin");
  expect_contains(answer.err, path("nothing/plugins/pjrt_c_api_cpu_plugin.so"));
  expect_contains(answer.err, "$STEPWRIGHT_PLUGIN: not set");
  expect_contains(answer.err, "`./sw setup` installs the CPU plugin");
}

TEST_F(RunProgram, CaseB3_EmitFmtCheckAndEvalNeedNoPlugin) {
  EXPECT_EQ(run({"emit", "linear", "-o", path("step.mlir")}).code, done);
  EXPECT_EQ(run({"fmt", path("step.mlir"), "--check"}).code, done);
  EXPECT_EQ(run({"eval", program(), "-i", a(), "-i", b()}).code, done);
  const std::string self_checking =
      "func.func @main() {\n"
      "  %0 = stablehlo.constant dense<1> : tensor<i32>\n"
      "  check.expect_eq_const %0, dense<1> : tensor<i32>\n"
      "  func.return\n"
      "}\n";
  EXPECT_EQ(run({"check", write("c.mlir", self_checking)}).code, done);
}

TEST_F(RunProgram, APluginThatIsNoneCouldNotTell) {
  const Answer answer =
      run({"run", program(), "-i", a(), "-i", b(), "--plugin", write("p.so", "no library")});
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.err, "p.so: this is not a PJRT plugin");
}

TEST_F(RunProgram, AWrongShapeIsRefusedBeforeThePlugin) {
  const Answer answer = run({"run", program(), "-i", a(), "-i", write("c.npy", floats({3}, {1, 2, 3}))});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.err, "c.npy: the tensor does not fit argument 1 (%b)");
}

TEST_F(RunProgram, AProgramWithoutMainIsWrongUse) {
  std::string text = sum_and_product;
  text.replace(text.find("@main"), 5, "@mian");
  const Answer answer = run({"run", write("f.mlir", text)});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "there is no function `main`");
}

TEST_F(RunProgram, NumbersBelowOneAreWrongUse) {
  expect_contains(run({"run", program(), "--replicas", "0"}).err, "--replicas: the number is too small");
  const Answer answer = run({"run", program(), "--repeat", "0"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "--repeat: the number is too small");
}

TEST_F(RunProgram, AFileAsOutputIsWrongUse) {
  const Answer answer = run({"run", program(), "-i", a(), "-i", b(), "-o", "r.npy"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "--output: the results go into a folder");
}

}  // namespace
}  // namespace stepwright::cli
