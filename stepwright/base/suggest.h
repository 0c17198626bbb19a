#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stepwright/base/error.h"

namespace stepwright {

// The known name that is nearest to `name` by edit distance, or empty when none is near enough to be a slip.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

// "there is no network `cmm`", the known ones, and the nearest as the remedy.
UserError unknown_name(std::string_view kind, std::string_view name, std::span<const std::string> known);

}  // namespace stepwright
