#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "stepwright/data/batch.h"
#include "stepwright/train/schedule.h"

namespace stepwright::train {

enum class ScheduleKind { constant, cosine };
inline constexpr std::array<std::string_view, 2> schedule_names{"constant", "cosine"};

// What decides a run's numbers, beside its step and its data. Nothing else does: not the machine's threads,
// nor when the run was stopped and resumed.
struct Options {
  std::int64_t epochs = 1;
  double learning_rate = 1e-3;  // at the peak
  ScheduleKind schedule = ScheduleKind::cosine;
  std::int64_t warm_up = 0;  // updates of linear warm-up, of the cosine schedule
  std::uint64_t seed = 1;    // of initialisation and shuffling
  Normalization normalization = {};
  std::int64_t metrics_interval = 100;  // updates between lines of metrics.jsonl
};

// UserError for options that no run can have; `total` is the number of updates.
Schedule make_schedule(const Options& options, std::int64_t total);

// UserError unless there is at least one epoch and one update between the lines of metrics.
void validate(const Options& options);

nlohmann::ordered_json to_json(const Options& options);
// UserError that names the missing or unusable entry.
Options options_from_json(const nlohmann::ordered_json& json);

}  // namespace stepwright::train
