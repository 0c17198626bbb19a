#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "stepwright/base/error.h"

namespace stepwright {

// Throws a UserError unless `holds`. `constraint` is the specification's name of the rule ("transpose_c2"),
// `statement` says the rule, `found` the offending shapes, `remedy` what to change.
// `found` is a string, or a callable that makes it only on failure.
template <class Found>
void constrain(bool holds, std::string_view constraint, std::string_view statement, Found&& found,
               std::string_view remedy = {}) {
  if (holds) return;
  std::string shown;
  if constexpr (std::is_invocable_v<Found>) {
    shown = found();
  } else {
    shown = std::forward<Found>(found);
  }
  throw UserError({.what = "violates " + std::string(constraint) + ": " + std::string(statement),
                   .where = {},
                   .expected = {},
                   .found = std::move(shown),
                   .remedy = std::string(remedy)});
}

}  // namespace stepwright
