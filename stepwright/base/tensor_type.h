#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stepwright/base/element_type.h"

namespace stepwright {

using Dimensions = std::vector<std::int64_t>;

// The number of elements of a tensor with these dimensions; 1 for rank 0.
std::int64_t element_count(const Dimensions& dimensions);

// "2x3x4"; empty for rank 0.
std::string to_string(const Dimensions& dimensions);

// A ranked tensor type of known shape: `tensor<2x3xf32>`.
struct TensorType {
  ElementType element = ElementType::f32;
  Dimensions dimensions;

  std::int64_t rank() const { return static_cast<std::int64_t>(dimensions.size()); }
  std::int64_t count() const { return element_count(dimensions); }
  std::int64_t dimension(std::int64_t axis) const { return dimensions.at(static_cast<std::size_t>(axis)); }
  std::size_t host_bytes() const {
    return static_cast<std::size_t>(count()) * stepwright::host_bytes(element);
  }

  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// MLIR's spelling, "tensor<2x3xf32>".
std::string to_string(const TensorType& type);

}  // namespace stepwright
