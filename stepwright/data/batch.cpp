#include "stepwright/data/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

void check(const Normalization& normalization, std::int64_t channels) {
  const auto& [mean, deviation] = normalization;
  const bool usable = std::ranges::all_of(mean, [](double m) { return std::isfinite(m); }) &&
                      std::ranges::all_of(deviation, [](double d) { return std::isfinite(d) && d > 0; });
  const auto wanted = static_cast<std::size_t>(channels);
  if (usable && mean.size() == deviation.size() && (mean.empty() || mean.size() == wanted)) return;
  throw UserError({.what = "the normalization does not suit the images",
                   .expected = fmt::format("a finite mean and a positive deviation for each of {} channel{}",
                                           channels, channels == 1 ? "" : "s"),
                   .found = fmt::format("means [{}], deviations [{}]", fmt::join(mean, ", "),
                                        fmt::join(deviation, ", "))});
}

std::array<float, 256> values(double mean, double deviation) {
  std::array<float, 256> table{};
  for (std::size_t pixel = 0; pixel < table.size(); ++pixel) {
    table[pixel] = static_cast<float>((static_cast<double>(pixel) / 255 - mean) / deviation);
  }
  return table;
}

}  // namespace

BatchAssembler::BatchAssembler(const ImageDataset& dataset, std::int64_t rows,
                               const Normalization& normalization)
    : dataset_(&dataset), rows_(rows) {
  if (rows < 1)
    throw UserError({.what = "a batch has at least one sample", .found = fmt::format("{}", rows)});
  check(normalization, dataset.channels());
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(dataset.channels()); ++channel) {
    const bool given = !normalization.mean.empty();
    value_of_pixel_.push_back(given ? values(normalization.mean[channel], normalization.deviation[channel])
                                    : values(0, 1));
  }
}

Batch BatchAssembler::assemble(std::span<const std::int64_t> ids, ThreadPool& pool) const {
  const auto pixels = static_cast<std::size_t>(dataset_->pixels());
  const auto classes = static_cast<std::size_t>(dataset_->classes());
  Batch batch{HostTensor::zeros({ElementType::f32, {rows_, dataset_->pixels()}}),
              HostTensor::zeros({ElementType::f32, {rows_, dataset_->classes()}}),
              {},
              static_cast<std::int64_t>(ids.size())};
  require(batch.count <= rows_, "the samples fit into the batch");
  for (const std::int64_t id : ids) {
    require(0 <= id && id < dataset_->size(), "a sample is in the data set");
    batch.labels.push_back(dataset_->labels[static_cast<std::size_t>(id)]);
  }
  const std::span<float> x = batch.x.as<float>();
  const std::span<float> onehot = batch.onehot.as<float>();
  pool.parallel_for(ids.size(), [&](std::size_t row) {
    fill_row(ids[row], x.subspan(row * pixels, pixels), onehot.subspan(row * classes, classes));
  });
  return batch;
}

void BatchAssembler::fill_row(std::int64_t id, std::span<float> x, std::span<float> onehot) const {
  const auto sample = static_cast<std::size_t>(id);
  const auto image = dataset_->images.as<std::uint8_t>().subspan(sample * x.size(), x.size());
  const std::size_t plane = x.size() / value_of_pixel_.size();
  for (std::size_t channel = 0; channel < value_of_pixel_.size(); ++channel) {
    const std::array<float, 256>& table = value_of_pixel_[channel];
    const std::size_t begin = channel * plane;
    for (std::size_t i = begin; i < begin + plane; ++i) x[i] = table[image[i]];
  }
  onehot[static_cast<std::size_t>(dataset_->labels[sample])] = 1;
}

}  // namespace stepwright
