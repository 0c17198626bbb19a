#include "stepwright/ops/lowering.h"

#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/ops/select_and_scatter.h"

namespace stepwright {

namespace {

Value lowered(const op::SelectAndScatter& op, const std::vector<Value>& operands) {
  if (!op.is_of_extremum() || !is_floating(operands[0].element())) {
    throw UserError({.what = "cannot be written without select_and_scatter",
                     .where = {},
                     .expected = "floating elements, select `compare GE` or `compare LE`, and scatter `add`",
                     .found = to_string(op.select()->argument_types()),
                     .remedy = "keep select_and_scatter, or pool by maximum or minimum"});
  }
  const ElementType element = op.scatter()->result_types().front().element;
  const Value sum = extremum_window(op, operands[0]).scattered(convert(operands[1], element));
  if (is_constant(operands[2], 0.0)) return sum;
  return add(sum, broadcast_to(convert(operands[2], element), sum.dimensions()));
}

}  // namespace

std::shared_ptr<Function> without_select_and_scatter(const Function& function) {
  auto result = std::make_shared<Function>(function.name());
  result->visibility() = function.visibility();
  result->attributes() = function.attributes();
  const Graph& from = function.graph();
  Graph& to = result->graph();
  std::vector<std::vector<Value>> values(from.size());  // in `result`, of each node's results
  for (std::size_t at = 0; at < function.arguments().size(); ++at) {
    const Node& node = function.arguments()[at].definition();
    values[function.arguments()[at].node] = {
        result->add_argument(node.types.front(), node.name, function.argument_attributes()[at])};
  }
  const auto moved = [&](const Value& value) { return values[value.node][value.result]; };
  for (const std::uint32_t id : function.body()) {
    const Node& node = from.node(id);
    std::vector<Value> operands;
    for (const Value& operand : node.operands) operands.push_back(moved(operand));
    if (const auto* op = node.operation->as<op::SelectAndScatter>()) {
      values[id] = {lowered(*op, operands)};
      continue;
    }
    const bool plain = node.extra.empty() && !node.operation->has_effect();
    const std::uint32_t copy =
        plain ? to.apply(*node.operation, operands) : to.append(*node.operation, operands, node.extra);
    if (node.operation->has_effect()) result->add_effect(copy);
    to.name(copy, node.name);
    values[id] = to.results(copy);
  }
  for (std::size_t at = 0; at < function.results().size(); ++at) {
    result->add_result(moved(function.results()[at]), function.result_attributes()[at]);
  }
  return result;
}

}  // namespace stepwright
