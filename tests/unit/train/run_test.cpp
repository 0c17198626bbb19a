#include "stepwright/train/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <map>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/nn/functions.h"
#include "stepwright/train/hooks/nan_guard.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A few parameters of each kind, with a batch norm's running statistics.
nn::Network small_network() {
  return {"small",
          "a convolution, a batch norm and a dense layer",
          {1, 4, 4},
          [](nn::Layers& layers, Value images, std::int64_t classes) {
            Value x =
                layers.convolution2d(images, {.channels = 2, .padding = {1, 1}, .weight = "W1", .bias = ""});
            x = layers.batch_norm(x,
                                  {.scale = "g1", .shift = "s1", .mean = "mean1", .variance = "variance1"});
            x = nn::flatten(nn::relu(x));
            return layers.dense(x, {.outputs = classes, .weight = "W2", .bias = "b2"});
          },
          true};
}

nn::Recipe small_recipe() {
  nn::Recipe recipe = nn::adamw_recipe(small_network());
  recipe.batch = 2;
  recipe.classes = 3;
  return recipe;
}

// Case D2's: 10 samples in batches of 2, 3 epochs: 15 steps.
const Options small_options{
    .epochs = 3, .learning_rate = 0.05, .warm_up = 2, .seed = 11, .metrics_interval = 2};

struct Killed {};

// Ends the run as a crash does: nothing is saved.
class KillAt : public Hook {
 public:
  enum class When { step, epoch_end };
  KillAt(std::int64_t step, When when = When::step) : step_(step), when_(when) {}
  void on_step(Progress& progress) override { kill(progress, When::step); }
  void on_epoch_end(Progress& progress) override { kill(progress, When::epoch_end); }

 private:
  void kill(const Progress& progress, When when) const {
    if (progress.step == step_ && when == when_) throw Killed{};
  }
  std::int64_t step_;
  When when_;
};

// metrics.jsonl without what depends on the clock.
std::vector<std::string> numbers_of(const train::Run& run) {
  std::vector<std::string> lines;
  std::ifstream file(run.paths().metrics());
  for (std::string line; std::getline(file, line);) {
    Json json = Json::parse(line);
    for (const char* clock : {"seconds", "images_per_second", "idle_fraction"}) json.erase(clock);
    lines.push_back(json.dump());
  }
  return lines;
}

class RunTest : public testing::Test {
 protected:
  train::Run create(const std::string& name, const nn::Recipe& recipe = small_recipe(),
                    const Options& options = small_options) {
    return train::Run::create(folder_ / name, recipe, options, training_);
  }
  Surroundings around() { return {.cache = &cache_, .threads = 1, .interrupted = {}, .hooks = {}}; }
  Result train(train::Run& run) { return run.train(client_, training_, test_, around()); }

  void kill_at(train::Run& run, std::int64_t step, KillAt::When when = KillAt::When::step) {
    Surroundings surroundings = around();
    surroundings.hooks.push_back(std::make_unique<KillAt>(step, when));
    EXPECT_THROW(run.train(client_, training_, test_, std::move(surroundings)), Killed);
  }
  Result interrupt_at(train::Run& run, std::int64_t step) {
    Surroundings surroundings = around();
    std::int64_t done = run.checkpoint().step;
    surroundings.interrupted = [=]() mutable { return done++ >= step; };
    return run.train(client_, training_, test_, std::move(surroundings));
  }

  // Trains what is left of a run from its folder alone, and compares it with the straight run.
  void expect_same_end(const fs::path& folder, const std::string& what) {
    train::Run resumed = train::Run::open(folder);
    const Result result = train(resumed);
    EXPECT_EQ(result.ending, Ending::complete) << what;
    EXPECT_EQ(result.accuracy, straight_result_.accuracy) << what;
    const Checkpoint expected = straight_->checkpoint(), found = resumed.checkpoint();
    EXPECT_EQ(found.tensors, expected.tensors) << what;
    EXPECT_EQ(found.step, expected.step) << what;
    EXPECT_EQ(numbers_of(resumed), numbers_of(*straight_)) << what;
  }
  void train_straight() {
    straight_ = create("straight");
    straight_result_ = train(*straight_);
  }

  const Client client_ = cpu_client();
  const TemporaryFolder folder_;
  const ExecutableCache cache_{folder_ / "executables", {}};
  const ImageDataset training_ = patterns("train", 10, 4, 4, 3);
  const ImageDataset test_ = patterns("test", 7, 4, 4, 3, 8);
  std::optional<train::Run> straight_;
  Result straight_result_;
};

