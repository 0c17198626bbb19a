#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

// `stablehlo.add %a, %b : tensor<2xf32>`: operands and result of one type, no attributes.
template <class Op>
struct SameTypeSyntax {
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer.same_type_or_function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    std::vector<Value> operands = parser.operands();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.same_type_or_function_type(operands.size());
    return {Op{}, std::move(operands), std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

// An integer result kept to the width of its type: two's complement wrap-around.
std::int64_t wrapped(std::int64_t value, ElementType type);

// Operations of one operand that act on each element alone. Op says
//   elements                                 the kinds of element it takes
//   on_float(domain, x, type) -> Scalar      and/or on_integer(x, type) -> int64
//   derivative(x, y, dy) -> Value            the cotangent of the operand, from operand, result, cotangent;
//                                            none (an empty optional) where the result does not vary
template <class Op>
struct UnaryElementwise : SameTypeSyntax<Op> {
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    expect_elements(types[0], Op::elements, constraint_name(Op::name, "i1"));
    return {types[0]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const TensorType& type = here.type();
    if constexpr (contains(Op::elements, Elements::floating)) {
      if (is_floating(type.element)) {
        std::vector<Scalar<D>> result;
        result.reserve(here.operand().scalars().size());
        for (const auto& x : here.operand().scalars()) {
          result.push_back(Op::on_float(here.domain(), x, type.element));
        }
        return {Tensor<D>(type, std::move(result))};
      }
    }
    if constexpr (requires { Op::on_integer(std::int64_t{}, ElementType{}); }) {
      std::vector<std::int64_t> result;
      result.reserve(here.operand().integers().size());
      for (const std::int64_t x : here.operand().integers()) {
        result.push_back(wrapped(Op::on_integer(x, type.element), type.element));
      }
      return {Tensor<D>(type, std::move(result))};
    }
    throw InternalError("the type rule lets only elements pass that the meaning covers");
  }

  Gradient vjp(const Application& here) const {
    return Cotangents{Op::derivative(here.operands[0], here.results[0], here.cotangent())};
  }
};

// Operations of two operands of one type that act on each pair of elements alone. Op says
//   elements, on_float(domain, a, b, type) and/or on_integer(a, b, type)
//   derivatives(a, b, y, dy) -> Cotangents
template <class Op>
struct BinaryElementwise : SameTypeSyntax<Op> {
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 2);
    expect_same_types(types, constraint_name(Op::name, "c1"));
    expect_elements(types[0], Op::elements, constraint_name(Op::name, "i1"));
    return {types[0]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const TensorType& type = here.type();
    const auto zipped = [&](const auto& a, const auto& b, auto&& combine) {
      std::remove_cvref_t<decltype(a)> result;
      result.reserve(a.size());
      for (std::size_t at = 0; at < a.size(); ++at) result.push_back(combine(a[at], b[at]));
      return Results<D>{Tensor<D>(type, std::move(result))};
    };
    const Tensor<D>& a = here.operand(0);
    const Tensor<D>& b = here.operand(1);
    if constexpr (contains(Op::elements, Elements::floating)) {
      if (is_floating(type.element)) {
        return zipped(a.scalars(), b.scalars(), [&](const auto& x, const auto& y) {
          return Op::on_float(here.domain(), x, y, type.element);
        });
      }
    }
    if constexpr (requires { Op::on_integer(std::int64_t{}, std::int64_t{}, ElementType{}); }) {
      return zipped(a.integers(), b.integers(), [&](std::int64_t x, std::int64_t y) {
        return wrapped(Op::on_integer(x, y, type.element), type.element);
      });
    }
    throw InternalError("the type rule lets only elements pass that the meaning covers");
  }

  Gradient vjp(const Application& here) const {
    return Op::derivatives(here.operands[0], here.operands[1], here.results[0], here.cotangent());
  }
};

}  // namespace stepwright
