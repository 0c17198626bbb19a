#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stepwright/base/tensor_type.h"

namespace stepwright {

// A tensor in host memory: row-major, little-endian, one whole byte for sub-byte elements (an i1 is 0 or 1).
// The form in which values enter and leave files, the interpreter and the device.
struct HostTensor {
  TensorType type;
  std::vector<std::byte> bytes;  // type.host_bytes() of them

  // All zero bytes.
  static HostTensor zeros(TensorType type);

  // `values` in row-major order; throws InternalError when their number or size does not fit `type`.
  template <class T>
  static HostTensor of(TensorType type, std::span<const T> values);

  // The elements as T, whose size must equal the element's.
  template <class T>
  std::span<const T> as() const;
  template <class T>
  std::span<T> as();

  friend bool operator==(const HostTensor&, const HostTensor&) = default;
};

}  // namespace stepwright

#include "stepwright/base/host_tensor_inline.h"
