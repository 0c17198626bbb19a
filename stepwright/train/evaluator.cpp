#include "stepwright/train/evaluator.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/error.h"
#include "stepwright/data/loader.h"
#include "stepwright/data/sampler.h"

namespace stepwright::train {

namespace {

bool is_right(std::span<const float> logits, std::size_t label) {
  const float own = logits[label];
  for (std::size_t k = 0; k < logits.size(); ++k) {
    if (k != label && !(k < label ? logits[k] < own : logits[k] <= own)) return false;
  }
  return own == own;
}

}  // namespace

std::int64_t count_correct(const HostTensor& logits, std::span<const std::int32_t> labels) {
  const auto classes = static_cast<std::size_t>(logits.type.dimension(1));
  const std::span<const float> values = logits.as<float>();
  require(labels.size() * classes <= values.size(), "there is a row of logits for every label");
  std::int64_t correct = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    correct += is_right(values.subspan(row * classes, classes), static_cast<std::size_t>(labels[row]));
  }
  return correct;
}

Evaluator::Evaluator(Client client, Executable forward, nn::Manifest manifest, const ImageDataset& dataset,
                     const Normalization& normalization, std::size_t threads)
    : client_(std::move(client)),
      forward_(std::move(forward)),
      manifest_(std::move(manifest)),
      dataset_(dataset),
      assembler_(dataset, manifest_.batch, normalization),
      pool_(threads) {}

Accuracy Evaluator::evaluate(State& state) {
  Executable::Arguments arguments;
  for (const nn::ManifestEntry& argument : manifest_.arguments) {
    arguments.push_back(argument.role == nn::Role::images ? nullptr : &state.named(argument.name));
  }
  const std::int64_t samples = dataset_.size();
  BatchLoader loader(
      [&](std::int64_t number) {
        return assembler_.assemble(evaluation_ids(samples, manifest_.batch, number), pool_);
      },
      0, evaluation_steps(samples, manifest_.batch));
  Accuracy accuracy;
  while (const auto batch = loader.next()) {
    accuracy.correct += run(*batch, arguments);
    accuracy.total += batch->count;
  }
  require(accuracy.total == samples, "an evaluation counts every sample once");
  return accuracy;
}

std::int64_t Evaluator::run(const Batch& batch, Executable::Arguments arguments) {
  Buffer images = client_.upload(batch.x);
  arguments.at(manifest_.position(nn::Role::images).value()) = &images;
  const Executable::Results results = forward_.execute(arguments);
  return count_correct(results.at(0).to_host(), batch.labels);
}

}  // namespace stepwright::train
