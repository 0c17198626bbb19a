#include "stepwright/runtime/plugin_error.h"

#include <fmt/format.h>

#include <utility>

namespace stepwright {

PluginError::PluginError(std::string function, std::string code, std::string text)
    : std::runtime_error(fmt::format("the plugin failed in {} ({}): {}", function, code, text)),
      function_(std::move(function)),
      code_(std::move(code)),
      text_(std::move(text)) {}

}  // namespace stepwright
