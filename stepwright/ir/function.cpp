#include "stepwright/ir/function.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/error.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

Value Function::add_argument(TensorType type, std::string_view name, AttributeDictionary attributes) {
  arguments_.push_back(graph_->argument(std::move(type), name));
  argument_attributes_.push_back(std::move(attributes));
  return arguments_.back();
}

Value Function::capture(TensorType type, std::string_view name) {
  ++captures_;
  return add_argument(std::move(type), name);
}

void Function::order_arguments(std::span<const Value> order) {
  require(order.size() == arguments_.size(), "an order of arguments has each of them");
  std::vector<AttributeDictionary> attributes;
  for (const Value& argument : order) {
    const auto found = std::ranges::find(arguments_, argument);
    require(found != arguments_.end(), "an order of arguments has only arguments");
    attributes.push_back(
        std::move(argument_attributes_[static_cast<std::size_t>(found - arguments_.begin())]));
  }
  arguments_.assign(order.begin(), order.end());
  argument_attributes_ = std::move(attributes);
}

void Function::add_result(Value value, AttributeDictionary attributes) {
  results_.push_back(value);
  result_attributes_.push_back(std::move(attributes));
}

namespace {

std::vector<TensorType> types_of(std::span<const Value> values) {
  std::vector<TensorType> types;
  for (const Value& value : values) types.push_back(value.type());
  return types;
}

}  // namespace

std::vector<TensorType> Function::argument_types() const {
  return types_of(arguments_);
}
std::vector<TensorType> Function::result_types() const {
  return types_of(results_);
}

std::vector<std::uint32_t> Function::body() const {
  std::vector<bool> needed(graph_->size(), keeps_everything_);
  for (const Value& result : results_) needed[result.node] = true;
  for (const std::uint32_t effect : effects_) needed[effect] = true;
  for (std::uint32_t id = graph_->size(); id-- > 0;) {
    if (!needed[id]) continue;
    for (const Value& operand : graph_->node(id).operands) needed[operand.node] = true;
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t id = 0; id < graph_->size(); ++id) {
    if (needed[id] && !graph_->node(id).is_argument()) order.push_back(id);
  }
  return order;
}

std::string Function::token() const {
  // Nodes are numbered by their place in the body, so that dead nodes do not tell equal functions apart.
  std::vector<std::uint32_t> place(graph_->size(), 0);
  std::string token = "(";
  for (std::uint32_t index = 0; index < arguments_.size(); ++index) {
    place[arguments_[index].node] = index;
    token += to_string(arguments_[index].type()) + ",";
  }
  token += ")";
  auto reference = [&](const Value& value) {
    const char kind = graph_->node(value.node).is_argument() ? 'a' : 'n';
    return fmt::format("{}{}.{}|", kind, place[value.node], value.result);
  };
  std::uint32_t next = 0;
  for (const std::uint32_t id : body()) {
    const Node& node = graph_->node(id);
    token += node.operation->token() + ":";
    for (const Value& operand : node.operands) token += reference(operand);
    token += ";";
    place[id] = next++;
  }
  token += "->";
  for (const Value& result : results_) token += reference(result);
  return token;
}

const Function* Module::find(std::string_view wanted) const {
  for (const auto& function : functions) {
    if (function->name() == wanted) return function.get();
  }
  return nullptr;
}

}  // namespace stepwright
