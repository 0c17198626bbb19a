#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stepwright/ir/attribute.h"

namespace stepwright {

// `"a \22quoted\22 word"`: what is not printable ASCII, by its byte.
std::string quoted(std::string_view text);

// `@name`, or `@"na me"` where the name is no bare identifier.
std::string symbol_text(std::string_view name);

// `{a = 1 : i64, b}` without the names in `elided`; empty when none is left.
std::string dictionary_text(const AttributeDictionary& attributes,
                            std::span<const std::string_view> elided = {});

}  // namespace stepwright
