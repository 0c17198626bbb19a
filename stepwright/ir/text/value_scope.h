#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/ir/text/token_reader.h"

namespace stepwright {

// An operation of which regions are being read.
struct OpenOperation {
  std::string_view name;
  bool captures_values = false;
  std::vector<Value>
      captured;  // values of the enclosing function, in the order of the regions' last arguments
  std::vector<std::shared_ptr<Function>> regions;
};

// The values that a function or region names, inside those of the enclosing ones.
class ValueScope {
 public:
  ValueScope(const TokenReader& reader, Function& function) : reader_(reader), function_(function) {}
  // Of a region of `operation`, which stands in `outer`.
  ValueScope(const TokenReader& reader, Function& function, ValueScope& outer, OpenOperation& operation)
      : reader_(reader), function_(function), outer_(&outer), operation_(&operation) {}

  Function& function() const { return function_; }

  // Names values, `%x`; UserError at `offset` when the name is taken here or around.
  void define(std::string_view name, std::vector<Value> values, std::size_t offset);
  // The value of a name, in this scope's function: one from outside is captured, or a copy of a constant.
  Value resolve(const Token& name, std::size_t result);
  // Makes arguments of what regions of the same operation captured before; after the region's own arguments.
  void take_captures();

 private:
  Value bring_in(const Value& outside, const Token& name);
  [[noreturn]] void undefined(const Token& name) const;

  const TokenReader& reader_;
  Function& function_;
  ValueScope* outer_ = nullptr;
  OpenOperation* operation_ = nullptr;
  std::unordered_map<std::string_view, std::vector<Value>> values_;
  std::map<Value, Value> brought_in_;  // from the value outside to the one here
};

// The hint for which a name in a text is kept: none when it is a number.
std::string_view hint_of(std::string_view name);

}  // namespace stepwright
