#include "stepwright/train/training_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <deque>
#include <string_view>

#include "stepwright/base/error.h"

namespace stepwright::train {

namespace {

// 1 − βᵗ; 1 for an optimizer without that constant.
double bias_correction(const nn::Manifest& manifest, std::string_view beta, std::int64_t update) {
  const auto found = std::ranges::find(manifest.constants, beta, &nn::ManifestConstant::name);
  if (found == manifest.constants.end()) return 1;
  return 1 - std::pow(found->value, static_cast<double>(update));
}

std::optional<std::size_t> loss_position(const nn::Manifest& manifest) {
  const auto found = std::ranges::find(manifest.results, nn::Role::loss, &nn::ManifestEntry::role);
  if (found == manifest.results.end()) return std::nullopt;
  return static_cast<std::size_t>(found - manifest.results.begin());
}

}  // namespace

TrainingStep::TrainingStep(Client client, Executable executable, nn::Manifest manifest, State state)
    : client_(std::move(client)),
      executable_(std::move(executable)),
      manifest_(std::move(manifest)),
      state_(std::move(state)) {}

Buffer TrainingStep::scalar(std::size_t argument, double value) const {
  const TensorType& type = manifest_.arguments[argument].type;
  require(type == TensorType{ElementType::f32, {}}, "a step's scalars are f32");
  const auto rounded = static_cast<float>(value);
  return client_.upload(HostTensor::of(type, std::span(&rounded, 1)));
}

StepOutcome TrainingStep::run(const Batch& batch, std::int64_t update, double learning_rate) {
  Executable::Arguments arguments(manifest_.arguments.size(), nullptr);
  state_.place(arguments);
  std::deque<Buffer> inputs;  // of this step alone
  const auto give = [&](nn::Role role, const auto& upload) {
    if (const auto at = manifest_.position(role)) arguments[*at] = &inputs.emplace_back(upload(*at));
  };
  give(nn::Role::images, [&](std::size_t) { return client_.upload(batch.x); });
  give(nn::Role::targets, [&](std::size_t) { return client_.upload(batch.onehot); });
  give(nn::Role::learning_rate, [&](std::size_t at) { return scalar(at, learning_rate); });
  give(nn::Role::bias_correction1,
       [&](std::size_t at) { return scalar(at, bias_correction(manifest_, "beta1", update)); });
  give(nn::Role::bias_correction2,
       [&](std::size_t at) { return scalar(at, bias_correction(manifest_, "beta2", update)); });

  const auto start = std::chrono::steady_clock::now();
  Executable::Results results = executable_.execute(arguments, update);
  StepOutcome outcome;
  outcome.execute_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (const auto at = loss_position(manifest_)) outcome.loss = results.at(*at).to_host().as<float>().front();
  state_.advance(results);
  return outcome;
}

}  // namespace stepwright::train
