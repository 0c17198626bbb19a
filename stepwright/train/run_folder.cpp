#include "stepwright/train/run_folder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/base/sha256.h"

namespace stepwright::train {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void write_text(const fs::path& path, std::string_view text) {
  write_file(path, std::as_bytes(std::span(text)));
}

std::string read_text(const fs::path& path) {
  if (!fs::exists(path)) {
    throw UserError({.what = "this is not the folder of a run: a file is missing",
                     .where = path.string(),
                     .remedy = "name a folder that `train` has made, such as runs/mnist-cnn"});
  }
  const std::vector<std::byte> bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What `use` makes of a JSON file; a fault in it names the file.
template <class Use>
auto from_json_file(const fs::path& path, Use use) {
  const std::string text = read_text(path);
  try {
    return use(Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    throw UserError({.what = "the file is damaged", .where = path.string(), .found = error.what()});
  } catch (const UserError& error) {
    throw error.at(path.string());
  }
}

std::string labels_hash(const ImageDataset& dataset) {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(dataset.labels)));
  return to_hex(hash.digest());
}

bool make_folder(const fs::path& path) {
  std::error_code error;
  const bool made = fs::create_directory(path, error);
  if (!error) return made;
  if (fs::exists(path)) return false;  // a file of that name
  throw UserError({.what = "the folder of the run cannot be made",
                   .where = path.string(),
                   .found = error.message(),
                   .remedy = "name another folder with --out"});
}

}  // namespace

fs::path make_run_folder(const fs::path& wanted) {
  const fs::path path = wanted.has_filename() ? wanted : wanted.parent_path();  // "runs/a/" is "runs/a"
  std::error_code ignored;  // make_folder says why it cannot be made
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ignored);
  fs::path folder = path;
  for (int number = 2; !make_folder(folder); ++number) {
    folder = path;
    folder += fmt::format("-{}", number);
  }
  return folder;
}

void write_program(const Rendered& rendered, const fs::path& text, const fs::path& manifest) {
  write_text(text, rendered.text);
  write_text(manifest, nn::to_json(rendered.manifest).dump(2) + "\n");
}

Rendered read_program(const fs::path& text, const fs::path& manifest) {
  Rendered rendered;
  rendered.text = read_text(text);
  rendered.manifest = from_json_file(
      manifest, [&](const Json& json) { return nn::manifest_from_json(json, manifest.string()); });
  return rendered;
}

Config describe(const ImageDataset& training, const Options& options) {
  return {training.name, training.size(), labels_hash(training), options};
}

void write_config(const fs::path& path, const Config& config) {
  Json json = to_json(config.options);
  json["dataset"] = config.dataset;
  json["samples"] = config.samples;
  json["labels_sha256"] = config.labels_sha256;
  write_text(path, json.dump(2) + "\n");
}

Config read_config(const fs::path& path) {
  return from_json_file(path, [](const Json& json) {
    return Config{json.at("dataset"), json.at("samples"), json.at("labels_sha256"), options_from_json(json)};
  });
}

void check_same_data(const Config& config, const ImageDataset& training) {
  const Config given = describe(training, config.options);
  if (given.samples == config.samples && given.labels_sha256 == config.labels_sha256) return;
  const auto words = [](const Config& data) {
    return fmt::format("{}, {} samples, labels with SHA-256 {}", data.dataset, data.samples,
                       data.labels_sha256);
  };
  throw UserError({.what = "these are not the data that the run was started with",
                   .expected = words(config),
                   .found = words(given),
                   .remedy = "name their folder with --data, or start a new run"});
}

void check_fits(const nn::Manifest& manifest, const ImageDataset& dataset) {
  const Dimensions image{dataset.channels(), dataset.height(), dataset.width()};
  if (image == manifest.image && dataset.classes() == manifest.classes) return;
  throw UserError({.what = fmt::format("the data do not fit the network {}", manifest.network),
                   .where = dataset.name,
                   .expected = fmt::format("images of {} (channels, height, width) in {} classes",
                                           to_string(manifest.image), manifest.classes),
                   .found = fmt::format("images of {} in {} classes", to_string(image), dataset.classes())});
}

}  // namespace stepwright::train
