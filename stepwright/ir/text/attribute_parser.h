#pragma once

#include <map>
#include <string>

#include "stepwright/ir/attribute.h"
#include "stepwright/ir/text/token_reader.h"

namespace stepwright {

// `#name = …` lines before a module.
using AttributeAliases = std::map<std::string, Attribute, std::less<>>;

// Reads attributes: those that Stepwright knows by their parts, all others word for word.
class AttributeParser {
 public:
  AttributeParser(TokenReader& reader, const AttributeAliases& aliases)
      : reader_(reader), aliases_(aliases) {}

  Attribute attribute();
  // `{a = 1 : i64, b}`, from the opening brace.
  AttributeDictionary dictionary();

 private:
  Attribute number();
  Attribute integer(const Token& token, bool negative);
  Attribute floating(const Token& token, bool negative);
  Attribute list();
  Attribute array();
  Attribute dialect();
  Attribute symbol();
  Attribute identifier();
  Attribute elements();
  Attribute opaque();
  Attribute function_type();

  TokenReader& reader_;
  const AttributeAliases& aliases_;
};

}  // namespace stepwright
