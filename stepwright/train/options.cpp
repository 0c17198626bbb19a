#include "stepwright/train/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stepwright/base/error.h"

namespace stepwright::train {

namespace {

void expect_at_least_one(std::int64_t number, const char* what) {
  if (number >= 1) return;
  throw UserError({.what = fmt::format("the number of {} cannot be used", what),
                   .expected = "1 or more",
                   .found = std::to_string(number)});
}

}  // namespace

void validate(const Options& options) {
  expect_at_least_one(options.epochs, "epochs");
  expect_at_least_one(options.metrics_interval, "updates between lines of metrics");
}

Schedule make_schedule(const Options& options, std::int64_t total) {
  if (options.schedule == ScheduleKind::cosine) {
    return Schedule::warm_up_cosine(options.learning_rate, options.warm_up, total);
  }
  if (options.warm_up != 0) {
    throw UserError({.what = "a constant schedule has no warm-up",
                     .found = fmt::format("{} updates of warm-up", options.warm_up),
                     .remedy = "use the cosine schedule, or no warm-up"});
  }
  return Schedule::constant(options.learning_rate);
}

nlohmann::ordered_json to_json(const Options& options) {
  return {{"epochs", options.epochs},
          {"learning_rate", options.learning_rate},
          {"schedule", schedule_names[static_cast<std::size_t>(options.schedule)]},
          {"warm_up", options.warm_up},
          {"seed", options.seed},
          {"mean", options.normalization.mean},
          {"deviation", options.normalization.deviation},
          {"metrics_interval", options.metrics_interval}};
}

Options options_from_json(const nlohmann::ordered_json& json) try {
  Options options;
  json.at("epochs").get_to(options.epochs);
  json.at("learning_rate").get_to(options.learning_rate);
  const auto schedule = json.at("schedule").get<std::string>();
  const auto kind = std::ranges::find(schedule_names, schedule);
  if (kind == schedule_names.end()) {
    throw UserError({.what = fmt::format("there is no schedule `{}`", schedule)});
  }
  options.schedule = static_cast<ScheduleKind>(kind - schedule_names.begin());
  json.at("warm_up").get_to(options.warm_up);
  json.at("seed").get_to(options.seed);
  json.at("mean").get_to(options.normalization.mean);
  json.at("deviation").get_to(options.normalization.deviation);
  json.at("metrics_interval").get_to(options.metrics_interval);
  return options;
} catch (const nlohmann::json::exception& error) {
  throw UserError({.what = "the options of the run cannot be read", .found = error.what()});
}

}  // namespace stepwright::train
