#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "stepwright/train/hooks/checkpoints.h"
#include "stepwright/train/hooks/evaluation.h"
#include "stepwright/train/hooks/metrics.h"
#include "stepwright/train/hooks/nan_guard.h"
#include "stepwright/train/hooks/progress_line.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

using Json = nlohmann::ordered_json;

Progress progress_at(std::int64_t step, std::optional<double> loss = std::nullopt) {
  Progress progress;
  progress.steps_per_epoch = 4;
  progress.total_steps = 8;
  progress.batch = 128;
  progress.step = step;
  progress.learning_rate = 0.25;
  progress.loss = loss;
  progress.times = {
      .steps = step, .seconds = static_cast<double>(step) * 2, .execute_seconds = static_cast<double>(step)};
  return progress;
}

TEST(NanGuard, ALossThatIsNotFiniteEndsTheRunAndNamesTheLastGoodCheckpoint) {
  NanGuard guard([] { return std::string("runs/a/checkpoint.safetensors of step 4"); });
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Progress good = progress_at(5, 1e30);
  EXPECT_NO_THROW(guard.on_step(good));
  Progress silent = progress_at(5);
  EXPECT_NO_THROW(guard.on_step(silent)) << "a step may report no loss";
  for (const double loss : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    Progress bad = progress_at(5, loss);
    EXPECT_THROW(guard.on_step(bad), Diverged);
  }
  Progress bad = progress_at(5, infinity);
  const std::string message = complaint([&] { guard.on_step(bad); });
  expect_contains(message, "training has diverged: the loss is not finite");
  expect_contains(message, "step 5, epoch 2");
  expect_contains(message, "loss inf at learning rate 0.25");
  expect_contains(message, "the last good checkpoint is runs/a/checkpoint.safetensors of step 4");
}

TEST(NanGuard, AParameterThatIsNotFiniteIsNamedBeforeItIsKept) {
  const NanGuard guard([] { return std::string("c"); });
  const Progress progress = progress_at(4, 1.0);
  std::vector<NamedTensor> tensors{{"W", floats({2}, {1, 2})}, {"b", floats({3}, {0, 0, 1})}};
  EXPECT_NO_THROW(guard.check(tensors, progress));
  tensors[1].tensor.as<float>()[2] = std::numeric_limits<float>::quiet_NaN();
  const std::string message = complaint([&] { guard.check(tensors, progress); });
  expect_contains(message, "training has diverged: `b` is not finite");
  expect_contains(message, "nan at element 2");
}

TEST(EvaluateEachEpoch, TheAccuracyIsKeptOverAResumption) {
  int calls = 0;
  EvaluateEachEpoch hook([&] { return Accuracy{++calls, 10}; });
  Progress progress = progress_at(4);
  hook.on_start(progress);
  EXPECT_FALSE(progress.accuracy);
  EXPECT_TRUE(hook.state().is_null());
  hook.on_epoch_end(progress);
  EXPECT_EQ(progress.accuracy, (Accuracy{1, 10}));
  EvaluateEachEpoch resumed([] { return Accuracy{}; });
  resumed.restore(Json::parse(hook.state().dump()));
  Progress later = progress_at(5);
  resumed.on_start(later);
  EXPECT_EQ(later.accuracy, (Accuracy{1, 10}));
  EXPECT_EQ(calls, 1);
}

TEST(Checkpoints, TheRunIsSavedAtEpochEndsAndInterruptionsAlone) {
  std::vector<std::int64_t> saved;
  Checkpoints hook([&](const Progress& progress) { saved.push_back(progress.step); });
  Progress progress = progress_at(3);
  hook.on_start(progress);
  hook.on_step(progress);
  hook.on_end(progress, Ending::complete);
  EXPECT_TRUE(saved.empty());
  hook.on_epoch_end(progress);
  progress.step = 5;
  hook.on_interrupt(progress);
  EXPECT_EQ(saved, (std::vector<std::int64_t>{3, 5}));
}

// The lines without what depends on the clock.
std::vector<Json> lines(const std::filesystem::path& path) {
  std::vector<Json> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    Json json = Json::parse(line);
    EXPECT_TRUE(json.contains("seconds"));
    json.erase("seconds");
    found.push_back(std::move(json));
  }
  return found;
}

void step(Metrics& metrics, std::int64_t number) {
  Progress progress = progress_at(number, 1.0 / static_cast<double>(number));
  metrics.on_step(progress);
}

TEST(Metrics, TheLossIsTheMeanSinceTheLineBefore) {
  const TemporaryFolder folder;
  Metrics metrics(folder / "m", 3);
  for (std::int64_t number = 1; number <= 4; ++number) step(metrics, number);
  Progress end = progress_at(4);
  end.accuracy = Accuracy{3, 8};
  metrics.on_epoch_end(end);
  metrics.on_end(end, Ending::complete);
  const std::vector<Json> found = lines(folder / "m");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].dump(),
            fmt::format(R"({{"step":3,"epoch":1,"loss":{},"learning_rate":0.25,"images_per_second":64.0}})",
                        (1.0 + 1.0 / 2 + 1.0 / 3) / 3));
  EXPECT_EQ(found[1].dump(),
            R"({"step":4,"epoch":1,"loss":0.25,"learning_rate":0.25,"images_per_second":64.0})")
      << "an epoch ends with a line";
  EXPECT_EQ(found[2].dump(), R"({"step":4,"epoch":1,"correct":3,"total":8,"accuracy":37.5})");
  EXPECT_EQ(found[3].dump(), R"({"step":4,"end":"complete","idle_fraction":0.5})");
}

