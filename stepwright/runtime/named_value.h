#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace stepwright {

// A named value as PJRT passes them: an option for making a client, or an attribute of a plugin.
struct NamedValue {
  using Value = std::variant<std::string, std::int64_t, std::vector<std::int64_t>, float, bool>;

  std::string name;
  Value value;

  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// The value alone: "true", "4", "[1, 2]", "0.3", a string as it is.
std::string to_string(const NamedValue::Value& value);

}  // namespace stepwright
