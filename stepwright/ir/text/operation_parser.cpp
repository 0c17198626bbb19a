#include <fmt/format.h>

#include "stepwright/base/small_float.h"
#include "stepwright/ir/text/body_parser.h"
#include "stepwright/ir/text/literal_parser.h"
#include "stepwright/ir/text/type_parser.h"

namespace stepwright {

bool OperationParser::next_is(std::string_view token) const {
  return implementation_.reader().peek().is(token);
}
bool OperationParser::accept(std::string_view token) {
  return implementation_.reader().accept(token);
}
void OperationParser::expect(std::string_view token) {
  implementation_.reader().expect(token);
}
std::string OperationParser::keyword() {
  return std::string(implementation_.reader().expect(TokenKind::bare_identifier, "a word").text);
}
std::int64_t OperationParser::integer() {
  return implementation_.reader().integer();
}

double OperationParser::floating() {
  TokenReader& reader = implementation_.reader();
  const bool negative = reader.accept("-");
  const Token token = reader.expect(TokenKind::floating, "a number with a decimal point");
  return decode(ElementType::f64, floating_bits(reader, ElementType::f64, token, negative));
}

std::vector<std::int64_t> OperationParser::integers() {
  std::vector<std::int64_t> values;
  expect("[");
  if (accept("]")) return values;
  do {
    values.push_back(integer());
  } while (accept(","));
  expect("]");
  return values;
}

std::string OperationParser::symbol() {
  return implementation_.reader().symbol();
}
Attribute OperationParser::attribute() {
  return implementation_.attributes().attribute();
}
AttributeDictionary OperationParser::attributes() {
  return next_is("{") ? implementation_.attributes().dictionary() : AttributeDictionary{};
}
Value OperationParser::operand() {
  return implementation_.operand();
}
std::vector<Value> OperationParser::operands() {
  return implementation_.operands();
}
TensorType OperationParser::type() {
  return parse_type(implementation_.reader());
}

FunctionType OperationParser::function_type() {
  expect(":");
  return implementation_.function_type();
}

FunctionType OperationParser::same_type_or_function_type(std::size_t operands) {
  expect(":");
  if (next_is("(")) return implementation_.function_type();
  const TensorType type = this->type();
  return {std::vector<TensorType>(operands, type), {type}};
}

FunctionType OperationParser::types_or_function_type() {
  expect(":");
  if (next_is("(")) return implementation_.function_type();
  FunctionType types;
  do {
    types.operands.push_back(type());
  } while (accept(","));
  return types;
}

Region OperationParser::region(std::span<const BlockArgument> arguments) {
  return implementation_.region(arguments);
}

std::string_view OperationParser::value_name() {
  return implementation_.reader().expect(TokenKind::value, "the name of a block argument, `%name`,").text;
}

std::string OperationParser::operation_name() {
  TokenReader& reader = implementation_.reader();
  if (reader.peek().is(TokenKind::string)) return reader.string();
  return std::string(reader.expect(TokenKind::bare_identifier, "the name of an operation").text);
}

Region OperationParser::region_applying(std::string_view operation, ElementType element) {
  return implementation_.region_applying(std::string(operation), element);
}

Region OperationParser::reducer() {
  expect("reducer");
  std::vector<BlockArgument> accumulators;
  std::vector<BlockArgument> elements;
  const auto argument = [&]() -> BlockArgument {
    const std::string_view name = value_name();
    expect(":");
    TensorType read = type();
    implementation_.reader().skip_location();
    return {name, std::move(read)};
  };
  while (accept("(")) {
    accumulators.push_back(argument());
    expect(",");
    elements.push_back(argument());
    expect(")");
  }
  accumulators.insert(accumulators.end(), elements.begin(), elements.end());
  return region(accumulators);
}

void OperationParser::fail(std::string_view what, std::string_view expected) {
  implementation_.reader().fail(what, expected);
}

}  // namespace stepwright
