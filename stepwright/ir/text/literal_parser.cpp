#include "stepwright/ir/text/literal_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

#include "stepwright/ir/text/characters.h"
#include "stepwright/ir/text/float_text.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/type_parser.h"

namespace stepwright {

namespace {

struct Element {
  Token token;
  bool negative = false;
};

bool is_hexadecimal(const Token& token) {
  return token.is(TokenKind::integer) && token.text.starts_with("0x");
}

// The magnitude of an integer token; fails when it needs more than 64 bits.
std::uint64_t magnitude(const TokenReader& reader, const Token& token) {
  const bool hexadecimal = is_hexadecimal(token);
  const std::string_view digits = token.text.substr(hexadecimal ? 2 : 0);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{}) {
    reader.fail_at(token.offset, "the number does not fit 64 bits", {}, shown(token));
  }
  return value;
}

std::uint64_t low_bits(ElementType element) {
  const int bits = info(element).bits;
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// Gathers the elements of nested lists, whose type only follows, and the shape that the lists have.
class ElementLists {
 public:
  explicit ElementLists(TokenReader& reader) : reader_(reader) {}

  const std::vector<Element>& elements() const { return elements_; }
  const Dimensions& shape() const { return shape_; }
  bool is_list() const { return !shape_.empty(); }

  void read() {
    if (reader_.peek().is("[")) {
      shape_ = list();
    } else {
      element();
    }
  }

 private:
  Dimensions list() {
    const TokenReader::Level level(reader_);
    reader_.expect("[");
    std::int64_t count = 0;
    Dimensions inner;
    if (!reader_.accept("]")) {
      do {
        const std::size_t offset = reader_.peek().offset;
        Dimensions each;
        if (reader_.peek().is("[")) {
          each = list();
        } else {
          element();
        }
        if (count > 0 && each != inner) {
          reader_.fail_at(offset, "the lists of a tensor differ in shape", shape_text(inner),
                          shape_text(each));
        }
        inner = std::move(each);
        ++count;
      } while (reader_.accept(","));
      reader_.expect("]");
    }
    inner.insert(inner.begin(), count);
    return inner;
  }

  void element() {
    const bool negative = reader_.accept("-");
    const Token token = reader_.peek();
    if (token.is("(")) {
      throw UnsupportedOperation({.what = "complex numbers are not supported",
                                  .where = reader_.source().place(token.offset),
                                  .expected = {},
                                  .found = {},
                                  .remedy = {}});
    }
    const bool is_element = token.is(TokenKind::integer) || token.is(TokenKind::floating) ||
                            token.is("true") || token.is("false");
    if (!is_element) reader_.fail("an element is missing", "a number, `true`, `false` or a list in `[…]`");
    elements_.push_back({reader_.next(), negative});
  }

  static std::string shape_text(const Dimensions& shape) {
    return shape.empty() ? "an element" : fmt::format("a list of shape {}", to_string(shape));
  }

  TokenReader& reader_;
  std::vector<Element> elements_;
  Dimensions shape_;
};

std::uint64_t element_bits(const TokenReader& reader, ElementType type, const Element& element) {
  return is_floating(type) ? floating_bits(reader, type, element.token, element.negative)
                           : integer_bits(reader, type, element.token, element.negative);
}

Literal from_lists(const TokenReader& reader, const Token& start, const ElementLists& lists,
                   const TensorType& type) {
  std::vector<std::uint64_t> bits;
  bits.reserve(lists.elements().size());
  for (const Element& element : lists.elements()) bits.push_back(element_bits(reader, type.element, element));
  if (lists.is_list() && lists.shape() != type.dimensions) {
    reader.fail_at(start.offset, "the elements have another shape than their type",
                   fmt::format("elements of {}", to_string(type)),
                   fmt::format("lists of shape {}", to_string(lists.shape())));
  }
  return Literal::from_bits(type, std::move(bits));
}

int hex_value(char digit) {
  if (is_digit(digit)) return digit - '0';
  return (digit | 0x20) - 'a' + 10;
}

// The bytes of `"0x0000803F"`.
std::vector<std::uint8_t> bytes_of(const TokenReader& reader, const Token& token) {
  const std::string_view digits = token.text.substr(1, token.text.size() - 2);
  const bool valid = digits.starts_with("0x") && digits.size() % 2 == 0 &&
                     std::ranges::all_of(digits.substr(2), is_hex_digit);
  if (!valid) {
    reader.fail_at(token.offset, "the elements are no bytes in hexadecimal",
                   "`\"0x…\"` with two digits for each byte", shown(token));
  }
  std::vector<std::uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t at = 2; at < digits.size(); at += 2) {
    bytes.push_back(static_cast<std::uint8_t>(hex_value(digits[at]) * 16 + hex_value(digits[at + 1])));
  }
  return bytes;
}

// Eight i1 elements in a byte, the first in the lowest bit: how MLIR printed them until 2025.
std::vector<std::uint64_t> unpacked(std::span<const std::uint8_t> bytes, std::int64_t count) {
  std::vector<std::uint64_t> bits;
  for (std::int64_t at = 0; at < count; ++at)
    bits.push_back(bytes[static_cast<std::size_t>(at / 8)] >> at % 8 & 1);
  return bits;
}

Literal from_bytes(const TokenReader& reader, const Token& token, const TensorType& type) {
  const std::vector<std::uint8_t> bytes = bytes_of(reader, token);
  const std::size_t size = host_bytes(type.element);
  const bool is_splat = bytes.size() == size && type.count() > 0;
  const auto count = static_cast<std::int64_t>(bytes.size() / size);
  if (!is_splat && (count != type.count() || bytes.size() % size != 0)) {
    if (is_boolean(type.element) && std::ssize(bytes) == (type.count() + 7) / 8) {
      return Literal::from_bits(type, unpacked(bytes, type.count()));
    }
    reader.fail_at(token.offset, "the bytes do not fit the type",
                   fmt::format("{} bytes for {}", type.host_bytes(), to_string(type)),
                   fmt::format("{} bytes", bytes.size()));
  }
  std::vector<std::uint64_t> words;
  words.reserve(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::uint64_t word = 0;
    for (std::size_t byte = 0; byte < size; ++byte) word |= std::uint64_t{bytes[at + byte]} << 8 * byte;
    words.push_back(word & low_bits(type.element));
  }
  return Literal::from_bits(type, std::move(words));
}

}  // namespace

