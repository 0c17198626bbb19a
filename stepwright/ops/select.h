#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// select: on_true where pred holds, else on_false; a rank-0 pred chooses for all elements.
struct Select {
  static constexpr std::string_view name = "stablehlo.select";
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 3);
    const auto shown = [&] { return to_string(types); };
    constrain(is_boolean(types[0].element), "select_i1", "pred is a tensor of i1", shown);
    constrain(types[0].rank() == 0 || types[0].dimensions == types[1].dimensions, "select_c1",
              "pred is rank 0 or has the shape of on_true", shown);
    constrain(types[1] == types[2], "select_c2", "on_true and on_false have one type", shown);
    return {types[1]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const auto& pred = here.operand(0).integers();
    const auto chosen = [&](const auto& on_true, const auto& on_false) {
      auto result = on_false;
      for (std::size_t at = 0; at < result.size(); ++at) {
        if (pred[pred.size() == 1 ? 0 : at] != 0) result[at] = on_true[at];
      }
      return Results<D>{Tensor<D>(here.type(), std::move(result))};
    };
    if (is_floating(here.type().element)) return chosen(here.operand(1).scalars(), here.operand(2).scalars());
    return chosen(here.operand(1).integers(), here.operand(2).integers());
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer << " : ";
    printer.type(printer.operand_type(0));
    printer << ", ";
    printer.type(printer.result_type(0));
  }
  static ParsedOperation parse(OperationParser& parser) {
    std::vector<Value> operands = parser.operands();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.types_or_function_type();
    if (type.results.empty()) {  // the types of pred and result
      type.results = {type.operands.back()};
      type.operands.push_back(type.operands.back());
    }
    return {Select{}, std::move(operands), std::move(type.operands), std::move(type.results),
            std::move(extra)};
  }
};

}  // namespace op

inline Value select(Value pred, Value on_true, Value on_false) {
  return apply(op::Select{}, {pred, on_true, on_false});
}

}  // namespace stepwright

#include "stepwright/ops/constant.h"

namespace stepwright {

// The cotangent goes to the operand that was chosen.
inline Gradient op::Select::vjp(const Application& here) const {
  const Value dy = here.cotangent();
  const Value zero = constant_like(dy, 0.0);
  const Value pred = here.operands[0];
  return Cotangents{std::nullopt, select(pred, dy, zero), select(pred, zero, dy)};
}

}  // namespace stepwright
