#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/nn/parameters.h"

namespace stepwright::nn {

// What an argument or result of a step is for.
enum class Role {
  images,            // x
  parameter,         // θ
  first_moment,      // m
  second_moment,     // v
  learning_rate,     // lr
  bias_correction1,  // 1 − β₁ᵗ
  bias_correction2,  // 1 − β₂ᵗ
  statistic,         // a batch mean or variance, frozen (argument) or of this batch (result)
  slot,              // an argument that is not read: it keeps the place of a result of the same type
  targets,           // onehot
  loss,
  logits,
};
inline constexpr std::array<std::string_view, 12> role_names{
    "images",           "parameter", "first_moment", "second_moment", "learning_rate", "bias_correction1",
    "bias_correction2", "statistic", "slot",         "targets",       "loss",          "logits"};

// Over replicas: the batch is split on dimension 0, all else is the same everywhere.
enum class Sharding { replicate, split_batch };
inline constexpr std::array<std::string_view, 2> sharding_names{"replicate", "split_batch"};

struct ManifestEntry {
  std::string name;
  TensorType type;
  Role role = Role::parameter;
  Sharding sharding = Sharding::replicate;
  std::optional<std::size_t> donated_to = {};   // argument: the result that takes over its buffer
  std::optional<Initializer> initializer = {};  // argument: a parameter's start
  std::optional<bool> decays = {};              // argument: whether weight decay applies to the parameter

  friend bool operator==(const ManifestEntry&, const ManifestEntry&) = default;
};

struct ManifestConstant {
  std::string name;
  double value = 0;
  friend bool operator==(const ManifestConstant&, const ManifestConstant&) = default;
};

// What a program that drives a step needs to know about it, beside its text. Every reader uses this; nothing
// is ever recovered from a file name.
struct Manifest {
  std::string network;
  std::string kind;       // "train_step" or "forward"
  std::string entry;      // the function's name
  std::string optimizer;  // empty for a forward
  std::string loss;       // empty for a forward
  std::string contract;   // empty for a forward
  std::int64_t batch = 0;
  std::int64_t classes = 0;
  Dimensions image;  // channels, height, width
  std::vector<ManifestEntry> arguments;
  std::vector<ManifestEntry> results;
  std::vector<ManifestConstant> constants;  // exact as the recipe has them
  std::vector<std::string> conventions;     // what the text does at kinks and ties
  std::string text_sha256;
  std::string producer;       // "stepwright 0.1.0"
  std::string stablehlo;      // the StableHLO version whose printed form the text has
  std::string oldest_plugin;  // that the text was tested with

  // The arguments with a role, as positions.
  std::vector<std::size_t> positions(Role role) const;
  // The only argument with a role; nothing when there is none. InternalError when there are several.
  std::optional<std::size_t> position(Role role) const;
  double constant(std::string_view name) const;  // UserError when there is none

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

nlohmann::ordered_json to_json(const Manifest& manifest);
// UserError that names the missing or misshapen entry.
Manifest manifest_from_json(const nlohmann::ordered_json& json, std::string_view source);

}  // namespace stepwright::nn
