#include "stepwright/ir/text/attribute_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "stepwright/base/small_float.h"
#include "stepwright/ir/text/float_text.h"
#include "stepwright/ir/text/literal_parser.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/type_parser.h"

namespace stepwright {

namespace {

// The value of an integer or boolean element from its bits, sign-extended when it is signed.
std::int64_t integer_value(ElementType type, std::uint64_t bits) {
  return Literal::from_bits({type, {}}, {bits}).as_integer(0);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

Attribute AttributeParser::attribute() {
  const Token& token = reader_.peek();
  switch (token.kind) {
    case TokenKind::string:
      return {reader_.string()};
    case TokenKind::symbol:
      return symbol();
    case TokenKind::hash:
      return dialect();
    case TokenKind::exclamation:
      return opaque();
    case TokenKind::integer:
    case TokenKind::floating:
      return number();
    case TokenKind::bare_identifier:
      return identifier();
    default:
      break;
  }
  if (token.is("-")) return number();
  if (token.is("[")) return list();
  if (token.is("{")) return {dictionary()};
  if (token.is("(")) return function_type();
  reader_.fail("an attribute is missing", "a number, a string, a list, `dense<…>`, `#dialect.name<…>`, …");
}

AttributeDictionary AttributeParser::dictionary() {
  const TokenReader::Level level(reader_);
  AttributeDictionary result;
  reader_.expect("{");
  if (reader_.accept("}")) return result;
  do {
    const std::size_t offset = reader_.peek().offset;
    std::string name;
    if (reader_.peek().is(TokenKind::string)) {
      name = reader_.string();
    } else {
      name = reader_.expect(TokenKind::bare_identifier, "the name of an attribute").text;
    }
    Attribute value{UnitAttribute{}};
    if (reader_.accept("=")) value = attribute();
    if (!result.emplace(name, std::move(value)).second) {
      reader_.fail_at(offset, fmt::format("the attribute `{}` is given twice", name));
    }
  } while (reader_.accept(","));
  reader_.expect("}");
  return result;
}

Attribute AttributeParser::number() {
  const bool negative = reader_.accept("-");
  const Token token = reader_.peek();
  if (!token.is(TokenKind::integer) && !token.is(TokenKind::floating)) {
    reader_.fail("a number is missing", "a number after `-`");
  }
  reader_.next();
  return token.is(TokenKind::integer) ? integer(token, negative) : floating(token, negative);
}

Attribute AttributeParser::integer(const Token& token, bool negative) {
  ElementType type = ElementType::i64;
  if (reader_.accept(":")) {
    const bool is_opaque = begins_other_type(reader_.peek()) && !element_type_named(reader_.peek().text);
    if (is_opaque) {  // 3 : index
      return {
          OpaqueAttribute{fmt::format("{}{} : {}", negative ? "-" : "", token.text, reader_.next().text)}};
    }
    type = parse_element_type(reader_);
  }
  if (is_floating(type)) {
    return {FloatAttribute{decode(type, floating_bits(reader_, type, token, negative)), type}};
  }
  const std::uint64_t bits = integer_bits(reader_, type, token, negative);
  if (is_boolean(type)) return {bits != 0};
  return {IntegerAttribute{integer_value(type, bits), type}};
}

Attribute AttributeParser::floating(const Token& token, bool negative) {
  const ElementType type = reader_.accept(":") ? parse_element_type(reader_) : ElementType::f64;
  if (!is_floating(type)) {
    reader_.fail_at(token.offset, fmt::format("a fractional number has the type {}", name(type)),
                    "a floating-point type", shown(token));
  }
  return {FloatAttribute{decode(type, floating_bits(reader_, type, token, negative)), type}};
}

Attribute AttributeParser::list() {
  const TokenReader::Level level(reader_);
  Attribute::List result;
  reader_.expect("[");
  if (reader_.accept("]")) return {std::move(result)};
  do {
    result.push_back(attribute());
  } while (reader_.accept(","));
  reader_.expect("]");
  return {std::move(result)};
}

// `array<i64: 1, 2>`; of floats word for word.
Attribute AttributeParser::array() {
  reader_.expect("array");
  reader_.expect("<");
  const ElementType type = parse_element_type(reader_);
  std::vector<std::uint64_t> bits;
  if (reader_.accept(":")) {
    do {
      const bool negative = reader_.accept("-");
      const Token token = reader_.next();
      bits.push_back(is_floating(type) ? floating_bits(reader_, type, token, negative)
                                       : integer_bits(reader_, type, token, negative));
    } while (reader_.accept(","));
  }
  reader_.expect(">");
  if (!is_floating(type)) {
    ArrayAttribute result{type, {}};
    for (const std::uint64_t word : bits) result.values.push_back(integer_value(type, word));
    return {std::move(result)};
  }
  std::vector<std::string> numbers;
  for (const std::uint64_t word : bits) numbers.push_back(float_text(type, word));
  const std::string_view colon = numbers.empty() ? "" : ": ";
  return {OpaqueAttribute{fmt::format("array<{}{}{}>", name(type), colon, fmt::join(numbers, ", "))}};
}

// `#stablehlo.conv<…>`, `#stablehlo<conv<…>>`, which is the same, or an alias.
Attribute AttributeParser::dialect() {
  const Token token = reader_.expect(TokenKind::hash, "`#dialect.attribute`");
  const std::string_view name = token.text.substr(1);
  const bool has_body = reader_.peek().is("<") && reader_.touches_last();
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    std::string text(name.substr(dot + 1));
    if (has_body) text += reader_.balanced();
    return {DialectAttribute{std::string(name.substr(0, dot)), std::move(text)}};
  }
  if (has_body) {
    const std::string_view body = reader_.balanced();
    return {DialectAttribute{std::string(name), std::string(trimmed(body.substr(1, body.size() - 2)))}};
  }
  const auto alias = aliases_.find(name);
  if (alias == aliases_.end()) {
    reader_.fail_at(token.offset, fmt::format("there is no attribute alias `{}`", token.text),
                    fmt::format("a line `{} = …` before its use", token.text));
  }
  return alias->second;
}

Attribute AttributeParser::symbol() {
  const std::size_t start = reader_.peek().offset;
  const std::string name = reader_.symbol();
  if (!reader_.peek().is("::")) return {SymbolAttribute{name}};
  Token last;
  while (reader_.accept("::")) last = reader_.expect(TokenKind::symbol, "a symbol, `@name`,");
  return {OpaqueAttribute{std::string(reader_.source().text().substr(start, last.end_offset() - start))}};
}

Attribute AttributeParser::identifier() {
  const Token token = reader_.peek();
  if (token.is("dense")) return elements();
  if (token.is("array")) return array();
  if (token.is("tensor")) return {parse_type(reader_)};
  if (reader_.accept("true")) return {true};
  if (reader_.accept("false")) return {false};
  if (reader_.accept("unit")) return {UnitAttribute{}};
  if (token.is("dense_resource") || token.is("sparse")) {
    throw UnsupportedOperation(
        {.what = fmt::format("elements in the form {} are not supported", shown(token)),
         .where = reader_.source().place(token.offset),
         .expected = "`dense<…>`",
         .found = {},
         .remedy = {}});
  }
  constexpr std::array<std::string_view, 5> others{"affine_map", "affine_set", "strided", "loc", "distinct"};
  const bool known = std::ranges::find(others, token.text) != others.end() || begins_other_type(token);
  if (!known) {
    reader_.fail("unknown attribute",
                 "a number, a string, a list, `dense<…>`, `array<…>`, `true`, `unit`, …");
  }
  return opaque();
}

// Elements of the type `index`, which no tensor has here but layouts are written with, word for word.
Attribute AttributeParser::elements() {
  const std::size_t start = reader_.peek().offset;
  try {
    return {parse_literal(reader_)};
  } catch (const UnsupportedOperation&) {
    reader_.seek(start);
    const std::string values = std::get<OpaqueAttribute>(opaque().value).text;
    reader_.expect(":");
    const std::string type = std::get<OpaqueAttribute>(opaque().value).text;
    if (!type.ends_with("xindex>")) throw;
    return {OpaqueAttribute{fmt::format("{} : {}", values, type)}};
  }
}

// A word and the bracketed texts right after it.
Attribute AttributeParser::opaque() {
  const std::size_t start = reader_.peek().offset;
  std::size_t end = reader_.next().end_offset();
  const auto opens = [&] {
    return reader_.peek().is("<") || reader_.peek().is("(") || reader_.peek().is("[");
  };
  while (opens() && reader_.peek().offset == end) end += reader_.balanced().size();
  return {OpaqueAttribute{std::string(reader_.source().text().substr(start, end - start))}};
}

// `(tensor<f32>) -> tensor<f32>`
Attribute AttributeParser::function_type() {
  const std::string_view operands = reader_.balanced();
  reader_.expect("->");
  if (reader_.peek().is("(")) {
    return {OpaqueAttribute{fmt::format("{} -> {}", operands, reader_.balanced())}};
  }
  return {OpaqueAttribute{fmt::format("{} -> {}", operands, std::get<OpaqueAttribute>(opaque().value).text)}};
}

}  // namespace stepwright
