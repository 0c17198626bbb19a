#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace stepwright {

// A function of the PJRT table that this room calls, and where the table holds it.
struct FunctionUsed {
  std::string_view name;
  std::size_t offset;
  bool optional = false;  // without it something is not shown, but everything runs
};

// The only list of them. A plugin is accepted when its table holds all that are not optional.
std::span<const FunctionUsed> functions_used();

}  // namespace stepwright