TEST(Metrics, AResumedRunCutsOffWhatCameAfterItsCheckpointAndGoesOnToTheSameLines) {
  const TemporaryFolder folder;
  Metrics straight(folder / "straight", 3);
  for (std::int64_t number = 1; number <= 8; ++number) step(straight, number);
  for (std::int64_t cut = 0; cut <= 7; ++cut) {
    const auto path = folder / fmt::format("cut{}", cut);
    Metrics first(path, 3);
    for (std::int64_t number = 1; number <= cut; ++number) step(first, number);
    const Json saved = Json::parse(first.state().dump());
    for (std::int64_t number = cut + 1; number <= 7; ++number) step(first, number);  // lost in a crash
    Metrics resumed(path, 3);
    resumed.restore(saved);
    for (std::int64_t number = cut + 1; number <= 8; ++number) step(resumed, number);
    std::vector<Json> expected = lines(folder / "straight"), found = lines(path);
    for (auto* list : {&expected, &found}) {
      for (Json& line : *list) line.erase("images_per_second");
    }
    EXPECT_EQ(found, expected) << "cut at " << cut;
  }
}

TEST(Metrics, AFolderThatIsGoneIsNamed) {
  Metrics metrics("/nonexistent/folder/metrics.jsonl", 1);
  Progress progress = progress_at(1, 1.0);
  const std::string message = complaint([&] { metrics.on_step(progress); });
  expect_contains(message, "the metrics cannot be written");
  expect_contains(message, "/nonexistent/folder/metrics.jsonl");
}

// What the hook prints when a second passes between steps.
std::string printed(bool terminal, double seconds_per_step, Ending ending, std::int64_t last = 8) {
  std::ostringstream out;
  double now = 100;
  ProgressLine hook(out, terminal, [&] { return now; });
  Progress start = progress_at(0);
  hook.on_start(start);
  for (std::int64_t number = 1; number <= last; ++number) {
    now += seconds_per_step;
    Progress progress = progress_at(number, 0.5);
    if (number >= 4) progress.accuracy = Accuracy{3, 4};
    hook.on_step(progress);
    if (number % 4 == 0) hook.on_epoch_end(progress);
  }
  Progress end = progress_at(last);
  hook.on_end(end, ending);
  return out.str();
}

TEST(ProgressLine, WithoutATerminalThereIsAPlainLineEveryTenSecondsAndEachEpoch) {
  EXPECT_EQ(printed(false, 6, Ending::complete),
            "epoch 1/2   50 %  loss 0.5000  64 images/s  ETA 0:12\n"
            "epoch 1/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:08\n"
            "epoch 1/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:08\n"
            "epoch 2/2   50 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:04\n"
            "epoch 2/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:00\n"
            "epoch 2/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:00\n");
  EXPECT_EQ(printed(false, 0.001, Ending::complete),
            "epoch 1/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:08\n"
            "epoch 2/2  100 %  loss 0.5000  test 75.00 %  64 images/s  ETA 0:00\n");
}

TEST(ProgressLine, OnATerminalOneLineIsRedrawnAndEachEpochsStays) {
  const std::string text = printed(true, 1, Ending::complete);
  expect_contains(text,
                  "\r\033[Kepoch 1/2 [=====>              ]   25 %  loss 0.5000  64 images/s  ETA 0:14");
  expect_contains(text, "\r\033[Kepoch 2/2 [====================]  100 %");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_EQ(printed(true, 1, Ending::interrupted, 3).back(), '\n') << "what comes next has its own line";
  EXPECT_EQ(printed(true, 0.001, Ending::complete, 3), "") << "not redrawn faster than anyone reads";
}

TEST(ProgressLine, AResumedRunSaysWhereItGoesOn) {
  std::ostringstream out;
  ProgressLine hook(out, false);
  Progress progress = progress_at(3);
  hook.on_start(progress);
  EXPECT_EQ(out.str(), "resumed after step 3 of 8\n");
}

TEST(ProgressLine, DurationsAreWrittenAsOnAClock) {
  EXPECT_EQ(duration_text(0), "0:00");
  EXPECT_EQ(duration_text(7.4), "0:07");
  EXPECT_EQ(duration_text(59.6), "1:00");
  EXPECT_EQ(duration_text(760), "12:40");
  EXPECT_EQ(duration_text(3723), "1:02:03");
  EXPECT_EQ(duration_text(-1), "0:00");
}

}  // namespace
}  // namespace stepwright::train
