#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// optimization_barrier: the operands as they are; the compiler moves no operation across.
struct OptimizationBarrier {
  static constexpr std::string_view name = "stablehlo.optimization_barrier";
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const { return {types.begin(), types.end()}; }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    return {here.operands.begin(), here.operands.end()};
  }

  Gradient vjp(const Application& here) const {
    return Cotangents(here.cotangents.begin(), here.cotangents.end());
  }

  // `stablehlo.optimization_barrier %a, %b : tensor<2xf32>, tensor<f32>`; `()` without operands.
  void print(OperationPrinter& printer) const {
    printer.extra_attributes();
    if (printer.operand_count() == 0) {
      printer << "()";
      return;
    }
    printer << " ";
    printer.operands();
    printer << " : ";
    for (std::size_t operand = 0; operand < printer.operand_count(); ++operand) {
      if (operand > 0) printer << ", ";
      printer.type(printer.operand_type(operand));
    }
  }
  static ParsedOperation parse(OperationParser& parser) {
    AttributeDictionary extra = parser.attributes();
    if (parser.accept("(")) {
      parser.expect(")");
      return {OptimizationBarrier{}, {}, {}, {}, std::move(extra)};
    }
    std::vector<Value> operands = parser.operands();
    parser.expect(":");
    std::vector<TensorType> types;
    do types.push_back(parser.type());
    while (parser.accept(","));
    return {OptimizationBarrier{}, std::move(operands), types, types, std::move(extra)};
  }
};

}  // namespace op

inline std::vector<Value> optimization_barrier(std::span<const Value> values) {
  return apply_all(op::OptimizationBarrier{}, values);
}

}  // namespace stepwright
