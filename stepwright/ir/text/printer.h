#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "stepwright/ir/function.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

// The program as text that MLIR's own parser accepts and, with SSA names reset, MLIR's own printer would
// print byte for byte. Ends with a newline.
std::string print(const Module& module);

// What an operation's `print` writes with. `stablehlo.name` and the results (`%0 = `) are printed already,
// so that a custom syntax starts right after the name. Each function appends to the text.
class OperationPrinter {
 public:
  OperationPrinter& operator<<(std::string_view text);

  // Without the values that the operation's regions capture: the text does not list them.
  std::size_t operand_count() const;
  std::size_t result_count() const;
  const TensorType& operand_type(std::size_t operand) const;
  const TensorType& result_type(std::size_t result) const;

  void operand(std::size_t operand);                  // %x
  void operands(std::size_t first, std::size_t end);  // %x, %y
  void operands() { operands(0, operand_count()); }
  void integers(std::span<const std::int64_t> values);  // [1, 0]
  void integer(std::int64_t value);
  void type(const TensorType& type);
  // `(T, U) -> V`, `(T) -> (V, W)`
  void function_type();
  // ` : T` when operands and results all have the type T, else ` : (T, U) -> V`.
  void same_type_or_function_type();
  // ` {a = 1 : i64}` with the operation's attributes and the discardable ones by name, but for `elided`;
  // nothing when none is left.
  void attributes(std::span<const std::string_view> elided);
  // Elides every attribute of the operation itself: the discardable ones alone.
  void extra_attributes();
  void attribute(const Attribute& attribute);
  // The end of the line and the operation's indentation.
  void newline();
  // `{ … }` with the block's arguments as `^bb0(…)` when `block_arguments`.
  void region(const Region& region, bool block_arguments);
  // Names the block's own arguments for the text before its region, `%iterArg = %init`; the regions that
  // follow use these names.
  void name_block_arguments(const Region& region);
  void block_argument(std::size_t argument);  // %iterArg

  // ` reducer(%arg0: T, %arg1: T) {…}`, a reducer in full as stablehlo.reduce writes it: the arguments of
  // each of `inputs` inputs as a parenthesised pair.
  void reducer(const Region& region, std::size_t inputs);

  class Implementation;
  explicit OperationPrinter(Implementation& implementation) : implementation_(implementation) {}

 private:
  Implementation& implementation_;
};

}  // namespace stepwright
