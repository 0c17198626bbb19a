#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "stepwright/ir/text/attribute_text.h"
#include "stepwright/ir/text/body_printer.h"
#include "stepwright/ir/text/type_text.h"

namespace stepwright {

OperationPrinter& OperationPrinter::operator<<(std::string_view text) {
  implementation_.text() += text;
  return *this;
}

std::size_t OperationPrinter::operand_count() const {
  return implementation_.own_operands();
}
std::size_t OperationPrinter::result_count() const {
  return implementation_.node().types.size();
}
const TensorType& OperationPrinter::operand_type(std::size_t operand) const {
  return implementation_.node().operands.at(operand).type();
}
const TensorType& OperationPrinter::result_type(std::size_t result) const {
  return implementation_.node().types.at(result);
}

void OperationPrinter::operand(std::size_t operand) {
  *this << implementation_.reference(operand);
}

void OperationPrinter::operands(std::size_t first, std::size_t end) {
  for (std::size_t at = first; at < end; ++at) {
    if (at > first) *this << ", ";
    operand(at);
  }
}

void OperationPrinter::integers(std::span<const std::int64_t> values) {
  *this << fmt::format("[{}]", fmt::join(values, ", "));
}
void OperationPrinter::integer(std::int64_t value) {
  *this << std::to_string(value);
}
void OperationPrinter::type(const TensorType& type) {
  *this << to_string(type);
}

void OperationPrinter::function_type() {
  std::vector<TensorType> operands;
  for (std::size_t at = 0; at < operand_count(); ++at) operands.push_back(operand_type(at));
  *this << function_type_text(operands, implementation_.node().types);
}

void OperationPrinter::same_type_or_function_type() {
  *this << " : ";
  const std::vector<TensorType>& results = implementation_.node().types;
  bool same = results.size() == 1;
  for (std::size_t at = 0; same && at < operand_count(); ++at) same = operand_type(at) == results[0];
  if (same) {
    type(results[0]);
  } else {
    function_type();
  }
}

void OperationPrinter::attributes(std::span<const std::string_view> elided) {
  AttributeDictionary attributes = implementation_.node().operation->attributes();
  std::erase_if(attributes, [&](const auto& entry) {
    return std::ranges::find(elided, std::string_view(entry.first)) != elided.end();
  });
  attributes.insert(implementation_.node().extra.begin(), implementation_.node().extra.end());
  const std::string text = dictionary_text(attributes);
  if (!text.empty()) *this << " " << text;
}

void OperationPrinter::extra_attributes() {
  const std::string text = dictionary_text(implementation_.node().extra);
  if (!text.empty()) *this << " " << text;
}

void OperationPrinter::attribute(const Attribute& attribute) {
  *this << to_string(attribute);
}

void OperationPrinter::newline() {
  *this << "\n" << std::string(implementation_.indent(), ' ');
}
void OperationPrinter::region(const Region& region, bool block_arguments) {
  implementation_.region(region, block_arguments);
}
void OperationPrinter::name_block_arguments(const Region& region) {
  implementation_.name_block_arguments(region);
}
void OperationPrinter::block_argument(std::size_t argument) {
  *this << implementation_.block_argument(argument);
}

void OperationPrinter::reducer(const Region& region, std::size_t inputs) {
  name_block_arguments(region);
  newline();
  *this << " reducer";
  const auto argument = [&](std::size_t index) {
    block_argument(index);
    *this << ": ";
    type(region->arguments()[index].type());
  };
  for (std::size_t input = 0; input < inputs; ++input) {
    *this << "(";
    argument(input);
    *this << ", ";
    argument(inputs + input);
    *this << ") ";
  }
  *this << " ";
  implementation_.region(region, false);
}

}  // namespace stepwright
