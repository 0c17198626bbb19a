#pragma once

#include <cstring>

#include "stepwright/base/error.h"
#include "stepwright/base/host_tensor.h"

namespace stepwright {

inline HostTensor HostTensor::zeros(TensorType type) {
  const std::size_t bytes = type.host_bytes();
  return {std::move(type), std::vector<std::byte>(bytes)};
}

template <class T>
HostTensor HostTensor::of(TensorType type, std::span<const T> values) {
  HostTensor tensor = zeros(std::move(type));
  require(values.size_bytes() == tensor.bytes.size() && sizeof(T) == host_bytes(tensor.type.element),
          "host values fit the tensor type");
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), values.size_bytes());
  return tensor;
}

template <class T>
std::span<const T> HostTensor::as() const {
  require(sizeof(T) == host_bytes(type.element), "the element is read at its own size");
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <class T>
std::span<T> HostTensor::as() {
  require(sizeof(T) == host_bytes(type.element), "the element is written at its own size");
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace stepwright
