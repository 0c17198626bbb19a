#include "stepwright/ir/text/printer.h"

#include <fmt/format.h>

#include "stepwright/ir/text/attribute_text.h"
#include "stepwright/ir/text/body_printer.h"

namespace stepwright {

namespace {

std::string with_attributes(std::string text, const AttributeDictionary& attributes) {
  if (!attributes.empty()) text += " " + dictionary_text(attributes);
  return text;
}

// `(%x: T {a = 1 : i64}, %y: U)`
std::string arguments_text(const Function& function, BodyPrinter& printer, Frame& frame) {
  std::string text;
  for (std::size_t index = 0; index < function.arguments().size(); ++index) {
    const Value& argument = function.arguments()[index];
    const std::string name = "%" + printer.names().argument(argument.definition().name);
    frame.name(argument.node, name);
    if (index > 0) text += ", ";
    text += with_attributes(fmt::format("{}: {}", name, to_string(argument.type())),
                            function.argument_attributes()[index]);
  }
  return "(" + text + ")";
}

// ` -> T`, ` -> (T {a = 1 : i64}, U)`; nothing without results.
std::string results_text(const Function& function) {
  const std::vector<TensorType> types = function.result_types();
  if (types.empty()) return "";
  std::string text;
  for (std::size_t index = 0; index < types.size(); ++index) {
    if (index > 0) text += ", ";
    text += with_attributes(to_string(types[index]), function.result_attributes()[index]);
  }
  const bool alone = types.size() == 1 && function.result_attributes()[0].empty();
  return alone ? " -> " + text : " -> (" + text + ")";
}

void print_function(const Function& function, std::string& text) {
  BodyPrinter printer(text);
  Frame frame(function);
  text += "  func.func ";
  if (!function.visibility().empty()) text += function.visibility() + " ";
  text += symbol_text(function.name());
  text += arguments_text(function, printer, frame);
  text += results_text(function);
  if (!function.attributes().empty()) text += " attributes " + dictionary_text(function.attributes());
  text += " {\n";
  printer.body(function, frame, "return", 4);
  text += "  }\n";
}

}  // namespace

std::string print(const Module& module) {
  std::string text = "module ";
  if (!module.name.empty()) text += symbol_text(module.name) + " ";
  if (!module.attributes.empty()) text += "attributes " + dictionary_text(module.attributes) + " ";
  text += "{\n";
  for (const auto& function : module.functions) print_function(*function, text);
  return text + "}\n";
}

}  // namespace stepwright
