#include "stepwright/ir/graph.h"

#include <fmt/format.h>

#include "stepwright/base/error.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

namespace {

std::vector<TensorType> types_of(std::span<const Value> values) {
  std::vector<TensorType> types;
  types.reserve(values.size());
  for (const Value& value : values) types.push_back(value.type());
  return types;
}

std::string application_token(const Operation& operation, std::span<const Value> operands) {
  std::string token = operation.token();
  for (const Value& operand : operands)
    fmt::format_to(std::back_inserter(token), "|{}.{}", operand.node, operand.result);
  return token;
}

}  // namespace

const Node& Value::definition() const {
  return graph->node(node);
}
const TensorType& Value::type() const {
  return definition().types[result];
}

Value Value::named(std::string_view name) const {
  graph->name(node, name);
  return *this;
}

std::vector<TensorType> result_types(const Operation& operation, std::span<const Value> operands) {
  try {
    return operation.infer(types_of(operands));
  } catch (const UserError& error) {
    Complaint complaint = error.complaint();
    complaint.what = fmt::format("{} {}", operation.name(), complaint.what);
    throw UserError(std::move(complaint));
  }
}

Value Graph::argument(TensorType type, std::string_view name) {
  nodes_.push_back({nullptr, {}, {std::move(type)}, std::string(name), {}});
  return value(size() - 1);
}

std::uint32_t Graph::apply(const Operation& operation, std::span<const Value> operands) {
  if (operation.has_effect()) return append(operation, operands);
  std::string token = application_token(operation, operands);
  if (const auto known = known_.find(token); known != known_.end()) return known->second;
  const std::uint32_t id = append(operation, operands);
  known_.emplace(std::move(token), id);
  return id;
}

std::uint32_t Graph::append(const Operation& operation, std::span<const Value> operands,
                            AttributeDictionary extra) {
  for (const Value& operand : operands) {
    require(operand.graph == this, "an operand belongs to the graph of the operation");
  }
  std::vector<TensorType> types = result_types(operation, operands);
  nodes_.push_back({std::make_shared<const Operation>(operation),
                    {operands.begin(), operands.end()},
                    std::move(types),
                    {},
                    std::move(extra)});
  return size() - 1;
}

std::vector<Value> Graph::results(std::uint32_t node) {
  std::vector<Value> values;
  for (std::uint32_t result = 0; result < this->node(node).types.size(); ++result) {
    values.push_back(value(node, result));
  }
  return values;
}

void Graph::name(std::uint32_t node, std::string_view name) {
  if (nodes_[node].name.empty()) nodes_[node].name = name;
}

std::vector<Value> apply_all(const Operation& operation, std::span<const Value> operands) {
  require(!operands.empty(), "an application finds its graph by its operands");
  Graph& graph = *operands.front().graph;
  return graph.results(graph.apply(operation, operands));
}

Value apply(const Operation& operation, std::initializer_list<Value> operands) {
  const std::vector<Value> results = apply_all(operation, operands);
  require(results.size() == 1, "an application for its value has one result");
  return results.front();
}

}  // namespace stepwright
