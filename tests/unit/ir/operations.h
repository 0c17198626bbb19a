#pragma once

// A handful of operations that between them have every form of syntax, so that the tests of `ir` need no room
// above it.

#include <string>
#include <tuple>
#include <vector>

#include "stepwright/ir/codecs.h"
#include "stepwright/ir/constraint.h"
#include "stepwright/ir/operation_model.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/printer.h"

namespace stepwright::test {

using OperandTypes = std::span<const TensorType>;

// `stablehlo.add %a, %b : T`
struct Add {
  static constexpr std::string_view name = "stablehlo.add";
  static constexpr std::tuple<> fields() { return {}; }
  std::vector<TensorType> infer(OperandTypes types) const {
    constrain(types.size() == 2 && types[0] == types[1], "add_c1", "the operands have one type", "others");
    return {types[0]};
  }
  Gradient vjp(const Application&) const { return NotDifferentiable{"this is a test"}; }
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
    return {Add{}, std::move(operands), std::move(type.operands), std::move(type.results), std::move(extra)};
  }
};

struct Constant {
  static constexpr std::string_view name = "stablehlo.constant";
  Literal value = Literal::splat({ElementType::f32, {}}, 0);
  static constexpr auto fields() { return std::tuple{field("value", &Constant::value)}; }
  std::vector<TensorType> infer(OperandTypes) const { return {value.type()}; }
  Gradient vjp(const Application&) const { return Cotangents{}; }
  void print(OperationPrinter& printer) const {
    printer.extra_attributes();
    printer << " ";
    printer.attribute({value});
  }
  static ParsedOperation parse(OperationParser& parser) {
    AttributeDictionary extra = parser.attributes();
    Literal value = Codec<Literal>::decode(parser.attribute());
    TensorType type = value.type();
    return {Constant{std::move(value)}, {}, {}, {std::move(type)}, std::move(extra)};
  }
};

// `stablehlo.transpose %x, dims = [1, 0] : (T) -> U`
struct Transpose {
  static constexpr std::string_view name = "stablehlo.transpose";
  std::vector<std::int64_t> permutation;
  static constexpr auto fields() { return std::tuple{field("permutation", &Transpose::permutation)}; }
  std::vector<TensorType> infer(OperandTypes types) const {
    TensorType result{types[0].element, {}};
    for (const std::int64_t axis : permutation) result.dimensions.push_back(types[0].dimension(axis));
    return {result};
  }
  Gradient vjp(const Application&) const { return NotDifferentiable{"this is a test"}; }
  void print(OperationPrinter& printer) const {
    printer << " ";
    printer.operands();
    printer << ", dims = ";
    printer.integers(permutation);
    constexpr std::array<std::string_view, 1> elided{"permutation"};
    printer.attributes(elided);
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Transpose op;
    std::vector<Value> operands = parser.operands();
    parser.expect(",");
    parser.expect("dims");
    parser.expect("=");
    op.permutation = parser.integers();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    return {std::move(op), std::move(operands), std::move(type.operands), std::move(type.results),
            std::move(extra)};
  }
};

// `stablehlo.reduce(%x init: %z) applies stablehlo.add … : (T, U) -> V`, or with its body: a region that
// takes no values from outside.
struct Reduce {
  static constexpr std::string_view name = "stablehlo.reduce";
  std::vector<std::int64_t> dimensions;
  std::vector<Region> regions;
  static constexpr auto fields() { return std::tuple{field("dimensions", &Reduce::dimensions)}; }
  std::vector<TensorType> infer(OperandTypes types) const {
    constrain(regions.front()->arguments().size() == types.size(), "reduce_c6", "the body fits", "another");
    return {types.begin() + std::ssize(types) / 2, types.end()};
  }
  Gradient vjp(const Application&) const { return NotDifferentiable{"this is a test"}; }
  void print(OperationPrinter& printer) const {
    const std::size_t inputs = printer.operand_count() / 2;
    const Node& last = regions[0]->results()[0].definition();
    const bool compact =
        inputs == 1 && regions[0]->body().size() == 1 && last.operation->attributes().empty();
    for (std::size_t input = 0; input < inputs; ++input) {
      printer << (input > 0 ? ", (" : "(");
      printer.operand(input);
      printer << " init: ";
      printer.operand(inputs + input);
      printer << ")";
    }
    if (compact) printer << " applies " << last.operation->name();
    printer << " across dimensions = ";
    printer.integers(dimensions);
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
    if (!compact) printer.reducer(regions[0], inputs);
  }
  static ParsedOperation parse(OperationParser& parser) {
    Reduce op;
    std::vector<Value> operands;
    std::vector<Value> initial;
    do {
      parser.expect("(");
      operands.push_back(parser.operand());
      parser.expect("init");
      parser.expect(":");
      initial.push_back(parser.operand());
      parser.expect(")");
    } while (parser.accept(","));
    if (parser.accept("applies")) {
      op.regions = {parser.region_applying(parser.operation_name(), initial[0].element())};
    }
    for (const std::string_view word : {"across", "dimensions", "="}) parser.expect(word);
    op.dimensions = parser.integers();
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    if (op.regions.empty()) op.regions = {parser.reducer()};
    operands.insert(operands.end(), initial.begin(), initial.end());
    return {std::move(op), std::move(operands), std::move(type.operands), std::move(type.results),
            std::move(extra)};
  }
};

