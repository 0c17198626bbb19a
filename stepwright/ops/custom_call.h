#pragma once

#include <optional>

#include "stepwright/ops/checking.h"
#include "stepwright/ops/common.h"

namespace stepwright {

namespace op {

// custom_call: whatever the plugin calls by `call_target_name`. What it computes is not known here, so it has
// neither a meaning nor a gradient; it is kept as it stands.
struct CustomCall {
  static constexpr std::string_view name = "stablehlo.custom_call";
  std::string call_target_name;
  std::optional<bool> has_side_effect;           // default false
  std::optional<Attribute> backend_config;       // a string, or a dictionary with api_version 4
  std::optional<std::int32_t> api_version;       // default 1
  std::optional<Attribute> called_computations;  // [@f, @g]
  std::optional<Attribute> operand_layouts;      // one `dense<[1, 0]> : tensor<2xindex>` each, minor to major
  std::optional<Attribute> result_layouts;
  std::optional<Attribute> output_operand_aliases;
  std::optional<Attribute> result_tilings;
  std::vector<TensorType> result_types;
  static constexpr auto fields() {
    return std::tuple{field("call_target_name", &CustomCall::call_target_name),
                      field("has_side_effect", &CustomCall::has_side_effect),
                      field("backend_config", &CustomCall::backend_config),
                      field("api_version", &CustomCall::api_version),
                      field("called_computations", &CustomCall::called_computations),
                      field("operand_layouts", &CustomCall::operand_layouts),
                      field("result_layouts", &CustomCall::result_layouts),
                      field("output_operand_aliases", &CustomCall::output_operand_aliases),
                      field("result_tilings", &CustomCall::result_tilings)};
  }

  bool has_effect() const { return has_side_effect.value_or(false); }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    if (is_check_target(call_target_name)) return check_by_custom_call(call_target_name, here);
    throw UnsupportedOperation({.what = "the custom call @" + call_target_name + " has no meaning known here",
                                .where = {},
                                .expected = {},
                                .found = {},
                                .remedy = "run the program on a plugin that has it"});
  }

  Gradient vjp(const Application&) const {
    return NotDifferentiable{"what the custom call @" + call_target_name + " computes is not known"};
  }

  // `stablehlo.custom_call @target(%x) {api_version = 4 : i32} : (T) -> U`
  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

 private:
  void expect_layouts(const Attribute& layouts, std::size_t values, std::string_view of) const;
};

inline void CustomCall::expect_layouts(const Attribute& layouts, std::size_t values,
                                       std::string_view of) const {
  const auto* list = std::get_if<Attribute::List>(&layouts.value);
  constrain(list != nullptr && list->size() == values, "custom_call layouts",
            "there is one layout for each " + std::string(of), [&] { return to_string(layouts); });
}

inline std::vector<TensorType> CustomCall::infer(OperandTypes types) const {
  constrain(operand_layouts.has_value() == result_layouts.has_value(), "custom_call layouts",
            "operands and results both have layouts, or neither has", "@" + call_target_name);
  if (operand_layouts) {
    expect_layouts(*operand_layouts, types.size(), "operand");
    expect_layouts(*result_layouts, result_types.size(), "result");
  }
  return result_types;
}

// As MLIR does, leaves out the attributes that have their default value.
inline void CustomCall::print(OperationPrinter& printer) const {
  const auto is_empty_list = [](const std::optional<Attribute>& attribute) {
    const auto* list = attribute ? std::get_if<Attribute::List>(&attribute->value) : nullptr;
    return list != nullptr && list->empty();
  };
  std::vector<std::string_view> elided{"call_target_name"};
  if (has_side_effect == false) elided.push_back("has_side_effect");
  if (api_version == 1) elided.push_back("api_version");
  if (is_empty_list(called_computations)) elided.push_back("called_computations");
  if (is_empty_list(output_operand_aliases)) elided.push_back("output_operand_aliases");
  printer << " ";
  printer.attribute({SymbolAttribute{call_target_name}});
  printer << "(";
  printer.operands();
  printer << ")";
  printer.attributes(elided);
  printer << " : ";
  printer.function_type();
}

inline ParsedOperation CustomCall::parse(OperationParser& parser) {
  CustomCall op;
  std::string target = parser.symbol();
  parser.expect("(");
  std::vector<Value> operands = parser.operands();
  parser.expect(")");
  AttributeDictionary attributes = parser.attributes();
  attributes.emplace("call_target_name", Attribute{std::move(target)});
  FunctionType type = parser.function_type();
  take_attributes(op, attributes);
  set_declared_types(op, type.results);
  return {std::move(op), std::move(operands), std::move(type.operands), std::move(type.results),
          std::move(attributes)};
}

}  // namespace op

inline std::vector<Value> custom_call(op::CustomCall call, std::span<const Value> operands) {
  return apply_all(std::move(call), operands);
}

}  // namespace stepwright
