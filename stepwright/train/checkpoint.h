#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stepwright/data/sampler.h"
#include "stepwright/nn/manifest.h"
#include "stepwright/train/safetensors.h"

namespace stepwright::train {

// All that a run needs to go on as if it had not stopped.
struct Checkpoint {
  std::string text_sha256;           // of the step that it belongs to
  std::int64_t step = 0;             // updates done
  SamplePosition position;           // the batch to be trained on next
  std::uint64_t seed = 0;            // of initialisation and shuffling
  std::string schedule;              // Schedule::description
  nlohmann::ordered_json hooks;      // what each hook keeps, by its name
  std::vector<NamedTensor> tensors;  // State::to_host

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// One file in the safetensors layout, replaced whole (durable_file.h).
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

// UserError that names the file: there is none, it is cut short or damaged, it is no checkpoint of
// Stepwright, or one of another format version.
Checkpoint read_checkpoint(const std::filesystem::path& path);

// UserError unless the checkpoint belongs to this step: its tensors fit (state.h) and its text is this one.
void check_belongs(const Checkpoint& checkpoint, const nn::Manifest& manifest,
                   const std::filesystem::path& path);

}  // namespace stepwright::train
