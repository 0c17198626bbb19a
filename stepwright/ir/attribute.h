#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/ir/literal.h"

namespace stepwright {

struct Attribute;

// MLIR prints and keeps attributes by name order.
using AttributeDictionary = std::map<std::string, Attribute, std::less<>>;

struct UnitAttribute {
  friend bool operator==(const UnitAttribute&, const UnitAttribute&) = default;
};
// `3 : i64`; a plain `3` is an i64.
struct IntegerAttribute {
  std::int64_t value = 0;
  ElementType type = ElementType::i64;
  friend bool operator==(const IntegerAttribute&, const IntegerAttribute&) = default;
};
struct FloatAttribute {
  double value = 0;
  ElementType type = ElementType::f64;
  friend bool operator==(const FloatAttribute&, const FloatAttribute&) = default;
};
struct SymbolAttribute {  // @name
  std::string name;
  friend bool operator==(const SymbolAttribute&, const SymbolAttribute&) = default;
};
// `array<i64: 1, 2>`; booleans are 0 and 1.
struct ArrayAttribute {
  ElementType element = ElementType::i64;
  std::vector<std::int64_t> values;
  friend bool operator==(const ArrayAttribute&, const ArrayAttribute&) = default;
};
// `#stablehlo<comparison_direction GT>`: dialect, kind, and the text between.
struct DialectAttribute {
  std::string dialect;
  std::string text;
  friend bool operator==(const DialectAttribute&, const DialectAttribute&) = default;
};
// Anything else MLIR allows, kept word for word.
struct OpaqueAttribute {
  std::string text;
  friend bool operator==(const OpaqueAttribute&, const OpaqueAttribute&) = default;
};

struct Attribute {
  using List = std::vector<Attribute>;
  using Value = std::variant<UnitAttribute, bool, IntegerAttribute, FloatAttribute, std::string,
                             SymbolAttribute, TensorType, ArrayAttribute, Literal, DialectAttribute, List,
                             AttributeDictionary, OpaqueAttribute>;
  Value value;

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

// MLIR's spelling of the attribute, as after `name = `.
std::string to_string(const Attribute& attribute);

}  // namespace stepwright
