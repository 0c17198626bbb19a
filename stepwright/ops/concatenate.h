#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// concatenate: the inputs one after the other along `dimension`.
struct Concatenate {
  static constexpr std::string_view name = "stablehlo.concatenate";
  std::int64_t dimension = 0;
  static constexpr auto fields() { return std::tuple{field("dimension", &Concatenate::dimension)}; }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    if (is_floating(here.type().element)) {
      return {joined(
          here, [](const Tensor<D>& input) -> const auto& { return input.scalars(); })};
    }
    return {joined(
        here, [](const Tensor<D>& input) -> const auto& { return input.integers(); })};
  }

  Gradient vjp(const Application& here) const;

  // `stablehlo.concatenate %a, %b, dim = 0 : (T, U) -> V`
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", dim = ";
    printer.integer(dimension);
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Concatenate op;
    std::vector<Value> inputs{parser.operand()};
    while (parser.accept(","), !parser.accept("dim")) inputs.push_back(parser.operand());
    parser.expect("=");
    op.dimension = parser.integer();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    return {op, std::move(inputs), std::move(type.operands), std::move(type.results), std::move(extra)};
  }

 private:
  // In row-major order the result is, for each index of the dimensions before `dimension`, a run of elements
  // from each input in turn.
  template <Domain D, class ElementsOf>
  Tensor<D> joined(const Evaluation<D>& here, ElementsOf&& elements_of) const {
    const Dimensions& shape = here.type().dimensions;
    const auto split = shape.begin() + dimension;
    const std::int64_t runs = element_count(Dimensions(shape.begin(), split));
    std::remove_cvref_t<decltype(elements_of(here.operand()))> result;
    result.reserve(static_cast<std::size_t>(here.type().count()));
    for (std::int64_t run = 0; run < runs; ++run) {
      for (const Tensor<D>& input : here.operands) {
        const std::int64_t length = input.type().count() / runs;
        const auto from = elements_of(input).begin() + run * length;
        result.insert(result.end(), from, from + length);
      }
    }
    return Tensor<D>(here.type(), std::move(result));
  }
};

inline std::vector<TensorType> Concatenate::infer(OperandTypes types) const {
  const auto shown = [&] { return "dimension " + std::to_string(dimension) + " of " + to_string(types); };
  constrain(!types.empty(), "concatenate_c3", "there is an input", shown);
  constrain(dimension >= 0 && dimension < types[0].rank(), "concatenate_c4",
            "dimension is a dimension of the inputs", shown);
  const auto axis = static_cast<std::size_t>(dimension);
  TensorType result = types[0];
  result.dimensions[axis] = 0;
  for (const TensorType& type : types) {
    constrain(type.element == result.element, "concatenate_c1", "the inputs have one element type", shown);
    constrain(type.rank() == result.rank(), "concatenate_c2", "the inputs have one rank", shown);
    TensorType expected = result;
    expected.dimensions[axis] = type.dimensions[axis];
    constrain(type == expected, "concatenate_c2", "the inputs have one shape but for `dimension`", shown);
    std::int64_t& total = result.dimensions[axis];
    constrain(!__builtin_add_overflow(total, type.dimensions[axis], &total), "concatenate_c6",
              "the sizes along `dimension` add up to less than 2^63", shown);
  }
  return {result};
}

}  // namespace op

// The value itself when there is one.
inline Value concatenate(std::span<const Value> inputs, std::int64_t dimension) {
  if (inputs.size() == 1) return inputs.front();
  return apply_all(op::Concatenate{dimension}, inputs).front();
}
inline Value concatenate(std::initializer_list<Value> inputs, std::int64_t dimension) {
  return concatenate(std::span<const Value>(inputs.begin(), inputs.size()), dimension);
}

}  // namespace stepwright

#include "stepwright/ops/slice.h"

namespace stepwright {

// To each input the cotangents of its part.
inline Gradient op::Concatenate::vjp(const Application& here) const {
  const Value dy = here.cotangent();
  const auto axis = static_cast<std::size_t>(dimension);
  std::vector<std::int64_t> start(dy.dimensions().size(), 0);
  std::vector<std::int64_t> limit = dy.dimensions();
  Cotangents cotangents(here.operands.size());
  for (std::size_t input = 0; input < here.operands.size(); ++input) {
    limit[axis] = start[axis] + here.operands[input].dimensions()[axis];
    if (here.wanted[input]) cotangents[input] = slice(dy, start, limit);
    start[axis] = limit[axis];
  }
  return cotangents;
}

}  // namespace stepwright
