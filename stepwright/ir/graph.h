#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/ir/attribute.h"

namespace stepwright {

class Graph;
class Operation;
struct Node;

// One result of a node, as a small handle. It stays valid as long as its graph.
struct Value {
  Graph* graph = nullptr;
  std::uint32_t node = 0;
  std::uint32_t result = 0;

  const TensorType& type() const;
  const Dimensions& dimensions() const { return type().dimensions; }
  std::int64_t dimension(std::int64_t axis) const { return type().dimension(axis); }
  std::int64_t rank() const { return type().rank(); }
  ElementType element() const { return type().element; }
  const Node& definition() const;

  // Gives the value's node a readable name for the text, unless it has one. Identity is the structure; a name
  // is a hint.
  Value named(std::string_view name) const;

  friend bool operator==(const Value&, const Value&) = default;
  friend auto operator<=>(const Value& a, const Value& b) {
    return std::pair(a.node, a.result) <=> std::pair(b.node, b.result);
  }
};

// One operation applied to operands, or one argument of the function (then `operation` is null).
struct Node {
  std::shared_ptr<const Operation> operation;
  std::vector<Value> operands;
  std::vector<TensorType> types;  // of the results
  std::string name;               // a hint; empty: none
  AttributeDictionary extra;      // discardable attributes, kept word for word

  bool is_argument() const { return operation == nullptr; }
};

// A typed graph in which the same operation on the same operands is one node. A node's operands come before
// it, so ascending node order is an order of evaluation.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Value argument(TensorType type, std::string_view name);

  // Applies an operation: infers the result types (UserError with the specification's constraint when they
  // do not fit) and returns the existing node if there is one.
  std::uint32_t apply(const Operation& operation, std::span<const Value> operands);

  // Applies an operation as a program text has it: never merged with another, extra attributes kept.
  std::uint32_t append(const Operation& operation, std::span<const Value> operands,
                       AttributeDictionary extra = {});

  const Node& node(std::uint32_t id) const { return nodes_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Value value(std::uint32_t node, std::uint32_t result = 0) { return {this, node, result}; }
  std::vector<Value> results(std::uint32_t node);

  void name(std::uint32_t node, std::string_view name);

 private:
  std::deque<Node> nodes_;
  std::unordered_map<std::string, std::uint32_t> known_;  // token of operation and operands -> node
};

// The types of the results that an application would have; UserError as Graph::apply.
std::vector<TensorType> result_types(const Operation& operation, std::span<const Value> operands);

// The value of a single-result application; its graph is the operands'.
Value apply(const Operation& operation, std::initializer_list<Value> operands);
std::vector<Value> apply_all(const Operation& operation, std::span<const Value> operands);

}  // namespace stepwright
