#include "stepwright/ir/rewrite.h"

#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

namespace {

// Where each node of one graph went in another.
class Copy {
 public:
  Copy(const Function& from, Graph& to, std::span<const Value> arguments, Replacement replacement = {})
      : from_(from.graph()), to_(to), replacement_(std::move(replacement)), images_(from.graph().size()) {
    require(arguments.size() == from.arguments().size(), "a spliced function gets all its arguments");
    for (std::size_t index = 0; index < arguments.size(); ++index) {
      require(arguments[index].type() == from.arguments()[index].type(), "a spliced argument keeps its type");
      images_[from.arguments()[index].node] = {arguments[index]};
    }
  }

  Value image(const Value& value) const { return images_[value.node].at(value.result); }

  void copy(std::uint32_t id) {
    const Node& node = from_.node(id);
    std::vector<Value> operands;
    for (const Value& operand : node.operands) operands.push_back(image(operand));
    if (node.operation->is_mark()) {
      images_[id] = std::move(operands);
      return;
    }
    if (auto replaced = replacement_ ? replacement_(node, operands) : std::nullopt) {
      images_[id] = std::move(*replaced);
      return;
    }
    const std::uint32_t copied = node.extra.empty() ? to_.apply(*node.operation, operands)
                                                    : to_.append(*node.operation, operands, node.extra);
    if (!node.name.empty()) to_.name(copied, node.name);
    images_[id] = to_.results(copied);
    if (node.operation->has_effect()) effects_.push_back(copied);
  }

  // In the copy, the applications with an effect.
  const std::vector<std::uint32_t>& effects() const { return effects_; }

 private:
  const Graph& from_;
  Graph& to_;
  Replacement replacement_;
  std::vector<std::vector<Value>> images_;
  std::vector<std::uint32_t> effects_;
};

}  // namespace

std::vector<Value> splice(const Function& from, Graph& graph, std::span<const Value> arguments) {
  Copy copy(from, graph, arguments);
  for (const std::uint32_t id : from.body()) copy.copy(id);
  std::vector<Value> results;
  for (const Value& result : from.results()) results.push_back(copy.image(result));
  return results;
}

std::shared_ptr<Function> rewritten(const Function& function, const Replacement& replacement) {
  auto result = std::make_shared<Function>(function.name());
  std::vector<Value> arguments;
  for (std::size_t index = 0; index < function.arguments().size(); ++index) {
    const Value& argument = function.arguments()[index];
    arguments.push_back(result->add_argument(argument.type(), argument.definition().name,
                                             function.argument_attributes()[index]));
  }
  Copy copy(function, result->graph(), arguments, replacement);
  for (const std::uint32_t id : function.body()) copy.copy(id);
  for (std::size_t index = 0; index < function.results().size(); ++index) {
    result->add_result(copy.image(function.results()[index]), function.result_attributes()[index]);
  }
  for (const std::uint32_t effect : copy.effects()) result->add_effect(effect);
  result->attributes() = function.attributes();
  result->visibility() = function.visibility();
  return result;
}

std::shared_ptr<Function> finished(const Function& function) {
  return rewritten(function, {});
}

}  // namespace stepwright
