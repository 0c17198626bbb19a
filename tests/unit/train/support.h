#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/base/random.h"
#include "stepwright/base/sha256.h"
#include "stepwright/data/dataset.h"
#include "stepwright/nn/manifest.h"
#include "stepwright/runtime/client.h"
#include "stepwright/train/program.h"
#include "tests/support/complaint.h"

namespace stepwright::train {

inline void expect_contains(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in:\n" << text;
}

// The plugin that `./sw setup` installs.
inline Client cpu_client() {
  return Client::create(Plugin::load(find_plugin(
      {.requested = std::filesystem::path(STEPWRIGHT_DEPS_DIR) / "plugins" / "pjrt_c_api_cpu_plugin.so",
       .dependencies = STEPWRIGHT_DEPS_DIR})));
}

inline HostTensor floats(Dimensions dimensions, const std::vector<float>& values) {
  return HostTensor::of<float>({ElementType::f32, std::move(dimensions)}, values);
}

inline std::vector<float> values(const HostTensor& tensor) {
  const auto elements = tensor.as<float>();
  return {elements.begin(), elements.end()};
}

// Random images of height x width in `classes` classes; those of a class share a pattern, so they can be
// learned.
inline ImageDataset patterns(std::string name, std::int64_t samples, std::int64_t height, std::int64_t width,
                             std::int64_t classes, std::uint64_t seed = 7) {
  ImageDataset dataset{
      std::move(name), HostTensor::zeros({ElementType::ui8, {samples, 1, height, width}}), {}, {}};
  for (std::int64_t k = 0; k < classes; ++k) dataset.class_names.push_back(std::to_string(k));
  const std::int64_t pixels = height * width;
  Random random(seed, Stream::probe, 0);
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    const auto label = static_cast<std::int32_t>(sample % classes);
    dataset.labels.push_back(label);
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
      const bool bright = pixel % classes == label;
      dataset.images.as<std::uint8_t>()[static_cast<std::size_t>(sample * pixels + pixel)] =
          static_cast<std::uint8_t>(random.below(128) + (bright ? 127 : 0));
    }
  }
  return dataset;
}

// A step written by hand, so that what drives steps is tested without what builds them:
//   W' = W − lr·x, Wm' = Wm + bc1·x, Wv' = Wv + bc2·x, loss = ΣW', and the batch's mean of `stat` is Σx.
inline Rendered toy_step() {
  Rendered toy;
  toy.text = R"(module @toy {
  func.func public @main(%x: tensor<2x2xf32>, %W: tensor<2x2xf32> {tf.aliasing_output = 0 : i32}, %Wm: tensor<2x2xf32> {tf.aliasing_output = 1 : i32}, %Wv: tensor<2x2xf32> {tf.aliasing_output = 2 : i32}, %lr: tensor<f32>, %bc1: tensor<f32>, %bc2: tensor<f32>, %stati: tensor<f32>, %onehot: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lrb = stablehlo.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %bc1b = stablehlo.broadcast_in_dim %bc1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %bc2b = stablehlo.broadcast_in_dim %bc2, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %dw = stablehlo.multiply %lrb, %x : tensor<2x2xf32>
    %dm = stablehlo.multiply %bc1b, %x : tensor<2x2xf32>
    %dv = stablehlo.multiply %bc2b, %x : tensor<2x2xf32>
    %w = stablehlo.subtract %W, %dw : tensor<2x2xf32>
    %m = stablehlo.add %Wm, %dm : tensor<2x2xf32>
    %v = stablehlo.add %Wv, %dv : tensor<2x2xf32>
    %loss = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %stat = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    return %w, %m, %v, %loss, %bc1, %bc2, %stat : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
}
)";
  using nn::Role;
  const TensorType square{ElementType::f32, {2, 2}}, number{ElementType::f32, {}};
  const auto entry = [](std::string name, const TensorType& type, Role role) {
    nn::ManifestEntry made;
    made.name = std::move(name);
    made.type = type;
    made.role = role;
    return made;
  };
  nn::Manifest& manifest = toy.manifest;
  manifest.network = "toy";
  manifest.kind = "train_step";
  manifest.entry = "main";
  manifest.optimizer = "adamw";
  manifest.batch = 2;
  manifest.classes = 2;
  manifest.image = {1, 1, 2};
  manifest.arguments = {entry("x", square, Role::images),
                        entry("W", square, Role::parameter),
                        entry("Wm", square, Role::first_moment),
                        entry("Wv", square, Role::second_moment),
                        entry("lr", number, Role::learning_rate),
                        entry("bc1", number, Role::bias_correction1),
                        entry("bc2", number, Role::bias_correction2),
                        entry("stati", number, Role::slot),
                        entry("onehot", square, Role::targets)};
  manifest.results = {
      entry("W", square, Role::parameter),          entry("Wm", square, Role::first_moment),
      entry("Wv", square, Role::second_moment),     entry("loss", number, Role::loss),
      entry("bc1", number, Role::bias_correction1), entry("bc2", number, Role::bias_correction2),
      entry("stat", number, Role::statistic)};
  for (std::size_t at = 1; at <= 3; ++at) manifest.arguments[at].donated_to = at - 1;
  manifest.arguments[1].initializer = nn::Initializer::normal(0.5);
  manifest.constants = {{"beta1", 0.9}, {"beta2", 0.999}};
  manifest.text_sha256 = sha256_hex(toy.text);
  return toy;
}

}  // namespace stepwright::train
