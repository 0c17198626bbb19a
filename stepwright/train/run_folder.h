#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "stepwright/data/dataset.h"
#include "stepwright/nn/recipe.h"
#include "stepwright/train/options.h"
#include "stepwright/train/program.h"

namespace stepwright::train {

// What a run was started with.
struct Config {
  std::string dataset;        // the training set's name
  std::int64_t samples = 0;   // of it
  std::string labels_sha256;  // of its labels in order, so that a resumed run sees the same data
  Options options;
};

// The files of a run.
struct RunPaths {
  std::filesystem::path folder;

  std::filesystem::path step() const { return folder / "step.mlir"; }
  std::filesystem::path step_manifest() const { return folder / "manifest.json"; }
  std::filesystem::path forward() const { return folder / "forward.mlir"; }
  std::filesystem::path forward_manifest() const { return folder / "forward.json"; }
  std::filesystem::path config() const { return folder / "config.json"; }
  std::filesystem::path metrics() const { return folder / "metrics.jsonl"; }
  std::filesystem::path checkpoint() const { return folder / "checkpoint.safetensors"; }
};

// A new folder of this name, or name-2, name-3, … when it is taken: a run is never written over.
std::filesystem::path make_run_folder(const std::filesystem::path& wanted);

void write_program(const Rendered& rendered, const std::filesystem::path& text,
                   const std::filesystem::path& manifest);
// UserError that names the file that is missing or damaged.
Rendered read_program(const std::filesystem::path& text, const std::filesystem::path& manifest);

Config describe(const ImageDataset& training, const Options& options);
void write_config(const std::filesystem::path& path, const Config& config);
Config read_config(const std::filesystem::path& path);

// UserError unless `training` is the data set that the run was started with.
void check_same_data(const Config& config, const ImageDataset& training);

// UserError unless images of the data set fit the network, and its classes its outputs.
void check_fits(const nn::Manifest& manifest, const ImageDataset& dataset);

}  // namespace stepwright::train