std::uint64_t integer_bits(const TokenReader& reader, ElementType element, const Token& token,
                           bool negative) {
  const std::string type(name(element));
  if (token.is("true") || token.is("false")) {
    if (!is_boolean(element) || negative) {
      reader.fail_at(token.offset, fmt::format("{} is not a number of type {}", shown(token), type));
    }
    return token.is("true") ? 1 : 0;
  }
  if (token.is(TokenKind::floating)) {
    reader.fail_at(token.offset, "an integer tensor has a fractional element",
                   fmt::format("an element of {}", type), shown(token));
  }
  if (!token.is(TokenKind::integer)) {
    reader.fail_at(token.offset, "a number is missing", fmt::format("an element of {}", type), shown(token));
  }
  const std::uint64_t value = magnitude(reader, token);
  const std::uint64_t mask = low_bits(element);
  // A signless integer may be written by its bits: 255 is the i8 of -1.
  const std::uint64_t largest = negative ? (is_unsigned(element) ? 0 : mask / 2 + 1) : mask;
  if (value > largest) {
    reader.fail_at(token.offset, fmt::format("the number is out of the range of {}", type), {},
                   fmt::format("`{}{}`", negative ? "-" : "", token.text));
  }
  return (negative ? ~value + 1 : value) & mask;
}

std::uint64_t floating_bits(const TokenReader& reader, ElementType element, const Token& token,
                            bool negative) {
  const std::string type(name(element));
  const std::string text = (negative ? "-" : "") + std::string(token.text);
  if (is_hexadecimal(token)) {
    if (negative) {
      reader.fail_at(token.offset, "the bits of a floating-point number have no sign",
                     fmt::format("the bits of the {} itself, its sign among them", type), "`" + text + "`");
    }
    const std::uint64_t bits = magnitude(reader, token);
    if (bits > low_bits(element)) {
      reader.fail_at(token.offset, fmt::format("the bits do not fit {}", type),
                     fmt::format("at most {} hexadecimal digits", info(element).bits / 4), shown(token));
    }
    return bits;
  }
  if (!token.is(TokenKind::floating)) {
    const bool is_number = token.is(TokenKind::integer);
    reader.fail_at(token.offset, fmt::format("{} is not a number of type {}", shown(token), type),
                   "a number with a decimal point, or its bits in hexadecimal", {},
                   is_number ? fmt::format("write `{}.0`", text) : "");
  }
  const auto bits = float_bits(element, text);
  if (!bits) {
    reader.fail_at(token.offset, fmt::format("the number is too large for {}", type), {}, "`" + text + "`",
                   "write an infinity by its bits, such as 0x7F800000 for f32");
  }
  return *bits;
}

Literal parse_literal(TokenReader& reader) {
  reader.expect("dense");
  reader.expect("<");
  const Token start = reader.peek();
  ElementLists lists(reader);
  const bool bytes = start.is(TokenKind::string);
  const bool empty = start.is(">");
  if (bytes) {
    reader.next();
  } else if (!empty) {
    lists.read();
  }
  reader.expect(">");
  reader.expect(":");
  const TensorType type = parse_type(reader);
  if (bytes) return from_bytes(reader, start, type);
  if (empty && type.count() != 0) {
    reader.fail_at(start.offset, "the tensor has no elements",
                   fmt::format("elements of {}", to_string(type)));
  }
  return from_lists(reader, start, lists, type);
}

}  // namespace stepwright
