#include "stepwright/train/loop.h"

#include <fmt/format.h>

#include <chrono>

#include "stepwright/base/error.h"

namespace stepwright::train {

namespace {

using Time = std::chrono::steady_clock;

Batch next_batch(BatchLoader& batches, std::int64_t update) {
  const std::string step = fmt::format("step {}", update);
  try {
    std::optional<Batch> batch = batches.next();
    require(batch.has_value(), "the loader has a batch for every step");
    return std::move(*batch);
  } catch (const UserError& error) {
    Complaint complaint = error.complaint();
    complaint.where = complaint.where.empty() ? step : fmt::format("{}, {}", step, complaint.where);
    throw UserError(std::move(complaint));
  } catch (const InternalError& error) {
    throw InternalError(fmt::format("{}: {}", step, error.what()));
  }
}

// Adds the time since `start` to the steps' and starts anew.
void take_time(Time::time_point& start, StepTimes& times) {
  const Time::time_point now = Time::now();
  times.seconds += std::chrono::duration<double>(now - start).count();
  start = now;
}

void run_one_step(const Loop& loop, Progress& progress) {
  Time::time_point start = Time::now();
  const std::int64_t update = progress.step + 1;
  const Batch batch = next_batch(loop.batches, update);
  progress.learning_rate = loop.schedule.of_update(update);
  const StepOutcome outcome = loop.run_step(batch, update, progress.learning_rate);
  progress.step = update;
  progress.loss = outcome.loss;
  progress.times.execute_seconds += outcome.execute_seconds;
  ++progress.times.steps;
  take_time(start, progress.times);
  for (const auto& hook : loop.hooks) hook->on_step(progress);
  take_time(start, progress.times);
}

}  // namespace

Ending run(const Loop& loop, Progress& progress) {
  for (const auto& hook : loop.hooks) hook->on_start(progress);
  Ending ending = Ending::complete;
  while (progress.step < progress.total_steps) {
    if (loop.interrupted && loop.interrupted()) {
      for (const auto& hook : loop.hooks) hook->on_interrupt(progress);
      ending = Ending::interrupted;
      break;
    }
    run_one_step(loop, progress);
    if (progress.step % progress.steps_per_epoch != 0) continue;
    for (const auto& hook : loop.hooks) hook->on_epoch_end(progress);
  }
  for (const auto& hook : loop.hooks) hook->on_end(progress, ending);
  return ending;
}

}  // namespace stepwright::train