TEST_F(RunTest, ItTrainsAndLeavesItsFolder) {
  train::Run run = create("a");
  const Result result = train(run);
  EXPECT_EQ(result.ending, Ending::complete);
  EXPECT_EQ(result.step, 15);
  EXPECT_EQ(result.total_steps, 15);
  EXPECT_EQ(result.times.steps, 15);
  EXPECT_EQ(result.accuracy.value().total, 7);
  for (const char* file : {"step.mlir", "manifest.json", "forward.mlir", "forward.json", "config.json",
                           "metrics.jsonl", "checkpoint.safetensors"}) {
    EXPECT_TRUE(fs::exists(run.folder() / file)) << file;
  }
  EXPECT_EQ(run.evaluate(client_, test_), result.accuracy) << "the checkpoint is the trained network";
  const std::vector<std::string> lines = numbers_of(run);
  // The first step, 15 steps in twos and at the ends of epochs (5, 10, 15), three evaluations and the end.
  EXPECT_EQ(lines.size(), 1u + 7u + 2u + 3u + 1u);
  EXPECT_EQ(lines.back(), R"({"step":15,"end":"complete"})");
}

TEST_F(RunTest, CaseD2_KilledAfterAnyStepAndResumedItEndsWithTheSameBits) {
  train_straight();
  for (std::int64_t step = 1; step <= 15; ++step) {
    train::Run run = create("killed");
    kill_at(run, step);
    EXPECT_EQ(run.checkpoint().step, (step - 1) / 5 * 5) << "the last complete checkpoint is an epoch's";
    expect_same_end(run.folder(), fmt::format("killed at step {}", step));
  }
}

TEST_F(RunTest, CaseD2_InterruptedBetweenAnyStepsAndResumedItEndsWithTheSameBits) {
  train_straight();
  for (std::int64_t step = 0; step < 15; ++step) {
    train::Run run = create("interrupted");
    const Result result = interrupt_at(run, step);
    EXPECT_EQ(result.ending, Ending::interrupted);
    EXPECT_EQ(result.step, step);
    EXPECT_EQ(run.checkpoint().step, step) << "an interruption is kept where it was";
    EXPECT_EQ(run.checkpoint().position, (SamplePosition{step / 5, step % 5}));
    expect_same_end(run.folder(), fmt::format("interrupted at step {}", step));
  }
}

TEST_F(RunTest, CaseD2_ManyInterruptionsAndCrashesInOneRunChangeNothing) {
  train_straight();
  train::Run run = create("unlucky");
  interrupt_at(run, 3);
  kill_at(run, 4);
  interrupt_at(run, 7);
  kill_at(run, 10, KillAt::When::epoch_end);
  interrupt_at(run, 13);
  expect_same_end(run.folder(), "unlucky");
}

TEST_F(RunTest, CaseD2_ACrashWithinTheWriteOfACheckpointChangesNothing) {
  train_straight();
  for (const std::int64_t step : {5, 10, 15}) {
    train::Run run = create("crashed");
    // After the evaluation, before the new checkpoint has its name.
    kill_at(run, step, KillAt::When::epoch_end);
    EXPECT_EQ(run.checkpoint().step, step - 5);
    const std::vector<std::byte> whole = read_file(run.paths().checkpoint());
    fs::path partial = run.paths().checkpoint();
    partial += ".partial";
    write_file(partial, std::span(whole).first(whole.size() / 2));
    expect_same_end(run.folder(), fmt::format("crashed in the checkpoint of step {}", step));
    EXPECT_FALSE(fs::exists(partial));
  }
}

TEST_F(RunTest, ACheckpointThatCannotBeWrittenEndsTheRunAndLeavesTheOldOne) {
  train_straight();
  train::Run run = create("full");
  fs::path partial = run.paths().checkpoint();
  partial += ".partial";
  fs::create_directory(partial);
  expect_contains(complaint([&] { train(run); }), "the file cannot be written");
  EXPECT_EQ(run.checkpoint().step, 0);
  fs::remove(partial);
  expect_same_end(run.folder(), "after a full disk");
}

