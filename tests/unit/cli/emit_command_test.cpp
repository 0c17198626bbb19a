#include "stepwright/base/sha256.h"
#include "stepwright/nn/manifest.h"
#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Emit = CommandLine;

TEST_F(Emit, WritesTheTextAndItsManifestBesideIt) {
  const Answer answer = run({"emit", "linear", "--batch", "4", "-o", path("step.mlir")});
  EXPECT_EQ(answer.code, done) << answer.err;
  EXPECT_EQ(answer.err, "");
  expect_contains(answer.out, "train_step of linear, batch 4, 11 arguments, 9 results");
  const auto manifest = nn::manifest_from_json(nlohmann::ordered_json::parse(read("step.json")), "step.json");
  EXPECT_EQ(manifest.network, "linear");
  EXPECT_EQ(manifest.optimizer, "adamw");
  EXPECT_EQ(manifest.contract, "packed");
  EXPECT_EQ(manifest.constant("weight_decay"), 1e-4);
  EXPECT_EQ(manifest.text_sha256, sha256_hex(read("step.mlir")));
}

TEST_F(Emit, NoTemporaryFileIsLeftBehind) {
  ASSERT_EQ(run({"emit", "linear", "-o", path("step.mlir")}).code, done);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 2U);
}

TEST_F(Emit, ADashPrintsTheTextAlone) {
  ASSERT_EQ(run({"emit", "linear", "-o", path("step.mlir")}).code, done);
  const Answer answer = run({"emit", "linear", "-o", "-"});
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.out, read("step.mlir"));
}

TEST_F(Emit, ThePlainContractTakesThePlainRecipe) {
  ASSERT_EQ(run({"emit", "mlp", "--contract", "plain", "--learning-rate", "0.25", "-o", path("s.mlir")}).code,
            done);
  const auto manifest = nlohmann::ordered_json::parse(read("s.json"));
  EXPECT_EQ(manifest["optimizer"], "sgd");
  EXPECT_EQ(manifest["constants"]["learning_rate"], 0.25);
  EXPECT_EQ(manifest["constants"]["weight_decay"], 0.0);
}

TEST_F(Emit, EveryFlagOfTheRecipeReachesTheManifest) {
  ASSERT_EQ(
      run({"emit",           "cnn",     "--batch", "3",        "--classes",   "7",         "--optimizer",
           "adamw",          "--beta1", "0.8",     "--beta2",  "0.99",        "--epsilon", "1e-6",
           "--weight-decay", "0.05",    "--decay", "matrices", "--smoothing", "0.1",       "-o",
           path("s.mlir")})
          .code,
      done);
  const auto manifest = nlohmann::ordered_json::parse(read("s.json"));
  EXPECT_EQ(manifest["batch"], 3);
  EXPECT_EQ(manifest["classes"], 7);
  const nlohmann::ordered_json constants{
      {"beta1", 0.8}, {"beta2", 0.99}, {"epsilon", 1e-6}, {"weight_decay", 0.05}, {"smoothing", 0.1}};
  EXPECT_EQ(manifest["constants"], constants);
  for (const auto& argument : manifest["arguments"]) {
    if (argument["role"] == "parameter") {
      EXPECT_EQ(argument["decays"], argument["shape"].size() >= 2) << argument;
    }
  }
}

TEST_F(Emit, AMomentumMethodHasItsMomentumAndNoDecayUnlessAsked) {
  ASSERT_EQ(run({"emit", "linear", "--optimizer", "nesterov", "--momentum", "0.8", "--loss",
                 "binary-cross-entropy", "-o", path("s.mlir")})
                .code,
            done);
  const auto manifest = nlohmann::ordered_json::parse(read("s.json"));
  EXPECT_EQ(manifest["loss"], "binary-cross-entropy");
  EXPECT_EQ(manifest["constants"],
            (nlohmann::ordered_json{{"momentum", 0.8}, {"weight_decay", 0.0}, {"smoothing", 0.0}}));
}

TEST_F(Emit, TheForwardHasNoTargets) {
  const Answer answer = run({"emit", "mlp", "--forward", "--batch", "5", "-o", path("f.mlir")});
  EXPECT_EQ(answer.code, done) << answer.err;
  expect_contains(answer.out, "forward of mlp, batch 5, 7 arguments, 1 results");
}

