#include "stepwright/runtime/named_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stepwright {

std::string to_string(const NamedValue::Value& value) {
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

}  // namespace stepwright
