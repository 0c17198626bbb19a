#include "stepwright/ir/text/type_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "stepwright/ir/text/characters.h"
#include "stepwright/ir/text/parser.h"

namespace stepwright {

namespace {

// The types of MLIR's builtin dialect by name that Stepwright does not compute with, but for integers.
constexpr std::array<std::string_view, 11> builtin_types{
    "f80", "f128", "tf32", "index", "none", "complex", "tuple", "memref", "vector", "tensor", "token"};

bool is_integer_type(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == std::string_view::npos) return false;
  const std::string_view prefix = name.substr(0, digits);
  return (prefix == "i" || prefix == "si" || prefix == "ui") &&
         std::ranges::all_of(name.substr(digits), is_digit);
}

bool is_type_name(std::string_view name) {
  return element_type_named(name).has_value() || is_integer_type(name) ||
         std::ranges::find(builtin_types, name) != builtin_types.end();
}

[[noreturn]] void unsupported(const TokenReader& reader, std::size_t offset, std::string_view what,
                              std::string_view expected, std::string_view found,
                              std::string_view remedy = {}) {
  throw UnsupportedOperation({.what = std::string(what),
                              .where = reader.source().place(offset),
                              .expected = std::string(expected),
                              .found = std::string(found),
                              .remedy = std::string(remedy)});
}

[[noreturn]] void dynamic_dimension(const TokenReader& reader, std::size_t offset, std::string_view found) {
  unsupported(reader, offset, "dimensions must be numbers", "a tensor type of known shape, `tensor<2x3xf32>`",
              found, "write the program for one shape, such as one batch size");
}

// The dimensions are read from the characters: `2x3xf32` is no sequence of MLIR's tokens (`0x3` is one).
class DimensionList {
 public:
  DimensionList(TokenReader& reader, std::size_t start)
      : reader_(reader), text_(reader.source().text()), at_(start) {}

  Dimensions read() {
    Dimensions dimensions;
    for (;;) {
      skip_blanks();
      const char c = character();
      if (c == '?' || c == '*') dynamic_dimension(reader_, at_, fmt::format("`{}`", c));
      if (!is_digit(c)) break;
      dimensions.push_back(dimension());
    }
    reader_.seek(at_);
    return dimensions;
  }

 private:
  char character() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (character() == ' ') ++at_;
  }

  std::int64_t dimension() {
    const std::size_t start = at_;
    std::int64_t value = 0;
    for (; is_digit(character()); ++at_) {
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, character() - '0', &value)) {
        reader_.fail_at(start, "a dimension does not fit 64 bits");
      }
    }
    skip_blanks();
    if (character() != 'x') {
      reader_.seek(at_);
      reader_.fail("a dimension is not followed by `x`", "`x` and the element type, as in `tensor<2x3xf32>`");
    }
    ++at_;
    return value;
  }

  TokenReader& reader_;
  std::string_view text_;
  std::size_t at_;
};

void check_size(const TokenReader& reader, std::size_t offset, const TensorType& type) {
  auto bytes = static_cast<std::int64_t>(host_bytes(type.element));
  std::int64_t nonzero = bytes;  // a later 0 does not excuse a product that is too large to form
  for (const std::int64_t dimension : type.dimensions) {
    if (dimension != 0 && __builtin_mul_overflow(nonzero, dimension, &nonzero)) {
      reader.fail_at(offset, "the tensor is too large", "a size in bytes that fits 63 bits", to_string(type));
    }
  }
}

}  // namespace

bool begins_other_type(const Token& token) {
  if (token.is(TokenKind::exclamation)) return true;
  return token.is(TokenKind::bare_identifier) && token.text != "tensor" && is_type_name(token.text);
}

ElementType parse_element_type(TokenReader& reader) {
  const Token token = reader.peek();
  if (token.is(TokenKind::bare_identifier)) {
    if (const auto element = element_type_named(token.text)) {
      reader.next();
      return *element;
    }
  }
  constexpr std::string_view known =
      "f64, f32, f16, bf16, a float of 8, 6 or 4 bits (f8E4M3FN, f8E5M2, …), i1, i2, i4, i8, i16, i32, i64, "
      "ui2, ui4, ui8, ui16, ui32 or ui64";
  if (token.is(TokenKind::exclamation) ||
      (token.is(TokenKind::bare_identifier) && is_type_name(token.text))) {
    unsupported(reader, token.offset, fmt::format("the element type {} is not supported", shown(token)),
                known, {});
  }
  reader.fail("unknown element type", known);
}

TensorType parse_type(TokenReader& reader) {
  const Token start = reader.peek();
  if (begins_other_type(start)) {
    unsupported(reader, start.offset, fmt::format("the type {} is not supported", shown(start)),
                "a tensor type, `tensor<2x3xf32>`", {});
  }
  if (!reader.accept("tensor")) reader.fail("a type is missing", "a tensor type, `tensor<2x3xf32>`");
  if (!reader.peek().is("<")) reader.fail("`tensor` has no shape", "`<`");
  TensorType type;
  type.dimensions = DimensionList(reader, reader.peek().end_offset()).read();
  type.element = parse_element_type(reader);
  if (reader.peek().is(",")) {
    unsupported(reader, reader.peek().offset, "tensor types with an encoding are not supported", "`>`",
                "`,`");
  }
  reader.expect(">");
  check_size(reader, start.offset, type);
  return type;
}

}  // namespace stepwright
