#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/attribute.h"
#include "stepwright/ir/graph.h"

namespace stepwright {

// A graph with arguments and results: a function of a module, or the body of a region.
class Function {
 public:
  explicit Function(std::string name) : name_(std::move(name)), graph_(std::make_unique<Graph>()) {}

  const std::string& name() const { return name_; }
  // A value handle is not a right to write; the graph of a const function is only read.
  Graph& graph() const { return *graph_; }

  Value add_argument(TensorType type, std::string_view name = {}, AttributeDictionary attributes = {});
  // An argument that stands for a value of the enclosing function: see Region. After all others.
  Value capture(TensorType type, std::string_view name = {});
  // Puts the arguments in another order; `order` has each of them once.
  void order_arguments(std::span<const Value> order);
  void add_result(Value value, AttributeDictionary attributes = {});
  // Nodes with an effect (checks, outfeeds) stay, in order, though no result needs them.
  void add_effect(std::uint32_t node) { effects_.push_back(node); }

  std::span<const Value> arguments() const { return arguments_; }
  // How many of the arguments, the last ones, stand for captured values.
  std::size_t captures() const { return captures_; }
  std::span<const Value> results() const { return results_; }
  std::vector<TensorType> argument_types() const;
  std::vector<TensorType> result_types() const;
  std::vector<AttributeDictionary>& argument_attributes() { return argument_attributes_; }
  const std::vector<AttributeDictionary>& argument_attributes() const { return argument_attributes_; }
  std::vector<AttributeDictionary>& result_attributes() { return result_attributes_; }
  const std::vector<AttributeDictionary>& result_attributes() const { return result_attributes_; }
  AttributeDictionary& attributes() { return attributes_; }
  const AttributeDictionary& attributes() const { return attributes_; }
  // "private" or "public" when the text says so.
  std::string& visibility() { return visibility_; }
  const std::string& visibility() const { return visibility_; }

  // The operations in order of evaluation: all of them where the function was read from a text
  // (`keeps_everything`), else those that a result or an effect needs.
  std::vector<std::uint32_t> body() const;
  void keep_everything() { keeps_everything_ = true; }

  // The structure alone, without names: equal tokens, equal functions.
  std::string token() const;

 private:
  std::string name_;
  std::unique_ptr<Graph> graph_;
  std::vector<Value> arguments_;
  std::vector<Value> results_;
  std::size_t captures_ = 0;
  std::vector<AttributeDictionary> argument_attributes_;
  std::vector<AttributeDictionary> result_attributes_;
  std::vector<std::uint32_t> effects_;
  AttributeDictionary attributes_;
  std::string visibility_;
  bool keeps_everything_ = false;
};

// The body of a region of an operation. Its arguments are the region's own, then one for each value that the
// operation's regions capture from outside: these values are the operation's last operands, and all its
// regions take all of them, in that order.
using Region = std::shared_ptr<const Function>;

struct Module {
  std::string name;  // may be empty
  AttributeDictionary attributes;
  std::vector<std::shared_ptr<Function>> functions;

  // Null when there is none.
  const Function* find(std::string_view name) const;
};

}  // namespace stepwright
