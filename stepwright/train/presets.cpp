#include "stepwright/train/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "stepwright/base/suggest.h"

namespace stepwright::train {

namespace {

ImageDataset mnist_training(const std::filesystem::path& folder) {
  return load_mnist(folder, MnistPart::train);
}
ImageDataset mnist_test(const std::filesystem::path& folder) {
  return load_mnist(folder, MnistPart::test);
}

template <class Entry>
const Entry& entry_named(std::span<const Entry> entries, std::string_view kind, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  if (found != entries.end()) return *found;
  std::vector<std::string> known;
  for (const Entry& entry : entries) known.push_back(entry.name);
  throw unknown_name(kind, name, known);
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> all{
      {"mnist-linear", "one dense layer; 92 % in a few seconds", "linear", "mnist",
       Options{.epochs = 5, .learning_rate = 2e-3, .warm_up = 100}},
      {"mnist-mlp", "three dense layers; 98 %", "mlp", "mnist",
       Options{.epochs = 4, .learning_rate = 1e-3, .warm_up = 100}},
      {"mnist-cnn", "two convolutions and three dense layers; 98.9 %", "cnn", "mnist",
       Options{.epochs = 2, .learning_rate = 1e-3, .warm_up = 100}},
  };
  return all;
}

std::span<const DataSource> data_sources() {
  static const std::vector<DataSource> all{
      {"mnist", "MNIST train", mnist_training, mnist_test, mnist_folder}};
  return all;
}

const Preset& preset_named(std::string_view name) {
  return entry_named(presets(), "training preset", name);
}

const DataSource& data_source_named(std::string_view name) {
  return entry_named(data_sources(), "data set", name);
}

const DataSource& data_source_of(std::string_view training_name) {
  const auto found = std::ranges::find(data_sources(), training_name, &DataSource::training_name);
  if (found != data_sources().end()) return *found;
  throw UserError({.what = "the run's data set can be loaded only by the program that trained it",
                   .found = std::string(training_name)});
}

double usual_learning_rate(nn::Optimizer optimizer) {
  switch (optimizer) {
    case nn::Optimizer::adamw:
      return 1e-3;
    case nn::Optimizer::sgd:
      return 0.1;
    case nn::Optimizer::heavy_ball:
    case nn::Optimizer::nesterov:
      return 0.02;
  }
  throw InternalError("every optimizer has a usual learning rate");
}

}  // namespace stepwright::train
