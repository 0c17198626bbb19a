#include "stepwright/ir/text/literal_text.h"

#include <fmt/format.h>

#include "stepwright/ir/text/float_text.h"

namespace stepwright {

namespace {

constexpr std::int64_t elements_in_full = 100;

std::string element_text(const Literal& literal, std::int64_t at) {
  const ElementType element = literal.type().element;
  switch (info(element).kind) {
    case ElementKind::floating:
      return float_text(element, literal.bits(at));
    case ElementKind::boolean:
      return literal.bits(at) != 0 ? "true" : "false";
    case ElementKind::signed_integer:
      return std::to_string(literal.as_integer(at));
    case ElementKind::unsigned_integer:
      return std::to_string(literal.bits(at));
  }
  throw InternalError("every kind of element has a spelling");
}

// `"0x0000803F…"`: the elements' bytes, little-endian; a sub-byte element takes a byte.
std::string bytes_text(const Literal& literal) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const std::size_t size = host_bytes(literal.type().element);
  std::string text = "\"0x";
  text.reserve(text.size() + 2 * size * static_cast<std::size_t>(literal.type().count()) + 1);
  for (std::int64_t at = 0; at < literal.type().count(); ++at) {
    std::uint64_t word = literal.bits(at);
    for (std::size_t byte = 0; byte < size; ++byte, word >>= 8) {
      text += digits[word >> 4 & 15];
      text += digits[word & 15];
    }
  }
  return text + "\"";
}

// `[[1, 2], [3, 4]]`: a bracket opens and closes where the indices after it start and end.
std::string lists_text(const Literal& literal) {
  const Dimensions& dimensions = literal.type().dimensions;
  std::string text;
  for (std::int64_t at = 0; at < literal.type().count(); ++at) {
    std::size_t ends = 0;  // the lists that end with this element
    std::size_t starts = 0;
    std::int64_t inner = 1;
    for (auto size = dimensions.rbegin(); size != dimensions.rend(); ++size) {
      inner *= *size;
      starts += at % inner == 0 ? 1 : 0;
      ends += (at + 1) % inner == 0 ? 1 : 0;
    }
    if (at > 0) text += ", ";
    text += std::string(starts, '[') + element_text(literal, at) + std::string(ends, ']');
  }
  return text;
}

std::string elements_text(const Literal& literal) {
  const std::int64_t count = literal.type().count();
  if (count == 0) return "";
  if (literal.is_splat()) return element_text(literal, 0);
  return count > elements_in_full ? bytes_text(literal) : lists_text(literal);
}

}  // namespace

std::string to_string(const Literal& literal) {
  return fmt::format("dense<{}> : {}", elements_text(literal), to_string(literal.type()));
}

}  // namespace stepwright
