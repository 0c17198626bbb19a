#include "stepwright/train/loop.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "stepwright/base/error.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

using Log = std::vector<std::string>;

class Recorder : public Hook {
 public:
  Recorder(Log& log, std::string name) : log_(log), name_(std::move(name)) {}

  void on_start(Progress& p) override { note("start", p); }
  void on_step(Progress& p) override { note(fmt::format("step lr {} loss {}", p.learning_rate, *p.loss), p); }
  void on_epoch_end(Progress& p) override { note(fmt::format("epoch {} of {}", p.epoch(), p.epochs()), p); }
  void on_interrupt(Progress& p) override { note("interrupt", p); }
  void on_end(Progress& p, Ending ending) override {
    note(ending == Ending::complete ? "complete" : "interrupted", p);
  }

 private:
  void note(const std::string& what, const Progress& p) {
    log_.push_back(fmt::format("{} {}: {}", name_, p.step, what));
  }
  Log& log_;
  std::string name_;
};

Batch numbered(std::int64_t number) {
  Batch batch;
  batch.count = number;
  return batch;
}

// The loss is the batch's number.
StepOutcome echo(const Batch& batch, std::int64_t, double) {
  return {static_cast<double>(batch.count), 0};
}

struct Outcome {
  Ending ending;
  Progress progress;
  Log log;
};

// Two steps an epoch, from update `first` + 1 on; interrupted when `stop_after` updates are done.
Outcome run_from(std::int64_t first, std::int64_t total, std::int64_t stop_after = 1000,
                 const BatchLoader::Make& make = numbered) {
  Outcome outcome;
  BatchLoader batches(make, first, total);
  const Schedule schedule = Schedule::warm_up_cosine(1, 4, 4);
  std::vector<std::unique_ptr<Hook>> hooks;
  for (const char* name : {"a", "b"}) hooks.push_back(std::make_unique<Recorder>(outcome.log, name));
  outcome.progress.total_steps = total;
  outcome.progress.steps_per_epoch = 2;
  outcome.progress.step = first;
  outcome.ending = run({.run_step = echo,
                        .batches = batches,
                        .schedule = schedule,
                        .hooks = hooks,
                        .interrupted = [&] { return outcome.progress.step >= stop_after; }},
                       outcome.progress);
  return outcome;
}

TEST(Loop, HooksAreCalledInOrderAtStepsAndEpochEnds) {
  const Outcome outcome = run_from(0, 3);
  EXPECT_EQ(outcome.ending, Ending::complete);
  EXPECT_EQ(outcome.log, (Log{"a 0: start", "b 0: start",                              //
                              "a 1: step lr 0.25 loss 0", "b 1: step lr 0.25 loss 0",  //
                              "a 2: step lr 0.5 loss 1", "b 2: step lr 0.5 loss 1",    //
                              "a 2: epoch 1 of 1", "b 2: epoch 1 of 1",                //
                              "a 3: step lr 0.75 loss 2", "b 3: step lr 0.75 loss 2",  //
                              "a 3: complete", "b 3: complete"}));
}

TEST(Loop, ItGoesOnInMidEpochWithTheNumbersOfTheStraightRun) {
  const Log straight = run_from(0, 4).log, resumed = run_from(1, 4).log;
  // Without the starts: from update 2 on they are the same.
  EXPECT_EQ(Log(resumed.begin() + 2, resumed.end()), Log(straight.begin() + 4, straight.end()));
}

TEST(Loop, AnInterruptionIsHeardBetweenStepsAndEndsTheRun) {
  const Outcome outcome = run_from(0, 4, 1);
  EXPECT_EQ(outcome.ending, Ending::interrupted);
  EXPECT_EQ(outcome.progress.next(), (SamplePosition{0, 1}));
  EXPECT_EQ(Log(outcome.log.end() - 4, outcome.log.end()),
            (Log{"a 1: interrupt", "b 1: interrupt", "a 1: interrupted", "b 1: interrupted"}));
  EXPECT_EQ(run_from(0, 4, 4).ending, Ending::complete) << "a run that is done is not interrupted";
  EXPECT_EQ(run_from(0, 4, 2).progress.next(), (SamplePosition{1, 0}));
}

TEST(Loop, CaseB9_ABatchThatCannotBeMadeEndsTheRunWithItsMessageAndStep) {
  const auto failing = [](auto error) {
    return [error](std::int64_t number) {
      if (number == 2) throw error;
      return numbered(number);
    };
  };
  const std::string message = complaint([&] {
    run_from(0, 4, 1000, failing(UserError({.what = "the image is damaged", .where = "cat.jpg"})));
  });
  expect_contains(message, "the image is damaged");
  expect_contains(message, "step 3, batch 2, cat.jpg");
  try {
    run_from(0, 4, 1000, failing(std::runtime_error("out of luck")));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InternalError& error) {
    expect_contains(error.what(), "step 3: ");
    expect_contains(error.what(), "batch 2: out of luck");
  }
}

TEST(Loop, TheTimeThatIsNotExecutionIsIdle) {
  StepTimes times{.steps = 10, .seconds = 2, .execute_seconds = 1.5};
  EXPECT_EQ(times.idle_fraction(), 0.25);
  EXPECT_EQ(StepTimes{}.idle_fraction(), 0);
  const Outcome outcome = run_from(1, 4);
  EXPECT_EQ(outcome.progress.times.steps, 3);
  EXPECT_GT(outcome.progress.times.seconds, 0);
}

TEST(Progress, EpochsCountFromOne) {
  Progress progress;
  progress.steps_per_epoch = 3;
  progress.total_steps = 6;
  const std::vector<std::int64_t> epochs{1, 1, 1, 1, 2, 2, 2};
  for (std::int64_t step = 0; step <= 6; ++step) {
    progress.step = step;
    EXPECT_EQ(progress.epoch(), epochs[static_cast<std::size_t>(step)]) << step;
  }
  EXPECT_EQ(progress.next(), (SamplePosition{2, 0}));
}

}  // namespace
}  // namespace stepwright::train