TEST_F(Emit, TheForwardRefusesFlagsOfATrainingStep) {
  const Answer answer = run({"emit", "mlp", "--forward", "--optimizer", "sgd", "-o", path("f.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err,
                  "--forward: a program without a training step has no optimizer, contract or loss");
}

TEST_F(Emit, JsonTellsWhatWasWritten) {
  const Answer answer = run({"emit", "linear", "-o", path("step.mlir"), "--json"});
  EXPECT_EQ(answer.json()["text"], path("step.mlir"));
  EXPECT_EQ(answer.json()["manifest"], path("step.json"));
  EXPECT_EQ(answer.json()["sha256"], sha256_hex(read("step.mlir")));
  EXPECT_EQ(answer.json()["bytes"], read("step.mlir").size());
}

TEST_F(Emit, CaseA9_TheManifestNamesProducerStablehloVersionAndOldestPlugin) {
  ASSERT_EQ(run({"emit", "linear", "-o", path("step.mlir")}).code, done);
  const auto manifest = nlohmann::ordered_json::parse(read("step.json"));
  EXPECT_EQ(manifest["producer"], "stepwright " STEPWRIGHT_VERSION);
  EXPECT_EQ(manifest["stablehlo"], "1.17.0");
  EXPECT_EQ(manifest["oldest_plugin"], "xla-cpu-pjrt 0.0.1 (PJRT C API 0.81, StableHLO 1.13.3)");
}

TEST_F(Emit, CaseA11_ABatchThatIsNoNumberIsRefusedBeforeAnyPlugin) {
  const Answer answer = run({"emit", "linear", "--batch", "?", "-o", path("step.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "error: --batch: batch must be a number");
  expect_contains(answer.err, "found:    ?");
  EXPECT_FALSE(std::filesystem::exists(folder / "step.mlir"));
}

TEST_F(Emit, ABatchOfZeroIsRefused) {
  const Answer answer = run({"emit", "linear", "--batch", "0", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "the recipe's batch is out of range");
}

TEST_F(Emit, ANearMissOfANetworkGetsASuggestion) {
  const Answer answer = run({"emit", "cnm", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "there is no network `cnm`");
  expect_contains(answer.err, "did you mean `cnn`?");
}

TEST_F(Emit, NearMissesOfNamesInARecipeGetSuggestions) {
  expect_contains(run({"emit", "cnn", "--optimizer", "adam-w", "-o", "-"}).err, "did you mean `adamw`?");
  expect_contains(run({"emit", "cnn", "--contract", "plane", "-o", "-"}).err, "did you mean `plain`?");
  expect_contains(run({"emit", "cnn", "--decay", "matrix", "-o", "-"}).err, "did you mean `matrices`?");
  expect_contains(run({"emit", "cnn", "--loss", "binary-crossentropy", "-o", "-"}).err,
                  "did you mean `binary-cross-entropy`?");
}

TEST_F(Emit, AConstantThatTheOptimizerDoesNotHaveIsRefused) {
  const Answer answer = run({"emit", "cnn", "--optimizer", "sgd", "--momentum", "0.9", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "--momentum: sgd has no such constant");
}

TEST_F(Emit, ThePackedContractRefusesALearningRate) {
  const Answer answer = run({"emit", "cnn", "--learning-rate", "0.1", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "the learning rate of a packed step is a run-time input");
}

TEST_F(Emit, ThePlainContractRefusesAnOptimizerWithState) {
  const Answer answer = run({"emit", "cnn", "--contract", "plain", "--optimizer", "adamw", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "plain with adamw");
}

TEST_F(Emit, TheTextMayNotTakeTheManifestsName) {
  const Answer answer = run({"emit", "cnn", "-o", path("step.json")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "the manifest takes this name");
}

TEST_F(Emit, AFolderThatIsNotThereCouldNotTell) {
  const Answer answer = run({"emit", "linear", "-o", path("nowhere/step.mlir")});
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.err, "nowhere/step.mlir: the file cannot be written");
  expect_contains(answer.err, "No such file or directory");
}

}  // namespace
}  // namespace stepwright::cli
