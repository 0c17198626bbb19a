#pragma once

#include <functional>
#include <optional>
#include <span>

#include "stepwright/ir/function.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

// A region of two rank-0 arguments per element type: the reducer of reduce, reduce_window, scatter,
// all_reduce. `combine` gets the left and right argument.
Region binary_region(ElementType element, const std::function<Value(Value, Value)>& combine);

// A region that is one operation on its own two rank-0 arguments in order.
template <class Op>
Region region_of(ElementType element) {
  return binary_region(element, [](Value a, Value b) { return apply(Op{}, {a, b}); });
}

// The single operation that a region of two arguments applies to them in order; null when the region is
// anything else.
const Operation* single_operation(const Region& region);

template <class Op>
bool combines_by(const Region& region) {
  const Operation* operation = single_operation(region);
  return operation != nullptr && operation->as<Op>() != nullptr;
}

}  // namespace stepwright
