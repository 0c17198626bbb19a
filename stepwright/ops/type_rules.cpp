#include "stepwright/ops/type_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string listed(std::span<const std::int64_t> values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
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

namespace {

struct NamedElements {
  Elements kind;
  std::string_view name;
};
// Wider kinds first, so that a message says "integer" where both signs are allowed.
constexpr NamedElements kNamedElements[] = {
    {Elements::floating, "floating-point"},
    {Elements::integer, "integer"},
    {Elements::signed_integer, "signed integer"},
    {Elements::unsigned_integer, "unsigned integer"},
    {Elements::boolean, "boolean"},
};

Elements elements_of(ElementType type) {
  if (is_floating(type)) return Elements::floating;
  if (is_boolean(type)) return Elements::boolean;
  return is_signed(type) ? Elements::signed_integer : Elements::unsigned_integer;
}

}  // namespace

std::string constraint_name(std::string_view operation, std::string_view rule) {
  return fmt::format("{}_{}", operation.substr(operation.find('.') + 1), rule);
}

bool is_promotable(ElementType from, ElementType to) {
  const bool same_kind = is_floating(from) == is_floating(to) && is_boolean(from) == is_boolean(to);
  return same_kind && info(from).bits <= info(to).bits;
}

bool allows(Elements elements, ElementType type) {
  return contains(elements, elements_of(type));
}

void expect_elements(const TensorType& type, Elements elements, std::string_view constraint) {
  if (allows(elements, type.element)) return;
  std::string wanted;
  auto left = static_cast<unsigned>(elements);
  for (const auto& [kind, name] : kNamedElements) {
    if (!contains(static_cast<Elements>(left), kind)) continue;
    left &= ~static_cast<unsigned>(kind);
    if (!wanted.empty()) wanted += " or ";
    wanted += name;
  }
  constrain(false, constraint, "the elements are " + wanted, to_string(type), "convert the operand");
}

}  // namespace stepwright
