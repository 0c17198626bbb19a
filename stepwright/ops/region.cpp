#include "stepwright/ops/region.h"

namespace stepwright {

Region binary_region(ElementType element, const std::function<Value(Value, Value)>& combine) {
  auto function = std::make_shared<Function>("");
  const Value a = function->add_argument({element, {}});
  const Value b = function->add_argument({element, {}});
  function->add_result(combine(a, b));
  return function;
}

const Operation* single_operation(const Region& region) {
  const auto arguments = region->arguments();
  if (arguments.size() != 2 || region->results().size() != 1) return nullptr;
  const Node& node = region->results()[0].definition();
  if (node.is_argument() || node.operands.size() != 2) return nullptr;
  const bool in_order = node.operands[0] == arguments[0] && node.operands[1] == arguments[1];
  return in_order ? node.operation.get() : nullptr;
}

}  // namespace stepwright
