#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "stepwright/data/dataset.h"
#include "stepwright/nn/recipe.h"
#include "stepwright/train/options.h"

namespace stepwright::train {

// A data set that can be trained on by name.
struct DataSource {
  std::string name;           // "mnist"
  std::string training_name;  // ImageDataset::name of its training set, by which a run's config.json knows it
  ImageDataset (*training)(const std::filesystem::path& folder);
  ImageDataset (*test)(const std::filesystem::path& folder);
  // Where set-up puts it within the folder of fetched dependencies.
  std::filesystem::path (*installed)(const std::filesystem::path& dependencies);
};

// A network on a data set with options that train it well: what `./sw train NAME` runs.
struct Preset {
  std::string name;  // "mnist-cnn"
  std::string summary;
  std::string network;  // of nn::networks()
  std::string data;     // of data_sources()
  Options options;
};

std::span<const Preset> presets();
std::span<const DataSource> data_sources();

// UserError with the nearest name when there is none of that name.
const Preset& preset_named(std::string_view name);
const DataSource& data_source_named(std::string_view name);
// By the training set's name; UserError when it is none of ours.
const DataSource& data_source_of(std::string_view training_name);

// What suits an optimizer where nothing else is said.
double usual_learning_rate(nn::Optimizer optimizer);

}  // namespace stepwright::train
