#include "stepwright/ir/text/body_printer.h"

#include <fmt/format.h>

#include "stepwright/base/error.h"
#include "stepwright/ir/text/attribute_text.h"
#include "stepwright/ir/text/type_text.h"

namespace stepwright {

std::string Frame::reference(const Value& value) const {
  const std::string& name = names_[value.node];
  require(!name.empty(), "a value is named before it is used");
  const bool one_of_several = graph_.node(value.node).types.size() > 1;
  return one_of_several ? fmt::format("{}#{}", name, value.result) : name;
}

void BodyPrinter::body(const Function& function, Frame& frame, std::string_view terminator,
                       std::size_t indent) {
  for (const std::uint32_t id : function.body()) operation(function.graph().node(id), id, frame, indent);
  text_.append(indent, ' ');
  text_ += terminator;
  std::string values;
  for (const Value& result : function.results()) {
    values += (values.empty() ? " " : ", ") + frame.reference(result);
  }
  text_ += values;
  if (!values.empty()) text_ += " : " + types_text(function.result_types());
  text_ += '\n';
}

void BodyPrinter::operation(const Node& node, std::uint32_t id, Frame& frame, std::size_t indent) {
  require(!node.operation->is_mark(), "marks are taken out of a function before it is printed");
  text_.append(indent, ' ');
  if (!node.types.empty()) {
    const std::string name = "%" + names_.value(node.name);
    frame.name(id, name);
    text_ += node.types.size() == 1 ? name + " = " : fmt::format("{}:{} = ", name, node.types.size());
  }
  OperationPrinter::Implementation implementation(*this, frame, node, indent);
  OperationPrinter printer(implementation);
  const std::size_t start = text_.size();
  text_ += node.operation->name();
  if (!node.operation->print(printer)) {
    text_.resize(start);
    implementation.generic();
  }
  text_ += '\n';
}

std::size_t OperationPrinter::Implementation::own_operands() const {
  const auto regions = node_.operation->regions();
  return node_.operands.size() - (regions.empty() ? 0 : regions.front()->captures());
}

void OperationPrinter::Implementation::generic() {
  const Operation& operation = *node_.operation;
  std::string operands;
  for (std::size_t operand = 0; operand < own_operands(); ++operand) {
    operands += (operand > 0 ? ", " : "") + reference(operand);
  }
  text() += fmt::format("\"{}\"({})", operation.name(), operands);
  const std::string attributes = dictionary_text(operation.attributes());
  if (!attributes.empty()) text() += " <" + attributes + ">";
  if (!operation.regions().empty()) {
    text() += " (";
    for (std::size_t index = 0; index < operation.regions().size(); ++index) {
      if (index > 0) text() += ", ";
      region(operation.regions()[index], true);
    }
    text() += ")";
  }
  const std::string extra = dictionary_text(node_.extra);
  if (!extra.empty()) text() += " " + extra;
  const std::vector<TensorType> types = types_of(std::span(node_.operands).first(own_operands()));
  text() += " : " + function_type_text(types, node_.types);
}

std::vector<std::string> OperationPrinter::Implementation::names_of_own_arguments(const Region& region) {
  std::vector<std::string> names;
  for (const Value& argument : region->arguments().first(region->arguments().size() - region->captures())) {
    names.push_back("%" + printer_.names().argument(argument.definition().name));
  }
  return names;
}

void OperationPrinter::Implementation::name_block_arguments(const Region& region) {
  block_arguments_ = names_of_own_arguments(region);
}

void OperationPrinter::Implementation::region(const Region& region, bool block_arguments) {
  Frame frame(*region);
  std::vector<std::string> names =
      block_arguments_.empty() ? names_of_own_arguments(region) : block_arguments_;
  const std::size_t own = names.size();
  require(own + region->captures() == region->arguments().size(), "regions that share names share arguments");
  for (std::size_t captured = 0; captured < region->captures(); ++captured) {
    names.push_back(reference(own_operands() + captured));
  }
  std::string header;
  for (std::size_t index = 0; index < names.size(); ++index) {
    const Value& argument = region->arguments()[index];
    frame.name(argument.node, names[index]);
    if (index >= own) continue;
    header += fmt::format("{}{}: {}", index > 0 ? ", " : "", names[index], to_string(argument.type()));
  }
  text() += "{\n";
  if (block_arguments && own > 0) text() += fmt::format("{:{}}^bb0({}):\n", "", indent_, header);
  printer_.body(*region, frame, "stablehlo.return", indent_ + 2);
  text().append(indent_, ' ');
  text() += "}";
}

}  // namespace stepwright
