#include "stepwright/ops/lowering.h"

#include <optional>
#include <span>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/ir/rewrite.h"
#include "stepwright/ops/select_and_scatter.h"

namespace stepwright {

namespace {

Value lowered(const op::SelectAndScatter& op, std::span<const Value> operands) {
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
  return rewritten(function, [](const Node& application, std::span<const Value> operands) {
    const auto* op = application.operation->as<op::SelectAndScatter>();
    std::optional<std::vector<Value>> replaced;
    if (op != nullptr) replaced = {lowered(*op, operands)};
    return replaced;
  });
}

}  // namespace stepwright
