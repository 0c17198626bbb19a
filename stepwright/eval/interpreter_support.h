#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/ir/function.h"

// The parts of the interpreter that do not depend on the domain.
namespace stepwright {

// UserError unless arguments of the types `found` are what the function takes.
void expect_arguments(const Function& function, std::span<const TensorType> found);

// In a handler of a UserError: throws the same error with `place` before the place it has.
[[noreturn]] void rethrow_at(std::string_view place);

// The operations of a function in order, and which nodes' values nobody needs after each.
struct Schedule {
  struct Step {
    std::uint32_t node = 0;
    std::vector<std::uint32_t> dead_after;
  };
  std::vector<Step> steps;
};
Schedule schedule_of(const Function& function);

}  // namespace stepwright
