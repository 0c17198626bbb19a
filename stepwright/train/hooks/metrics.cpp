#include "stepwright/train/hooks/metrics.h"

#include <chrono>
#include <fstream>
#include <system_error>

#include "stepwright/base/error.h"

namespace stepwright::train {

using Json = nlohmann::ordered_json;

double Metrics::now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Metrics::seconds() const {
  return earlier_ + now() - start_;
}

void Metrics::write(const Json& line) const {
  std::ofstream file(path_, std::ios::app);
  file << line.dump() << '\n';
  file.close();
  if (!file) throw UserError({.what = "the metrics cannot be written", .where = path_.string()});
}

void Metrics::write_steps(const Progress& progress) {
  const StepTimes& times = progress.times;
  const double images = static_cast<double>((times.steps - reported_.steps) * progress.batch);
  const double elapsed = times.seconds - reported_.seconds;
  Json line{{"step", progress.step}, {"epoch", progress.epoch()}};
  if (losses_ > 0) line["loss"] = loss_sum_ / static_cast<double>(losses_);
  line["learning_rate"] = progress.learning_rate;
  line["images_per_second"] = elapsed > 0 ? images / elapsed : 0;
  line["seconds"] = seconds();
  write(line);
  loss_sum_ = 0;
  losses_ = 0;
  reported_ = times;
}

void Metrics::on_step(Progress& progress) {
  if (progress.loss) {
    loss_sum_ += *progress.loss;
    ++losses_;
  }
  const bool epoch_ends = progress.step % progress.steps_per_epoch == 0;
  // The first step has a line of its own: it tells how long the start took.
  if (progress.step == 1 || progress.step % interval_ == 0 || epoch_ends) write_steps(progress);
}

void Metrics::on_epoch_end(Progress& progress) {
  if (!progress.accuracy) return;
  write({{"step", progress.step},
         {"epoch", progress.epoch()},
         {"correct", progress.accuracy->correct},
         {"total", progress.accuracy->total},
         {"accuracy", progress.accuracy->percent()},
         {"seconds", seconds()}});
}

void Metrics::on_end(Progress& progress, Ending ending) {
  write({{"step", progress.step},
         {"end", ending == Ending::complete ? "complete" : "interrupted"},
         {"idle_fraction", progress.times.idle_fraction()},
         {"seconds", seconds()}});
}

Json Metrics::state() const {
  std::error_code missing;  // nothing was written yet
  const std::uintmax_t bytes = std::filesystem::file_size(path_, missing);
  return {
      {"bytes", missing ? 0 : bytes}, {"loss_sum", loss_sum_}, {"losses", losses_}, {"seconds", seconds()}};
}

void Metrics::restore(const Json& state) {
  if (state.is_null()) {  // lines of a run that was stopped before it kept anything
    std::error_code missing;
    std::filesystem::remove(path_, missing);
    return;
  }
  std::error_code missing;
  const std::uintmax_t present = std::filesystem::file_size(path_, missing);
  const auto bytes = state.at("bytes").get<std::uintmax_t>();
  // Shorter, when the system went down before it was on the disk: what is there stays.
  if (!missing && present > bytes) std::filesystem::resize_file(path_, bytes);
  state.at("loss_sum").get_to(loss_sum_);
  state.at("losses").get_to(losses_);
  earlier_ = state.at("seconds").get<double>();
  start_ = now();
}

}  // namespace stepwright::train
