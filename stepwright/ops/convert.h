#pragma once

#include "stepwright/ops/elementwise.h"

namespace stepwright {

namespace op {

// convert: from one element type to another. Booleans are 0 and 1; a float becomes an integer by truncation;
// a number becomes a boolean by comparison with zero; rounding to a narrower float is to nearest even.
struct Convert {
  static constexpr std::string_view name = "stablehlo.convert";
  TensorType result_type;
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 1);
    constrain(types[0].dimensions == result_type.dimensions, "convert_c1", "the shape stays",
              [&] { return to_string(types) + " -> " + to_string(result_type); });
    return {result_type};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const D& domain = here.domain();
    const ElementType from = here.operand().element();
    const ElementType to = result_type.element;
    if (is_floating(from) && is_floating(to)) {
      return {mapped<D, Scalar<D>>(here.operand().scalars(),
                                   [&](const auto& x) { return domain.convert(x, to); })};
    }
    if (is_floating(from)) {
      return {mapped<D, std::int64_t>(here.operand().scalars(), [&](const auto& x) -> std::int64_t {
        if (is_boolean(to)) return !domain.equal(x, domain.literal(0.0, from));
        return domain.to_integer(x, to);
      })};
    }
    if (is_floating(to)) {
      return {mapped<D, Scalar<D>>(here.operand().integers(), [&](std::int64_t x) {
        return is_unsigned(from) ? domain.from_unsigned(static_cast<std::uint64_t>(x), to)
                                 : domain.from_integer(x, to);
      })};
    }
    return {mapped<D, std::int64_t>(here.operand().integers(), [&](std::int64_t x) -> std::int64_t {
      return is_boolean(to) ? x != 0 : wrapped(x, to);
    })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer.extra_attributes();
    printer.same_type_or_function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Convert op;
    const Value operand = parser.operand();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.same_type_or_function_type(1);
    set_declared_types(op, type.results);
    return {std::move(op), {operand}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }

 private:
  template <Domain D, class To, class From, class Map>
  Tensor<D> mapped(const std::vector<From>& from, Map&& map) const {
    std::vector<To> to;
    to.reserve(from.size());
    for (const From& x : from) to.push_back(map(x));
    return Tensor<D>(result_type, std::move(to));
  }
};

}  // namespace op

// The value itself when it has this element type already.
inline Value convert(Value x, ElementType element) {
  if (x.element() == element) return x;
  return apply(op::Convert{{element, x.dimensions()}}, {x});
}

// Between floating types: the cotangent, converted back. Integers carry no cotangent.
inline Gradient op::Convert::vjp(const Application& here) const {
  const ElementType from = here.operands[0].element();
  if (!is_floating(from) || !is_floating(result_type.element)) return Cotangents{std::nullopt};
  return Cotangents{convert(here.cotangent(), from)};
}

}  // namespace stepwright
