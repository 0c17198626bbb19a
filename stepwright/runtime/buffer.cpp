#include "stepwright/runtime/buffer.h"

#include <numeric>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/runtime/session.h"

namespace stepwright {

Buffer::Buffer(Handle<PJRT_Buffer> handle, TensorType type)
    : handle_(std::move(handle)), type_(std::move(type)) {}

PJRT_Buffer* Buffer::live() const {
  if (handle_ != nullptr) return handle_.get();
  throw UserError({.what = fate_.empty() ? "this buffer was moved away" : fate_,
                   .where = {},
                   .expected = "a buffer that still holds a value",
                   .found = {},
                   .remedy = "use the result that took its place"});
}

void Buffer::donate(std::string fate) {
  handle_.reset();
  fate_ = std::move(fate);
}

// The device may keep any layout; the host's is asked for as row-major.
void Buffer::start_copy(std::span<std::byte> destination, PendingEvents& copies) const {
  PJRT_Buffer* const buffer = live();
  if (destination.empty()) return;  // a null destination would ask for the size instead
  std::vector<std::int64_t> minor_to_major(type_.dimensions.size());
  std::iota(minor_to_major.rbegin(), minor_to_major.rend(), 0);
  PJRT_Buffer_MemoryLayout row_major{};
  row_major.struct_size = sizeof row_major;
  row_major.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  row_major.tiled.struct_size = sizeof row_major.tiled;
  row_major.tiled.minor_to_major = minor_to_major.data();
  row_major.tiled.minor_to_major_size = minor_to_major.size();

  const std::shared_ptr<const Session>& session = handle_.get_deleter().session;
  const auto copy = session->api.call(&PJRT_Api::PJRT_Buffer_ToHostBuffer, [&](auto& args) {
    args.src = buffer;
    args.host_layout = &row_major;
    args.dst = destination.data();
    args.dst_size = destination.size();
  });
  copies.add(own(session, copy.event));
}

void Buffer::to_host(std::span<std::byte> destination) const {
  require(destination.size() == type_.host_bytes(), "the destination has the size of the tensor");
  PendingEvents copy;
  start_copy(destination, copy);
  copy.wait();
}

HostTensor Buffer::to_host() const {
  HostTensor tensor = HostTensor::zeros(type_);
  to_host(tensor.bytes);
  return tensor;
}

std::vector<HostTensor> to_host(std::span<const Buffer* const> buffers) {
  std::vector<HostTensor> tensors;
  for (const Buffer* buffer : buffers) tensors.push_back(HostTensor::zeros(buffer->type()));
  PendingEvents copies;
  for (std::size_t i = 0; i < buffers.size(); ++i) buffers[i]->start_copy(tensors[i].bytes, copies);
  copies.wait();
  return tensors;
}

}  // namespace stepwright
