#pragma once

// For this room's own sources only: every other room sees PJRT through client.h, buffer.h and executable.h.
#include <pjrt_c_api.h>

#include <atomic>
#include <cstddef>

#include "stepwright/runtime/handle.h"

namespace stepwright {

template <class Args>
using PjrtFunction = PJRT_Error* (*PJRT_Api::*)(Args*);

// The plugin's function table. Every call sets the size that starts each argument struct and turns an error
// into a PluginError.
class Api {
 public:
  explicit Api(const PJRT_Api& table) : table_(&table) {}

  // Whether the table holds an optional function.
  template <class Args>
  bool offers(PjrtFunction<Args> function) const {
    return offset(function) + sizeof(void*) <= table_->struct_size && table_->*function != nullptr;
  }

  // `fill` sets the inputs; the struct comes back with the outputs.
  template <class Args, class Fill>
  Args call(PjrtFunction<Args> function, Fill fill) const {
    Args args = sized<Args>();
    fill(args);
    if (PJRT_Error* error = (table_->*function)(&args)) raise(error, offset(function));
    return args;
  }

  // Gives one object back; an error doing so shows as a destruction that was not counted.
  template <class Args, class Fill>
  void release(PjrtFunction<Args> function, Fill fill) const noexcept {
    Args args = sized<Args>();
    fill(args);
    if (PJRT_Error* error = (table_->*function)(&args)) {
      discard(error);
    } else {
      count_destroyed();
    }
  }

  void count_created() const { created_.fetch_add(1, std::memory_order_relaxed); }
  void count_destroyed() const { destroyed_.fetch_add(1, std::memory_order_relaxed); }
  ObjectCounts counts() const { return {created_.load(), destroyed_.load()}; }

 private:
  // sizeof may exceed the header's STRUCT_SIZE by padding; the padding is zero, which every plugin reads as
  // "not given".
  template <class Args>
  static Args sized() {
    Args args{};
    args.struct_size = sizeof(Args);
    return args;
  }

  template <class Args>
  std::size_t offset(PjrtFunction<Args> function) const {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(table_->*function)) -
                                    reinterpret_cast<const std::byte*>(table_));
  }

  [[noreturn]] void raise(PJRT_Error* error, std::size_t function_offset) const;
  void discard(PJRT_Error* error) const noexcept;

  const PJRT_Api* table_;  // plugins are never unloaded
  mutable std::atomic<std::int64_t> created_ = 0;
  mutable std::atomic<std::int64_t> destroyed_ = 0;
};

}  // namespace stepwright
