#pragma once

#include <span>
#include <vector>

#include "stepwright/ir/graph.h"

namespace stepwright {

// The gradient of `loss`, a rank-0 floating value, with respect to each value of `wrt`: ordinary operations
// of the same graph, of the same types as `wrt`; zeros where the loss does not depend on it. UserError,
// naming the path, where an operation on the way has no gradient.
std::vector<Value> gradient(Value loss, std::span<const Value> wrt);

// The same sweep from any results with given cotangents: Jᵀ applied to `cotangents`.
std::vector<Value> pull_back(std::span<const Value> results, std::span<const Value> cotangents,
                             std::span<const Value> wrt);

}  // namespace stepwright
