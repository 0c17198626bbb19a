#pragma once

#include <algorithm>
#include <string_view>

namespace stepwright {

// The character classes of MLIR's grammar; ASCII, whatever the locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

// bare-id: a letter or `_`, then letters, digits and `_$.`
constexpr bool continues_bare_identifier(char c) {
  return is_word(c) || c == '$' || c == '.';
}
constexpr bool is_bare_identifier(std::string_view text) {
  return !text.empty() && (is_letter(text[0]) || text[0] == '_') &&
         std::ranges::all_of(text, continues_bare_identifier);
}

// suffix-id, what follows `%`, `^`, `#`, `!`: digits, or one of letters and `$._-`, then these and digits
constexpr bool continues_suffix_identifier(char c) {
  return continues_bare_identifier(c) || c == '-';
}

}  // namespace stepwright
