#include "stepwright/ir/codecs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stepwright {

namespace {

[[noreturn]] void wrong_kind(std::string_view wanted, const Attribute& found) {
  throw UserError({.what = "the attribute has the wrong kind",
                   .where = {},
                   .expected = std::string(wanted),
                   .found = to_string(found),
                   .remedy = {}});
}

template <class T>
const T& as(const Attribute& attribute, std::string_view wanted) {
  if (const T* value = std::get_if<T>(&attribute.value)) return *value;
  wrong_kind(wanted, attribute);
}

std::vector<std::int64_t> integers_of(const Literal& literal) {
  std::vector<std::int64_t> values;
  for (std::int64_t at = 0; at < literal.type().count(); ++at) values.push_back(literal.as_integer(at));
  return values;
}

// A matrix of integers with `columns` columns (0: any), row by row.
std::vector<std::vector<std::int64_t>> rows_of(const Attribute& attribute, std::int64_t columns,
                                               std::string_view wanted) {
  const auto& literal = as<Literal>(attribute, wanted);
  const TensorType& type = literal.type();
  if (is_floating(type.element) || type.rank() != 2 || (columns != 0 && type.dimension(1) != columns)) {
    wrong_kind(wanted, attribute);
  }
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(type.dimension(0)));
  std::int64_t at = 0;
  for (auto& row : rows) {
    for (std::int64_t column = 0; column < type.dimension(1); ++column)
      row.push_back(literal.as_integer(at++));
  }
  return rows;
}

}  // namespace

Attribute Codec<std::int64_t>::encode(std::int64_t value) {
  return {IntegerAttribute{value, ElementType::i64}};
}
std::int64_t Codec<std::int64_t>::decode(const Attribute& attribute) {
  return as<IntegerAttribute>(attribute, "an integer, `3 : i64`").value;
}

Attribute Codec<std::int32_t>::encode(std::int32_t value) {
  return {IntegerAttribute{value, ElementType::i32}};
}
std::int32_t Codec<std::int32_t>::decode(const Attribute& attribute) {
  return static_cast<std::int32_t>(as<IntegerAttribute>(attribute, "an integer, `3 : i32`").value);
}

Attribute Codec<std::uint64_t>::encode(std::uint64_t value) {
  return {IntegerAttribute{static_cast<std::int64_t>(value), ElementType::ui64}};
}
std::uint64_t Codec<std::uint64_t>::decode(const Attribute& attribute) {
  return static_cast<std::uint64_t>(as<IntegerAttribute>(attribute, "an integer, `3 : ui64`").value);
}

Attribute Codec<double>::encode(double value) {
  return {FloatAttribute{value, ElementType::f64}};
}
double Codec<double>::decode(const Attribute& attribute) {
  return as<FloatAttribute>(attribute, "a number, `0.1 : f64`").value;
}

Attribute Codec<bool>::encode(bool value) {
  return {value};
}
bool Codec<bool>::decode(const Attribute& attribute) {
  if (const auto* literal = std::get_if<IntegerAttribute>(&attribute.value)) return literal->value != 0;
  return as<bool>(attribute, "true or false");
}

Attribute Codec<std::string>::encode(const std::string& value) {
  return {value};
}
std::string Codec<std::string>::decode(const Attribute& attribute) {
  return as<std::string>(attribute, "a quoted string");
}

Attribute Codec<std::vector<std::int64_t>>::encode(const std::vector<std::int64_t>& value) {
  return {ArrayAttribute{ElementType::i64, value}};
}
std::vector<std::int64_t> Codec<std::vector<std::int64_t>>::decode(const Attribute& attribute) {
  constexpr std::string_view wanted =
      "integers, `array<i64: 1, 2>` (or the older `dense<[1, 2]> : tensor<2xi64>`)";
  if (const auto* literal = std::get_if<Literal>(&attribute.value)) {
    if (is_floating(literal->type().element) || literal->type().rank() > 1) wrong_kind(wanted, attribute);
    return integers_of(*literal);
  }
  return as<ArrayAttribute>(attribute, wanted).values;
}

Attribute Codec<std::vector<bool>>::encode(const std::vector<bool>& value) {
  return {ArrayAttribute{ElementType::i1, {value.begin(), value.end()}}};
}
std::vector<bool> Codec<std::vector<bool>>::decode(const Attribute& attribute) {
  constexpr std::string_view wanted =
      "booleans, `array<i1: true, false>` (or the older `dense<[true, false]> : tensor<2xi1>`)";
  std::vector<std::int64_t> values;
  if (const auto* literal = std::get_if<Literal>(&attribute.value)) {
    if (literal->type().element != ElementType::i1) wrong_kind(wanted, attribute);
    values = integers_of(*literal);
  } else {
    values = as<ArrayAttribute>(attribute, wanted).values;
  }
  return {values.begin(), values.end()};
}

Attribute Codec<std::vector<std::pair<std::int64_t, std::int64_t>>>::encode(
    const std::vector<std::pair<std::int64_t, std::int64_t>>& value) {
  std::vector<std::int64_t> flat;
  for (const auto& [low, high] : value) {
    flat.push_back(low);
    flat.push_back(high);
  }
  return {Literal::integral({ElementType::i64, {std::ssize(value), 2}}, flat)};
}
std::vector<std::pair<std::int64_t, std::int64_t>>
Codec<std::vector<std::pair<std::int64_t, std::int64_t>>>::decode(const Attribute& attribute) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  for (const auto& row : rows_of(attribute, 2, "pairs, `dense<[[0, 1]]> : tensor<1x2xi64>`")) {
    pairs.emplace_back(row[0], row[1]);
  }
  return pairs;
}

Attribute Codec<std::vector<std::vector<std::int64_t>>>::encode(
    const std::vector<std::vector<std::int64_t>>& value) {
  std::vector<std::int64_t> flat;
  const std::int64_t columns = value.empty() ? 0 : std::ssize(value.front());
  for (const auto& row : value) flat.insert(flat.end(), row.begin(), row.end());
  return {Literal::integral({ElementType::i64, {std::ssize(value), columns}}, flat)};
}
std::vector<std::vector<std::int64_t>> Codec<std::vector<std::vector<std::int64_t>>>::decode(
    const Attribute& attribute) {
  return rows_of(attribute, 0, "rows of integers, `dense<[[0, 1]]> : tensor<1x2xi64>`");
}

Attribute Codec<Literal>::encode(const Literal& value) {
  return {value};
}
Literal Codec<Literal>::decode(const Attribute& attribute) {
  return as<Literal>(attribute, "elements, `dense<…> : tensor<…>`");
}

std::string enum_text(const Attribute& attribute, std::string_view kind) {
  const std::string wanted = fmt::format("`#stablehlo<{} …>`", kind);
  const auto& dialect = as<DialectAttribute>(attribute, wanted);
  const std::string prefix = std::string(kind) + " ";
  if (!dialect.text.starts_with(prefix)) wrong_kind(wanted, attribute);
  return dialect.text.substr(prefix.size());
}

void unknown_enum_name(std::string_view kind, std::string_view found,
                       std::span<const std::string_view> known) {
  throw UserError({.what = fmt::format("unknown {}", kind),
                   .where = {},
                   .expected = fmt::format("one of {}", fmt::join(known, ", ")),
                   .found = std::string(found),
                   .remedy = {}});
}

}  // namespace stepwright
