#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stepwright/ir/fields.h"

namespace stepwright {

// `3 : i64`.
template <>
struct Codec<std::int64_t> {
  static Attribute encode(std::int64_t value);
  static std::int64_t decode(const Attribute& attribute);
};
// `3 : i32`.
template <>
struct Codec<std::int32_t> {
  static Attribute encode(std::int32_t value);
  static std::int32_t decode(const Attribute& attribute);
};
// `3 : ui64`.
template <>
struct Codec<std::uint64_t> {
  static Attribute encode(std::uint64_t value);
  static std::uint64_t decode(const Attribute& attribute);
};
// `0.1 : f64`.
template <>
struct Codec<double> {
  static Attribute encode(double value);
  static double decode(const Attribute& attribute);
};
template <>
struct Codec<bool> {
  static Attribute encode(bool value);
  static bool decode(const Attribute& attribute);
};
template <>
struct Codec<std::string> {
  static Attribute encode(const std::string& value);
  static std::string decode(const Attribute& attribute);
};
// `array<i64: 1, 2>`; also reads the older `dense<[1, 2]> : tensor<2xi64>`.
template <>
struct Codec<std::vector<std::int64_t>> {
  static Attribute encode(const std::vector<std::int64_t>& value);
  static std::vector<std::int64_t> decode(const Attribute& attribute);
};
// `array<i1: true, false>`; also reads the older `dense<[true, false]> : tensor<2xi1>`.
template <>
struct Codec<std::vector<bool>> {
  static Attribute encode(const std::vector<bool>& value);
  static std::vector<bool> decode(const Attribute& attribute);
};
// `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`: low and high padding of each dimension.
template <>
struct Codec<std::vector<std::pair<std::int64_t, std::int64_t>>> {
  static Attribute encode(const std::vector<std::pair<std::int64_t, std::int64_t>>& value);
  static std::vector<std::pair<std::int64_t, std::int64_t>> decode(const Attribute& attribute);
};
// A rectangular `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`: replica groups; -1 fills a shorter group.
template <>
struct Codec<std::vector<std::vector<std::int64_t>>> {
  static Attribute encode(const std::vector<std::vector<std::int64_t>>& value);
  static std::vector<std::vector<std::int64_t>> decode(const Attribute& attribute);
};
template <>
struct Codec<Literal> {
  static Attribute encode(const Literal& value);
  static Literal decode(const Attribute& attribute);
};
template <>
struct Codec<Attribute> {
  static Attribute encode(const Attribute& value) { return value; }
  static Attribute decode(const Attribute& attribute) { return attribute; }
};

// The names of an enumeration as `#stablehlo<kind NAME>`; `kind` and `names` in the order of the enum.
template <class Enum>
struct EnumNames;  // specialise: static constexpr std::string_view kind; static constexpr std::array names

std::string enum_text(const Attribute& attribute, std::string_view kind);
[[noreturn]] void unknown_enum_name(std::string_view kind, std::string_view found,
                                    std::span<const std::string_view> known);

template <class Enum>
std::string_view name_of(Enum value) {
  return EnumNames<Enum>::names[static_cast<std::size_t>(value)];
}

template <class Enum>
Enum enum_named(std::string_view name) {
  const auto& names = EnumNames<Enum>::names;
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (names[index] == name) return static_cast<Enum>(index);
  }
  unknown_enum_name(EnumNames<Enum>::kind, name, names);
}

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires {
  EnumNames<Enum>::names;
};

template <NamedEnum Enum>
struct Codec<Enum> {
  static Attribute encode(Enum value) {
    return {DialectAttribute{"stablehlo",
                             std::string(EnumNames<Enum>::kind) + " " + std::string(name_of(value))}};
  }
  static Enum decode(const Attribute& attribute) {
    return enum_named<Enum>(enum_text(attribute, EnumNames<Enum>::kind));
  }
};

}  // namespace stepwright
