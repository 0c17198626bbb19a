#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "stepwright/nn/layers.h"

namespace stepwright::nn {

struct ImageShape {
  std::int64_t channels = 1;
  std::int64_t height = 28;
  std::int64_t width = 28;

  std::int64_t size() const { return channels * height * width; }
  friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

// A network as its forward pass: from images [batch, channels, height, width] to logits [batch, classes].
struct Network {
  std::string name;
  std::string summary;  // one line, for `./sw train --help`
  ImageShape image;
  std::function<Value(Layers& layers, Value images, std::int64_t classes)> forward;
  // Whether the plain step has the loss as its last result (the reference's linear net has none).
  bool plain_step_reports_loss = true;
};

// The networks that Stepwright ships. Each is a file of nets/ and a word in nets/all.cpp.
std::span<const Network> networks();

// UserError with the nearest name when there is none of that name.
const Network& network_named(std::string_view name);

}  // namespace stepwright::nn
