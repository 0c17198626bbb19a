#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "stepwright/ir/function.h"

namespace stepwright {

// Copies the operations of `from` that its results and effects need into `graph`, with `arguments` in the
// place of from's own, and returns what its results become. Names come along.
std::vector<Value> splice(const Function& from, Graph& graph, std::span<const Value> arguments);

// What an application becomes in a copy of its function: its results there, from its operands there; none:
// the same application again.
using Replacement = std::function<std::optional<std::vector<Value>>(const Node& application,
                                                                    std::span<const Value> operands)>;

// The function with its applications replaced, without its marks and without what nothing needs. Arguments,
// results, their attributes and names stay.
std::shared_ptr<Function> rewritten(const Function& function, const Replacement& replacement);

// The function without its marks (operations with `is_mark`, which stand for their operand) and without what
// nothing needs: what is printed. Arguments, results, their attributes and names stay.
std::shared_ptr<Function> finished(const Function& function);

}  // namespace stepwright