TEST_F(RunTest, CaseD8_TheStepCountIsKeptOverAResumption) {
  train::Run run = create("a");
  interrupt_at(run, 7);
  Checkpoint checkpoint = run.checkpoint();
  EXPECT_EQ(checkpoint.step, 7);
  // A count that is reset is no resumption: another learning rate and other bias corrections.
  train_straight();
  checkpoint.step = 0;
  checkpoint.position = {};
  write_checkpoint(run.paths().checkpoint(), checkpoint);
  train(run);
  EXPECT_NE(run.checkpoint().tensors, straight_->checkpoint().tensors);
}

TEST_F(RunTest, AResumedRunThatIsDoneSaysItsAccuracyAgain) {
  train::Run run = create("a");
  const Result first = train(run);
  const Result again = train(run);
  EXPECT_EQ(again.times.steps, 0);
  EXPECT_EQ(again.accuracy, first.accuracy);
  const std::vector<std::string> lines = numbers_of(run);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), R"({"step":15,"end":"complete"})"), 1);
}

TEST_F(RunTest, TheSeedDecidesTheRunAndTheThreadsDoNot) {
  train_straight();
  train::Run same = create("same");
  Surroundings many = around();
  many.threads = 8;
  same.train(client_, training_, test_, std::move(many));
  EXPECT_EQ(same.checkpoint().tensors, straight_->checkpoint().tensors);
  Options other = small_options;
  other.seed = 12;
  train::Run different = create("different", small_recipe(), other);
  train(different);
  EXPECT_NE(different.checkpoint().tensors, straight_->checkpoint().tensors);
}

TEST_F(RunTest, CaseD13_FiftyStepsOfTheCnnHaveTheSameWeightsOnEveryClientAndNumberOfThreads) {
  nn::Recipe recipe = nn::adamw_recipe(nn::network_named("cnn"));
  recipe.batch = 8;
  const ImageDataset digits = patterns("digits", 400, 28, 28, 10);
  const ImageDataset few = patterns("few", 8, 28, 28, 10);
  // The step is compiled twice: by the first run, and anew where there is no cache.
  const auto weights = [&](const Client& client, const ExecutableCache* cache, std::size_t threads) {
    train::Run run = train::Run::create(folder_ / "cnn", recipe, {.epochs = 1}, digits);
    Surroundings around{.cache = cache, .threads = threads, .interrupted = {}, .hooks = {}};
    EXPECT_EQ(run.train(client, digits, few, std::move(around)).step, 50);
    Sha256 hash;
    for (const NamedTensor& named : run.checkpoint().tensors) hash.update(named.tensor.bytes);
    return to_hex(hash.digest());
  };
  const std::string first = weights(client_, &cache_, 1);
  EXPECT_EQ(weights(client_, &cache_, 8), first);
  EXPECT_EQ(weights(cpu_client(), nullptr, 1), first);
}

TEST_F(RunTest, APlainStepTrainsAtTheRateOfItsText) {
  nn::Recipe recipe = nn::plain_recipe(nn::network_named("linear"));
  recipe.batch = 5;
  recipe.plain_learning_rate = 0.25;
  const ImageDataset digits = patterns("digits", 20, 28, 28, 10);
  train::Run run = train::Run::create(folder_ / "plain", recipe, {.epochs = 2, .learning_rate = 7}, digits);
  EXPECT_EQ(run.config().options.learning_rate, 0.25);
  const Result result = run.train(client_, digits, digits);
  EXPECT_EQ(result.step, 8);
  EXPECT_EQ(run.checkpoint().schedule, "constant 0.25");
  EXPECT_EQ(run.checkpoint().tensors.size(), 2u) << "no moments";
}

TEST_F(RunTest, TrainingThatDivergesEndsWithDivergedAndKeepsTheLastGoodCheckpoint) {
  nn::Recipe recipe = small_recipe();
  recipe.optimizer = {.optimizer = nn::Optimizer::sgd};
  Options options = small_options;
  options.learning_rate = 1e38;
  options.warm_up = 0;
  train::Run run = create("a", recipe, options);
  const Checkpoint before = run.checkpoint();
  EXPECT_THROW(train(run), Diverged);
  EXPECT_EQ(run.checkpoint(), before);
}

TEST_F(RunTest, ANewRunNeverTakesTheFolderOfAnother) {
  EXPECT_EQ(create("a").folder(), folder_ / "a");
  EXPECT_EQ(create("a").folder(), folder_ / "a-2");
  EXPECT_EQ(create("a").folder(), folder_ / "a-3");
  EXPECT_EQ(create("deeper/b/").folder(), folder_ / "deeper/b");
  write_file(folder_ / "file", {});
  EXPECT_EQ(create("file").folder(), folder_ / "file-2");
  expect_contains(complaint([&] { create("file/a"); }), "the folder of the run cannot be made");
}

