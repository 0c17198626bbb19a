#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/text/printer.h"
#include "stepwright/ir/text/ssa_names.h"

namespace stepwright {

// The values of one function or region by name, while it is printed.
class Frame {
 public:
  explicit Frame(const Function& function) : graph_(function.graph()), names_(function.graph().size()) {}

  void name(std::uint32_t node, std::string name) { names_[node] = std::move(name); }
  // `%x`, or `%x#1` for one of several results.
  std::string reference(const Value& value) const;

 private:
  const Graph& graph_;
  std::vector<std::string> names_;  // by node, with the %
};

// Prints the operations of a function and of its regions.
class BodyPrinter {
 public:
  explicit BodyPrinter(std::string& text) : text_(text) {}

  std::string& text() { return text_; }
  SsaNames& names() { return names_; }

  // One line for each operation and one for the terminator.
  void body(const Function& function, Frame& frame, std::string_view terminator, std::size_t indent);

 private:
  void operation(const Node& node, std::uint32_t id, Frame& frame, std::size_t indent);

  std::string& text_;
  SsaNames names_;
};

// The application of an operation that an OperationPrinter prints.
class OperationPrinter::Implementation {
 public:
  Implementation(BodyPrinter& printer, const Frame& frame, const Node& node, std::size_t indent)
      : printer_(printer), frame_(frame), node_(node), indent_(indent) {}

  std::string& text() { return printer_.text(); }
  const Node& node() const { return node_; }
  std::size_t indent() const { return indent_; }
  std::string reference(std::size_t operand) const { return frame_.reference(node_.operands.at(operand)); }
  std::size_t own_operands() const;

  // `"stablehlo.name"(%a) <{…}> ({…}) {…} : (T) -> U`
  void generic();
  void name_block_arguments(const Region& region);
  const std::string& block_argument(std::size_t argument) const { return block_arguments_.at(argument); }
  void region(const Region& region, bool block_arguments);

 private:
  std::vector<std::string> names_of_own_arguments(const Region& region);

  BodyPrinter& printer_;
  const Frame& frame_;
  const Node& node_;
  std::size_t indent_;
  std::vector<std::string> block_arguments_;  // with the %; empty: each region names its own
};

}  // namespace stepwright
