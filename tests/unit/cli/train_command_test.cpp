#include <regex>

#include "stepwright/base/file.h"
#include "tests/support/idx_bytes.h"
#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

// A few digits that are easy to tell apart, in MNIST's files.
class TrainCommand : public CommandLine {
 protected:
  TrainCommand() {
    write_digits("train", 400);
    write_digits("t10k", 50);
  }

  // In the folder of the test, on its data and the installed plugin.
  Answer train(std::vector<std::string> words) const {
    words.insert(words.begin(), "train");
    words.insert(words.end(), {"--data", path("data"), "--plugin", plugin()});
    return run(words);
  }
  Answer evaluate(const std::string& run_folder) const {
    return run({"evaluate", run_folder, "--data", path("data"), "--plugin", plugin()});
  }

 private:
  void write_digits(const std::string& part, std::uint32_t samples) const {
    std::vector<int> pixels, labels;
    for (std::uint32_t i = 0; i < samples; ++i) {
      const int label = static_cast<int>(i % 10);
      labels.push_back(label);
      for (int pixel = 0; pixel < 784; ++pixel) {
        pixels.push_back((pixel % 10 == label ? 200 : 0) +
                         static_cast<int>((i * 31 + 7u * static_cast<unsigned>(pixel)) % 50));
      }
    }
    std::filesystem::create_directories(folder / "data");
    write_file(folder / ("data/" + part + "-images-idx3-ubyte"), idx_bytes(8, {samples, 28, 28}, pixels));
    write_file(folder / ("data/" + part + "-labels-idx1-ubyte"), idx_bytes(8, {samples}, labels));
  }
};

TEST_F(TrainCommand, ItTrainsEvaluatesAndSaysTheAccuracyInItsLastLine) {
  const Answer trained = train({"mnist-linear", "--epochs", "4", "--batch", "20", "--out", path("run")});
  EXPECT_EQ(trained.code, done) << trained.err;
  EXPECT_EQ(trained.out, "test accuracy 100.00 % (50/50)\n");
  expect_contains(trained.err, "network linear, 7850 parameters, adamw, batch 20, 4 epochs of MNIST train");
  expect_contains(trained.err, "learning rate: cosine from 0.002 to 0 over 80 updates, warm-up 16");
  expect_contains(trained.err, "run folder: " + path("run"));
  expect_contains(trained.err, "epoch 4/4  100 %  loss ");
  const Answer evaluated = evaluate(path("run"));
  EXPECT_EQ(evaluated.code, done) << evaluated.err;
  EXPECT_EQ(evaluated.out, trained.out);
}

TEST_F(TrainCommand, ASecondRunOfTheSameNameHasItsOwnFolder) {
  for (const char* name : {"run", "run-2"}) {
    const Answer answer = train({"mnist-linear", "--epochs", "1", "--out", path("run"), "--json"});
    EXPECT_EQ(answer.code, done) << answer.err;
    EXPECT_EQ(answer.json()["run"], path(name));
    EXPECT_EQ(answer.json()["end"], "complete");
    EXPECT_EQ(answer.json()["step"], 3);
    EXPECT_EQ(answer.json()["total"], 50);
  }
}

TEST_F(TrainCommand, QuietlyThereIsTheAnswerAlone) {
  const Answer answer = train({"mnist-linear", "--epochs", "1", "--quiet", "--out", path("run")});
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.err, "");
  EXPECT_TRUE(std::regex_match(answer.out, std::regex(R"(test accuracy \d+\.\d\d % \(\d+/50\)\n)")))
      << answer.out;
}

TEST_F(TrainCommand, OptionsChangeTheRun) {
  const Answer answer =
      train({"mnist-linear", "--epochs", "1", "--optimizer", "nesterov", "--schedule", "constant", "--seed",
             "5", "--smoothing", "0.1", "--weight-decay", "0.01", "--threads", "2", "--out", path("run")});
  EXPECT_EQ(answer.code, done) << answer.err;
  expect_contains(answer.err, "nesterov");
  expect_contains(answer.err, "learning rate: constant 0.02\n");
  expect_contains(read("run/config.json"), "\"seed\": 5");
  expect_contains(read("run/manifest.json"), "\"smoothing\"");
}

