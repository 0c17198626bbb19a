#include "stepwright/train/checkpoint.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/train/state.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

Checkpoint example() {
  const nn::Manifest manifest = toy_step().manifest;
  return {.text_sha256 = manifest.text_sha256,
          .step = 37,
          .position = {3, 7},
          .seed = std::numeric_limits<std::uint64_t>::max(),
          .schedule = "constant 0.1",
          .hooks = {{"metrics", {{"loss_sum", std::numbers::pi / 3}, {"losses", 4}}}},
          .tensors = initial_state(manifest, 5)};
}

TEST(Checkpoint, WhatIsWrittenIsReadBackToTheBit) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = example();
  write_checkpoint(folder / "c", checkpoint);
  const Checkpoint read = read_checkpoint(folder / "c");
  EXPECT_EQ(read, checkpoint);
  EXPECT_EQ(read.hooks["metrics"]["loss_sum"].get<double>(), std::numbers::pi / 3);
}

TEST(Checkpoint, ItIsASafetensorsFileWithTheTensorsUnderTheirNames) {
  const TemporaryFolder folder;
  write_checkpoint(folder / "c", example());
  const Safetensors file = parse_safetensors(read_file(folder / "c"), Checksum::required);
  ASSERT_EQ(file.tensors.size(), 3u);
  EXPECT_EQ(file.tensors[0].name, "W");
  EXPECT_EQ(file.tensors[1].name, "Wm");
  EXPECT_EQ(file.tensors[2].name, "Wv");
  EXPECT_EQ(file.metadata.at("format"), "stepwright checkpoint 1");
}

TEST(Checkpoint, WithoutAFileThereIsNothingToResumeFrom) {
  const TemporaryFolder folder;
  const std::string message = complaint([&] { read_checkpoint(folder / "none"); });
  expect_contains(message, "there is no checkpoint to resume from");
  expect_contains(message, (folder / "none").string());
}

TEST(Checkpoint, DamageIsNamedWithTheFile) {
  const TemporaryFolder folder;
  const auto path = folder / "c";
  write_checkpoint(path, example());
  std::vector<std::byte> bytes = read_file(path);
  bytes.pop_back();
  write_file(path, bytes);
  const std::string message = complaint([&] { read_checkpoint(path); });
  expect_contains(message, "the file is cut short within `Wv`");
  expect_contains(message, path.string());
}

TEST(Checkpoint, AFileOfAnotherKindIsNoCheckpoint) {
  const TemporaryFolder folder;
  write_file(folder / "weights", format_safetensors({{}, {{"W", floats({1}, {1})}}}));
  const std::string message = complaint([&] { read_checkpoint(folder / "weights"); });
  expect_contains(message, "this is not a checkpoint of a run");
  expect_contains(message, "a file without a format's name");
  write_file(folder / "later", format_safetensors({{{"format", "stepwright checkpoint 2"}}, {}}));
  expect_contains(complaint([&] { read_checkpoint(folder / "later"); }), "stepwright checkpoint 2");
  write_file(folder / "empty", format_safetensors({{{"format", "stepwright checkpoint 1"}}, {}}));
  expect_contains(complaint([&] { read_checkpoint(folder / "empty"); }),
                  "the checkpoint does not describe its run");
  write_file(folder / "odd",
             format_safetensors({{{"format", "stepwright checkpoint 1"}, {"run", "{}"}}, {}}));
  expect_contains(complaint([&] { read_checkpoint(folder / "odd"); }),
                  "the checkpoint's description of the run is damaged");
}

TEST(Checkpoint, OneOfAnotherNetworkListsWhatDoesNotFit) {
  const nn::Manifest manifest = toy_step().manifest;
  Checkpoint foreign = example();
  EXPECT_NO_THROW(check_belongs(foreign, manifest, "c"));
  foreign.tensors = {{"W", floats({2, 3}, {1, 2, 3, 4, 5, 6})},
                     {"Wm", floats({2, 2}, {0, 0, 0, 0})},
                     {"W7", floats({1}, {0})},
                     {"b7", floats({1}, {0})}};
  const std::string message = complaint([&] { check_belongs(foreign, manifest, "runs/a/c"); });
  expect_contains(message, "these are not the tensors of a training step of network toy");
  expect_contains(message, "runs/a/c");
  expect_contains(
      message,
      "missing: Wv; unexpected: W7, b7; of another type: W is tensor<2x3xf32> instead of tensor<2x2xf32>");
}

TEST(Checkpoint, OneOfAnotherStepShowsBothHashesAndWhatToDo) {
  Checkpoint foreign = example();
  const nn::Manifest manifest = toy_step().manifest;
  foreign.text_sha256 = sha256_hex("another text");
  const std::string message = complaint([&] { check_belongs(foreign, manifest, "c"); });
  expect_contains(message, "this checkpoint belongs to another step");
  expect_contains(message, manifest.text_sha256);
  expect_contains(message, foreign.text_sha256);
  expect_contains(message, "put back the step.mlir and manifest.json that the run was started with");
}

}  // namespace
}  // namespace stepwright::train
