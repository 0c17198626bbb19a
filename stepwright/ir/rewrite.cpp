#include "stepwright/ir/rewrite.h"

#include "stepwright/base/error.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

namespace {

// Where each node of one graph went in another.
class Copy {
 public:
  Copy(const Function& from, Graph& to, std::span<const Value> arguments)
      : from_(from.graph()), to_(to), images_(from.graph().size()) {
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
    const std::uint32_t copied = node.extra.empty() ? to_.apply(*node.operation, operands)
                                                    : to_.append(*node.operation, operands, node.extra);
    if (!node.name.empty()) to_.name(copied, node.name);
    images_[id] = to_.results(copied);
  }

 private:
  const Graph& from_;
  Graph& to_;
  std::vector<std::vector<Value>> images_;
};

}  // namespace

std::vector<Value> splice(const Function& from, Graph& graph, std::span<const Value> arguments) {
  Copy copy(from, graph, arguments);
  for (const std::uint32_t id : from.body()) copy.copy(id);
  std::vector<Value> results;
  for (const Value& result : from.results()) results.push_back(copy.image(result));
  return results;
}

std::shared_ptr<Function> finished(const Function& function) {
  auto result = std::make_shared<Function>(function.name());
  std::vector<Value> arguments;
  for (std::size_t index = 0; index < function.arguments().size(); ++index) {
    const Value& argument = function.arguments()[index];
    arguments.push_back(result->add_argument(argument.type(), argument.definition().name,
                                             function.argument_attributes()[index]));
  }
  const std::vector<Value> results = splice(function, result->graph(), arguments);
  for (std::size_t index = 0; index < results.size(); ++index) {
    result->add_result(results[index], function.result_attributes()[index]);
  }
  result->attributes() = function.attributes();
  result->visibility() = function.visibility();
  return result;
}

}  // namespace stepwright
