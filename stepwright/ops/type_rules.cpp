#include "stepwright/ops/type_rules.h"

#include <fmt/format.h>

#include "stepwright/ir/constraint.h"

namespace stepwright {

std::string to_string(OperandTypes types) {
  std::string text = "(";
  for (const TensorType& type : types) {
    if (text.size() > 1) text += ", ";
    text += to_string(type);
  }
  return text + ")";
}

void expect_operands(OperandTypes types, std::size_t count) {
  if (types.size() == count) return;
  throw UserError({.what = "takes another number of operands",
                   .where = {},
                   .expected = fmt::format("{} operand{}", count, count == 1 ? "" : "s"),
                   .found = fmt::format("{}: {}", types.size(), to_string(types)),
                   .remedy = {}});
}

void expect_same_types(OperandTypes types, std::string_view constraint) {
  for (const TensorType& type : types) {
    constrain(
        type == types.front(), constraint, "the operands have one type", [&] { return to_string(types); },
        "broadcast, reshape or convert one of them");
  }
}

bool allows(Elements elements, ElementType type) {
  const auto has = [&](Elements kind) {
    return (static_cast<unsigned>(elements) & static_cast<unsigned>(kind)) != 0;
  };
  if (is_floating(type)) return has(Elements::floating);
  if (is_boolean(type)) return has(Elements::boolean);
  return has(Elements::integer);
}

void expect_elements(const TensorType& type, Elements elements, std::string_view constraint) {
  if (allows(elements, type.element)) return;
  std::string wanted;
  const auto add = [&](Elements kind, std::string_view name) {
    if ((static_cast<unsigned>(elements) & static_cast<unsigned>(kind)) == 0) return;
    if (!wanted.empty()) wanted += " or ";
    wanted += name;
  };
  add(Elements::floating, "floating-point");
  add(Elements::integer, "integer");
  add(Elements::boolean, "boolean");
  constrain(false, constraint, "the elements are " + wanted, to_string(type), "convert the operand");
}

}  // namespace stepwright
