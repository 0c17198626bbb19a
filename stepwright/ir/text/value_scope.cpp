#include "stepwright/ir/text/value_scope.h"

#include <fmt/format.h>

#include "stepwright/base/suggest.h"
#include "stepwright/ir/operation.h"
#include "stepwright/ir/text/characters.h"
#include "stepwright/ir/text/parser.h"

namespace stepwright {

std::string_view hint_of(std::string_view name) {
  const std::string_view bare = name.substr(1);
  return is_digit(bare[0]) ? std::string_view{} : bare;
}

void ValueScope::define(std::string_view name, std::vector<Value> values, std::size_t offset) {
  for (const ValueScope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->values_.contains(name)) {
      reader_.fail_at(offset, fmt::format("the value {} is defined already", name), "a new name");
    }
  }
  values_.emplace(name, std::move(values));
}

Value ValueScope::resolve(const Token& name, std::size_t result) {
  const auto found = values_.find(name.text);
  if (found == values_.end()) {
    if (outer_ == nullptr) undefined(name);
    return bring_in(outer_->resolve(name, result), name);
  }
  if (result >= found->second.size()) {
    reader_.fail_at(name.offset, fmt::format("{} has no result #{}", name.text, result),
                    fmt::format("a number below {}", found->second.size()));
  }
  return found->second[result];
}

void ValueScope::undefined(const Token& name) const {
  std::vector<std::string> known;
  for (const auto& [value, results] : values_) known.emplace_back(value);
  const std::string nearest = nearest_name(name.text, known);
  reader_.fail_at(name.offset, fmt::format("the value {} is not defined", name.text),
                  "a value defined before", {},
                  nearest.empty() ? "" : fmt::format("did you mean `{}`?", nearest));
}

void ValueScope::take_captures() {
  for (const Value& outside : operation_->captured) {
    brought_in_.emplace(outside, function_.capture(outside.type(), outside.definition().name));
  }
}

Value ValueScope::bring_in(const Value& outside, const Token& name) {
  const auto known = brought_in_.find(outside);
  if (known != brought_in_.end()) return known->second;
  const Node& node = outside.definition();
  Value inside;
  if (operation_->captures_values) {
    operation_->captured.push_back(outside);
    inside = function_.capture(outside.type(), node.name);
  } else if (!node.is_argument() && node.operands.empty()) {
    const std::uint32_t copy = function_.graph().append(*node.operation, {}, node.extra);
    inside = function_.graph().value(copy, outside.result).named(node.name);
  } else {
    throw UnsupportedOperation(
        {.what = fmt::format("the region of {} uses the value {} from outside", operation_->name, name.text),
         .where = reader_.source().place(name.offset),
         .expected = "the region's own arguments, and constants",
         .found = {},
         .remedy = {}});
  }
  brought_in_.emplace(outside, inside);
  return inside;
}

}  // namespace stepwright
