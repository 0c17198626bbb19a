#pragma once

#include <cstdint>
#include <memory>

struct PJRT_Buffer;
struct PJRT_Event;
struct PJRT_Executable;
struct PJRT_LoadedExecutable;

namespace stepwright {

struct Session;

// How many objects (errors, events, buffers, executables, serializations) a client's plugin has handed out
// and taken back. Equal when everything made from the client is gone, the client excepted.
struct ObjectCounts {
  std::int64_t created = 0;
  std::int64_t destroyed = 0;

  friend bool operator==(const ObjectCounts&, const ObjectCounts&) = default;
};

// Gives an object back to the plugin and keeps the client alive until then.
struct Release {
  std::shared_ptr<const Session> session;

  void operator()(PJRT_Buffer* buffer) const noexcept;
  void operator()(PJRT_Event* event) const noexcept;
  void operator()(PJRT_Executable* executable) const noexcept;
  void operator()(PJRT_LoadedExecutable* executable) const noexcept;
};

template <class Object>
using Handle = std::unique_ptr<Object, Release>;

}  // namespace stepwright