// `stablehlo.while(%i = %init) : T cond {…} do {…}`: regions that capture, with arguments named before them.
struct While {
  static constexpr std::string_view name = "stablehlo.while";
  static constexpr bool captures_values = true;
  std::vector<Region> regions;
  static constexpr std::tuple<> fields() { return {}; }
  std::vector<TensorType> infer(OperandTypes types) const {
    const std::size_t captures = regions[0]->captures();
    constrain(regions[1]->argument_types() == std::vector(types.begin(), types.end()), "while_c2",
              "the body fits", "another");
    return {types.begin(), types.end() - static_cast<std::ptrdiff_t>(captures)};
  }
  Gradient vjp(const Application&) const { return NotDifferentiable{"this is a test"}; }
  void print(OperationPrinter& printer) const {
    printer.name_block_arguments(regions[0]);
    printer << "(";
    for (std::size_t index = 0; index < printer.operand_count(); ++index) {
      if (index > 0) printer << ", ";
      printer.block_argument(index);
      printer << " = ";
      printer.operand(index);
    }
    printer << ")";
    for (std::size_t index = 0; index < printer.operand_count(); ++index) {
      printer << (index > 0 ? ", " : " : ");
      printer.type(printer.operand_type(index));
    }
    printer.newline();
    printer << "cond ";
    printer.region(regions[0], false);
    printer << " do ";
    printer.region(regions[1], false);
  }
  static ParsedOperation parse(OperationParser& parser) {
    While op;
    std::vector<BlockArgument> arguments;
    std::vector<Value> operands;
    parser.expect("(");
    do {
      const std::string_view argument = parser.value_name();
      parser.expect("=");
      operands.push_back(parser.operand());
      arguments.push_back({argument, operands.back().type()});
    } while (parser.accept(","));
    parser.expect(")");
    FunctionType type = parser.types_or_function_type();
    parser.expect("cond");
    op.regions.push_back(parser.region(arguments));
    parser.expect("do");
    op.regions.push_back(parser.region(arguments));
    return {std::move(op), std::move(operands), type.operands, type.operands, {}};
  }
};

// In the generic form only: an operation of any results, with regions that capture, an inherent attribute and
// an optional one.
struct Generic {
  static constexpr std::string_view name = "test.generic";
  static constexpr bool captures_values = true;
  std::int64_t dimension = 0;
  std::optional<bool> is_stable;
  std::vector<Region> regions;
  std::vector<TensorType> result_types;
  static constexpr auto fields() {
    return std::tuple{field("dimension", &Generic::dimension), field("is_stable", &Generic::is_stable)};
  }
  std::vector<TensorType> infer(OperandTypes) const { return result_types; }
  Gradient vjp(const Application&) const { return NotDifferentiable{"this is a test"}; }
};

// No results, kept for its effect.
struct Check {
  static constexpr std::string_view name = "check.expect";
  static constexpr std::tuple<> fields() { return {}; }
  bool has_effect() const { return true; }
  std::vector<TensorType> infer(OperandTypes) const { return {}; }
  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }
};

inline OperationReaders readers() {
  const auto entry = []<class Op>(std::type_identity<Op>) {
    return std::pair{std::string(Op::name), reader_of<Op>()};
  };
  return {entry(std::type_identity<Add>{}),       entry(std::type_identity<Constant>{}),
          entry(std::type_identity<Transpose>{}), entry(std::type_identity<Reduce>{}),
          entry(std::type_identity<While>{}),     entry(std::type_identity<Generic>{}),
          entry(std::type_identity<Check>{})};
}

inline Module parsed(std::string_view text) {
  return parse(text, "test.mlir", readers());
}

}  // namespace stepwright::test
