#include "stepwright/train/hooks/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace stepwright::train {

namespace {

constexpr double seconds_between_redraws = 0.1;
constexpr double seconds_between_plain_lines = 10;
constexpr const char* erase_line = "\r\033[K";

std::string bar(double share) {
  constexpr std::size_t width = 20;
  const auto filled = std::min(width, static_cast<std::size_t>(share * static_cast<double>(width)));
  std::string text(filled, '=');
  if (filled < width) text += '>';
  text.resize(width, ' ');
  return fmt::format("[{}]", text);
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
  return fmt::format("{}:{:02}", minutes, whole % 60);
}

double ProgressLine::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProgressLine::ProgressLine(std::ostream& out, bool terminal, Clock clock)
    : out_(out), terminal_(terminal), clock_(std::move(clock)) {}

void ProgressLine::on_start(Progress& progress) {
  drawn_ = clock_();
  first_step_ = progress.step;
  if (progress.step > 0)
    out_ << fmt::format("resumed after step {} of {}\n", progress.step, progress.total_steps);
}

void ProgressLine::on_step(Progress& progress) {
  constexpr double keep = 0.98;
  if (progress.loss) {
    loss_ = keep * loss_ + (1 - keep) * *progress.loss;
    weight_ = keep * weight_ + (1 - keep);
  }
  const double pause = terminal_ ? seconds_between_redraws : seconds_between_plain_lines;
  if (clock_() - drawn_ < pause) return;
  draw(line(progress));
}

std::string ProgressLine::line(const Progress& progress) const {
  const std::int64_t of_epoch = progress.step - (progress.epoch() - 1) * progress.steps_per_epoch;
  const double share = static_cast<double>(of_epoch) / static_cast<double>(progress.steps_per_epoch);
  std::string text = fmt::format("epoch {}/{}", progress.epoch(), progress.epochs());
  if (terminal_) text += fmt::format(" {}", bar(share));
  text += fmt::format("  {:3.0f} %", 100 * share);
  if (weight_ > 0) text += fmt::format("  loss {:.4f}", loss_ / weight_);
  if (progress.accuracy) text += fmt::format("  test {:.2f} %", progress.accuracy->percent());
  const StepTimes& times = progress.times;
  if (times.seconds > 0) {
    const double per_step = times.seconds / static_cast<double>(times.steps);
    text += fmt::format("  {:.0f} images/s", static_cast<double>(progress.batch) / per_step);
    text += fmt::format("  ETA {}",
                        duration_text(per_step * static_cast<double>(progress.total_steps - progress.step)));
  }
  return text;
}

void ProgressLine::draw(const std::string& text) {
  drawn_ = clock_();
  if (terminal_) {
    out_ << erase_line << text << std::flush;
  } else {
    out_ << text << std::endl;
  }
}

void ProgressLine::on_epoch_end(Progress& progress) {
  draw(line(progress));
  if (terminal_) out_ << '\n' << std::flush;
}

void ProgressLine::on_end(Progress& progress, Ending ending) {
  if (terminal_ && ending == Ending::interrupted && progress.step > first_step_) out_ << '\n' << std::flush;
}

}  // namespace stepwright::train
