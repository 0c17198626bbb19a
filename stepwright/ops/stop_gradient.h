#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// The operand itself, through which no gradient flows. StableHLO has no such operation: it is a mark in the
// graph while a step is built, and `finished` (ir/rewrite.h) takes it out again before the step is printed.
struct StopGradient {
  static constexpr std::string_view name = "stepwright.stop_gradient";
  static constexpr bool is_mark = true;
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    return {types[0]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    return {here.operand()};
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }
};

}  // namespace op

inline Value stop_gradient(Value x) {
  return apply(op::StopGradient{}, {x});
}

}  // namespace stepwright