TEST_F(RunTest, WhatCannotBeTrainedIsRefusedBeforeThereIsAFolder) {
  Options endless = small_options;
  endless.warm_up = 16;
  expect_contains(complaint([&] { create("a", small_recipe(), endless); }),
                  "the warm-up does not fit into the run");
  Options none = small_options;
  none.epochs = 0;
  expect_contains(complaint([&] { create("a", small_recipe(), none); }),
                  "the number of epochs cannot be used");
  Options constant = small_options;
  constant.schedule = ScheduleKind::constant;
  expect_contains(complaint([&] { create("a", small_recipe(), constant); }),
                  "a constant schedule has no warm-up");
  nn::Recipe large = small_recipe();
  large.batch = 11;
  expect_contains(complaint([&] { create("a", large); }), "11");
  const std::string message = complaint([&] { create("a", nn::adamw_recipe(nn::network_named("mlp"))); });
  expect_contains(message, "the data do not fit the network mlp");
  expect_contains(message, "images of 1x28x28 (channels, height, width) in 10 classes");
  expect_contains(message, "images of 1x4x4 in 3 classes");
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(RunTest, OtherDataThanItWasStartedWithAreRefused) {
  train::Run run = create("a");
  ImageDataset other = training_;
  other.labels[3] = 2 - other.labels[3];
  const std::string message = complaint([&] { run.train(client_, other, test_, around()); });
  expect_contains(message, "these are not the data that the run was started with");
  expect_contains(message, "train, 10 samples");
  expect_contains(complaint([&] { run.train(client_, training_, patterns("test", 7, 4, 4, 4), around()); }),
                  "images of 1x4x4 in 4 classes");
}

TEST_F(RunTest, AFolderThatIsNoRunOrIsDamagedIsNamed) {
  const std::string message = complaint([&] { train::Run::open(folder_ / "none"); });
  expect_contains(message, "this is not the folder of a run: a file is missing");
  expect_contains(message, (folder_ / "none" / "config.json").string());
  const train::Run run = create("a");
  write_file(run.paths().config(), std::as_bytes(std::span(std::string_view("{\"epochs\": 1"))));
  expect_contains(complaint([&] { train::Run::open(run.folder()); }), run.paths().config().string());
}

TEST_F(RunTest, AnEditedStepOrConfigurationIsSeen) {
  train::Run run = create("a");
  std::vector<std::byte> text = read_file(run.paths().step());
  text.push_back(std::byte{'\n'});
  write_file(run.paths().step(), text);
  train::Run edited = train::Run::open(run.folder());
  expect_contains(complaint([&] { train(edited); }), "the manifest belongs to another text");

  train::Run other = create("b");
  Config config = other.config();
  config.options.learning_rate = 0.5;
  write_config(other.paths().config(), config);
  train::Run reopened = train::Run::open(other.folder());
  expect_contains(complaint([&] { train(reopened); }),
                  "the checkpoint and config.json disagree about the run");
}

TEST_F(RunTest, AStepOfTheWrongKindIsSeenThroughTheCheckpoint) {
  train::Run run = create("a");
  nn::Recipe smoothed = small_recipe();
  smoothed.smoothing = 0.1;
  const train::Run other = create("b", smoothed);
  fs::copy_file(other.paths().checkpoint(), run.paths().checkpoint(), fs::copy_options::overwrite_existing);
  const std::string message = complaint([&] { train(run); });
  expect_contains(message, "this checkpoint belongs to another step");
  expect_contains(message, other.manifest().text_sha256);
}

TEST(Options, TheyAreWrittenAndReadBack) {
  Options options{.epochs = 7,
                  .learning_rate = 0.1,
                  .schedule = ScheduleKind::constant,
                  .warm_up = 3,
                  .seed = std::numeric_limits<std::uint64_t>::max(),
                  .normalization = {{0.1307}, {0.3081}},
                  .metrics_interval = 9};
  const Json json = to_json(options);
  EXPECT_EQ(to_json(options_from_json(Json::parse(json.dump()))), json);
  Json missing = json;
  missing.erase("warm_up");
  expect_contains(complaint([&] { options_from_json(missing); }), "warm_up");
  Json unknown = json;
  unknown["schedule"] = "steps";
  expect_contains(complaint([&] { options_from_json(unknown); }), "there is no schedule `steps`");
}

}  // namespace
}  // namespace stepwright::train
