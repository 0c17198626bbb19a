#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace stepwright {

// How a program is compiled.
struct CompileOptions {
  using Flag = std::variant<std::string, bool, std::int64_t, double>;

  std::int64_t replicas = 1;               // copies of the program that run together, one on each device
  std::int64_t partitions = 1;             // devices that share one copy
  std::map<std::string, Flag> flags = {};  // XLA's debug options by name, for this program only
};

// The bytes of XLA's CompileOptionsProto (xla/pjrt/proto/compile_options.proto), which PJRT takes.
// Throws UserError when `replicas` or `partitions` is less than 1: XLA aborts the process on 0.
std::string encode(const CompileOptions& options);

}  // namespace stepwright