TEST_F(TrainCommand, TrainingThatDivergesEndsWithOne) {
  const Answer answer = train({"mnist-linear", "--optimizer", "sgd", "--learning-rate", "1e38", "--schedule",
                               "constant", "--out", path("run")});
  EXPECT_EQ(answer.code, answer_is_no);
  EXPECT_EQ(answer.out, "");
  expect_contains(answer.err, ": training has diverged: the loss is not finite");
  expect_contains(answer.err,
                  "the last good checkpoint is " + path("run/checkpoint.safetensors") + " of step 0");
}

TEST_F(TrainCommand, ARunIsResumedFromItsFolder) {
  train({"mnist-linear", "--epochs", "1", "--out", path("run")});
  const Answer answer = train({"--resume", path("run")});
  EXPECT_EQ(answer.code, done) << answer.err;
  expect_contains(answer.err, "resumed after step 3 of 3");
  expect_contains(answer.out, "test accuracy ");
}

TEST_F(TrainCommand, WrongUseIsExplained) {
  const auto wrong = [&](const std::vector<std::string>& words, std::string_view part) {
    const Answer answer = train(words);
    EXPECT_EQ(answer.code, wrong_use) << part;
    expect_contains(answer.err, part);
    EXPECT_FALSE(std::filesystem::exists(folder / "run"));
  };
  wrong({}, "there is nothing to train");
  wrong({"mnist-cmn"}, "did you mean `mnist-cnn`?");
  wrong({"mnist-cnn", "--epoch", "2"}, "--epochs");
  wrong({"mnist-cnn", "--schedule", "cosin", "--out", path("run")}, "did you mean `cosine`?");
  wrong({"mnist-cnn", "--optimizer", "adam", "--out", path("run")}, "did you mean `adamw`?");
  wrong({"mnist-cnn", "--epochs", "0", "--out", path("run")}, "the number of epochs cannot be used");
  wrong({"mnist-cnn", "--batch", "401", "--out", path("run")}, "401");
  wrong({"mnist-cnn", "--classes", "7", "--out", path("run")}, "the data do not fit the network cnn");
  wrong({"mnist-cnn", "--learning-rate", "-1", "--out", path("run")}, "the learning rate cannot be used");
  wrong({"--resume", path("none")}, "there is no such run");
  wrong({"--resume", path("none"), "--epochs", "3"}, "--resume excludes --epochs");
  EXPECT_EQ(evaluate(path("none")).code, wrong_use);
}

TEST_F(TrainCommand, WhatIsMissingOrDamagedCouldNotBeTold) {
  const Answer no_data = run({"train", "mnist-linear", "--data", path("elsewhere"), "--plugin", plugin()});
  EXPECT_EQ(no_data.code, could_not_tell);
  expect_contains(no_data.err, "a file of MNIST is missing");
  expect_contains(no_data.err, "./sw setup");
  const Answer no_plugin = run(
      {"train", "mnist-linear", "--data", path("data"), "--plugin", path("none.so"), "--out", path("run")});
  EXPECT_EQ(no_plugin.code, could_not_tell);
  expect_contains(no_plugin.err, "none.so");
  expect_contains(no_plugin.err, "go on from step 0 with\n  ./sw train --resume " + path("run"));

  std::filesystem::resize_file(folder / "run/checkpoint.safetensors", 1000);
  for (const Answer& answer : {train({"--resume", path("run")}), evaluate(path("run"))}) {
    EXPECT_EQ(answer.code, could_not_tell);
    expect_contains(answer.err, "the file is cut short");
    expect_contains(answer.err, path("run/checkpoint.safetensors"));
  }
}

}  // namespace
}  // namespace stepwright::cli
