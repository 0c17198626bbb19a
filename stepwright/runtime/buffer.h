#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/base/tensor_type.h"
#include "stepwright/runtime/handle.h"

namespace stepwright {

class PendingEvents;

// A tensor in a device's memory. Made by Client::upload and Executable::execute, freed on destruction.
// A buffer that was donated to an execution is gone: every later use is a UserError that says at which step.
class Buffer {
 public:
  Buffer(Handle<PJRT_Buffer> handle, TensorType type);

  const TensorType& type() const { return type_; }
  bool donated() const { return handle_ == nullptr; }

  // Copies the value to the host, row-major; changes nothing on the device.
  HostTensor to_host() const;
  // `destination` holds type().host_bytes() bytes.
  void to_host(std::span<std::byte> destination) const;

 private:
  friend class Executable;
  friend std::vector<HostTensor> to_host(std::span<const Buffer* const> buffers);

  // Throws UserError when the buffer was donated.
  PJRT_Buffer* live() const;
  void start_copy(std::span<std::byte> destination, PendingEvents& copies) const;
  void donate(std::string fate);

  Handle<PJRT_Buffer> handle_;
  TensorType type_;
  std::string fate_;  // "parameter `w` was donated at step 1"
};

// Copies several buffers to the host: all copies are started before the first is waited for.
std::vector<HostTensor> to_host(std::span<const Buffer* const> buffers);

}  // namespace stepwright
