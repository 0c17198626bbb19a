#include "stepwright/ir/text/attribute_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "stepwright/base/small_float.h"
#include "stepwright/ir/text/characters.h"
#include "stepwright/ir/text/float_text.h"
#include "stepwright/ir/text/literal_text.h"

namespace stepwright {

namespace {

template <class Range, class Print>
std::string joined(const Range& range, Print&& print) {
  std::string text;
  for (const auto& each : range) {
    if (!text.empty()) text += ", ";
    text += print(each);
  }
  return text;
}

// Whether MLIR writes a dialect's attribute as `#dialect.text`: an identifier, alone or with something in
// angle brackets after it.
bool is_pretty(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return false;
  const auto end = std::ranges::find_if_not(text, [](char c) { return is_word(c) || c == '.'; });
  return end == text.end() || (*end == '<' && text.back() == '>');
}

std::string integer_text(std::int64_t value, ElementType type) {
  if (is_unsigned(type)) return std::to_string(static_cast<std::uint64_t>(value));
  return std::to_string(value);
}

// In a list, i64 and f64, the types that MLIR takes a number to have, go without saying.
std::string list_element_text(const Attribute& attribute) {
  if (const auto* integer = std::get_if<IntegerAttribute>(&attribute.value)) {
    if (integer->type == ElementType::i64) return std::to_string(integer->value);
  }
  if (const auto* number = std::get_if<FloatAttribute>(&attribute.value)) {
    const std::string text = float_text(number->type, encode(number->type, number->value));
    if (number->type == ElementType::f64 && !text.starts_with("0x")) return text;
  }
  return to_string(attribute);
}

struct Spelling {
  std::string operator()(UnitAttribute) const { return "unit"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const IntegerAttribute& integer) const {
    return fmt::format("{} : {}", integer_text(integer.value, integer.type), name(integer.type));
  }
  std::string operator()(const FloatAttribute& number) const {
    return fmt::format("{} : {}", float_text(number.type, encode(number.type, number.value)),
                       name(number.type));
  }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const SymbolAttribute& symbol) const { return symbol_text(symbol.name); }
  std::string operator()(const TensorType& type) const { return to_string(type); }
  std::string operator()(const ArrayAttribute& array) const {
    const std::string elements = joined(array.values, [&](std::int64_t value) -> std::string {
      if (is_boolean(array.element)) return value != 0 ? "true" : "false";
      return integer_text(value, array.element);
    });
    return fmt::format("array<{}{}{}>", name(array.element), elements.empty() ? "" : ": ", elements);
  }
  std::string operator()(const Literal& literal) const { return to_string(literal); }
  std::string operator()(const DialectAttribute& attribute) const {
    return is_pretty(attribute.text) ? fmt::format("#{}.{}", attribute.dialect, attribute.text)
                                     : fmt::format("#{}<{}>", attribute.dialect, attribute.text);
  }
  std::string operator()(const Attribute::List& list) const {
    return "[" + joined(list, &list_element_text) + "]";
  }
  std::string operator()(const AttributeDictionary& dictionary) const {
    return dictionary.empty() ? "{}" : dictionary_text(dictionary);
  }
  std::string operator()(const OpaqueAttribute& attribute) const { return attribute.text; }
};

std::string entry_text(const std::string& name, const Attribute& attribute) {
  std::string text = is_bare_identifier(name) ? name : quoted(name);
  if (!std::holds_alternative<UnitAttribute>(attribute.value)) text += " = " + to_string(attribute);
  return text;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      result += "\\\\";
    } else if (byte >= ' ' && byte <= '~' && c != '"') {
      result += c;
    } else {
      result += fmt::format("\\{:02X}", byte);
    }
  }
  return result + "\"";
}

std::string symbol_text(std::string_view name) {
  return "@" + (is_bare_identifier(name) ? std::string(name) : quoted(name));
}

std::string dictionary_text(const AttributeDictionary& attributes, std::span<const std::string_view> elided) {
  std::string text;
  for (const auto& [name, attribute] : attributes) {
    if (std::ranges::find(elided, name) != elided.end()) continue;
    text += text.empty() ? "{" : ", ";
    text += entry_text(name, attribute);
  }
  if (!text.empty()) text += "}";
  return text;
}

std::string to_string(const Attribute& attribute) {
  return std::visit(Spelling{}, attribute.value);
}

}  // namespace stepwright
