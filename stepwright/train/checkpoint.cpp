#include "stepwright/train/checkpoint.h"

#include <fmt/format.h>

#include <map>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/train/durable_file.h"
#include "stepwright/train/state.h"

namespace stepwright::train {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "stepwright checkpoint 1";

// The header's metadata are strings; all but the format's name is one JSON text.
std::map<std::string, std::string> metadata(const Checkpoint& checkpoint) {
  const Json run{{"text_sha256", checkpoint.text_sha256},
                 {"step", checkpoint.step},
                 {"epoch", checkpoint.position.epoch},
                 {"step_of_epoch", checkpoint.position.step},
                 {"seed", checkpoint.seed},
                 {"schedule", checkpoint.schedule},
                 {"hooks", checkpoint.hooks}};
  return {{"format", format_name}, {"run", run.dump()}};
}

Checkpoint from_file(Safetensors contents) {
  const auto format = contents.metadata.find("format");
  if (format == contents.metadata.end() || format->second != format_name) {
    throw UserError(
        {.what = "this is not a checkpoint of a run",
         .expected = format_name,
         .found = format == contents.metadata.end() ? "a file without a format's name" : format->second});
  }
  try {
    const Json run = Json::parse(contents.metadata.at("run"));
    Checkpoint checkpoint;
    run.at("text_sha256").get_to(checkpoint.text_sha256);
    run.at("step").get_to(checkpoint.step);
    run.at("epoch").get_to(checkpoint.position.epoch);
    run.at("step_of_epoch").get_to(checkpoint.position.step);
    run.at("seed").get_to(checkpoint.seed);
    run.at("schedule").get_to(checkpoint.schedule);
    checkpoint.hooks = run.at("hooks");
    checkpoint.tensors = std::move(contents.tensors);
    return checkpoint;
  } catch (const nlohmann::json::exception& error) {
    throw UserError({.what = "the checkpoint's description of the run is damaged", .found = error.what()});
  } catch (const std::out_of_range&) {
    throw UserError({.what = "the checkpoint does not describe its run"});
  }
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  replace_file(path, format_safetensors({metadata(checkpoint), checkpoint.tensors}));
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) {
    throw UserError({.what = "there is no checkpoint to resume from",
                     .where = path.string(),
                     .remedy = "name the folder of a run, or start a new one"});
  }
  try {
    return from_file(parse_safetensors(read_file(path), Checksum::required));
  } catch (const UserError& error) {
    throw error.at(path.string());
  }
}

void check_belongs(const Checkpoint& checkpoint, const nn::Manifest& manifest,
                   const std::filesystem::path& path) {
  try {
    check_state(manifest, checkpoint.tensors);
  } catch (const UserError& error) {
    throw error.at(path.string());
  }
  if (checkpoint.text_sha256 == manifest.text_sha256) return;
  throw UserError({.what = "this checkpoint belongs to another step",
                   .where = path.string(),
                   .expected = fmt::format("a checkpoint of the text with SHA-256 {}", manifest.text_sha256),
                   .found = fmt::format("one of the text with SHA-256 {}", checkpoint.text_sha256),
                   .remedy = "put back the step.mlir and manifest.json that the run was started with, or "
                             "start a new run"});
}

}  // namespace stepwright::train
