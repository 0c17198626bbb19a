#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

// A text that is right but asks for what Stepwright does not have: an unknown operation, an element type
// without arithmetic here (complex, quantized, …), dimensions that are no numbers. Callers tell it from
// faults.
class UnsupportedOperation : public UserError {
 public:
  using UserError::UserError;
};

// One operation as read from a text, before it joins the graph. Type lists are what the text declares;
// the parser compares them with the operands' and the inferred types. Empty `operand_types`: not declared.
struct ParsedOperation {
  Operation operation;
  std::vector<Value> operands;
  std::vector<TensorType> operand_types;
  std::vector<TensorType> result_types;
  AttributeDictionary extra;
};

// `(T, U) -> V`, with `T` alone standing for results and operands of one type.
struct FunctionType {
  std::vector<TensorType> operands;
  std::vector<TensorType> results;
};

// What the generic form `"name"(%a) <{…}> ({…}) {…} : (T) -> U` holds.
struct GenericOperation {
  std::vector<Value> operands;
  AttributeDictionary attributes;
  std::vector<Region> regions;
  FunctionType type;
};

// A block argument that an operation's own syntax names before its region: `%iterArg` of `%iterArg = %init`.
struct BlockArgument {
  std::string_view name;  // as value_name read it
  TensorType type;
};

// What an operation's `parse` reads with, from right after `stablehlo.name` in the custom form. Each function
// throws a UserError with line and column when the text does not go on as asked.
class OperationParser {
 public:
  bool next_is(std::string_view token) const;
  bool accept(std::string_view token);  // takes the token if it is next
  void expect(std::string_view token);
  std::string keyword();                 // a bare identifier: GT, dim, …
  std::int64_t integer();                // may be negative
  double floating();                     // 0.1, a bare f64
  std::vector<std::int64_t> integers();  // [1, 0]
  std::string symbol();                  // @name, without the @
  Attribute attribute();                 // after `name = `
  AttributeDictionary attributes();      // `{…}` if there is one
  Value operand();                       // %x or %x#1
  std::vector<Value> operands();         // comma-separated, none if no % is next
  TensorType type();
  // ` : (T, U) -> V`, the colon included; the second also reads ` : T` for `operands` operands and one
  // result.
  FunctionType function_type();
  FunctionType same_type_or_function_type(std::size_t operands);
  // ` : T, U`, without results, or ` : (T, U) -> V`.
  FunctionType types_or_function_type();
  // `{ ^bb0(…): … }`, or `{ … }` with the arguments that the operation's own syntax named. What the region
  // captures from outside comes to the operands by itself.
  Region region(std::span<const BlockArgument> arguments = {});
  std::string_view value_name();  // %x, where a block argument gets its name
  std::string operation_name();   // stablehlo.add, bare
  // The region of two rank-0 arguments that is the named attribute-free operation.
  Region region_applying(std::string_view operation, ElementType element);
  // A reducer as OperationPrinter::reducer writes it.
  Region reducer();
  [[noreturn]] void fail(std::string_view what, std::string_view expected);

  class Implementation;
  explicit OperationParser(Implementation& implementation) : implementation_(implementation) {}

 private:
  Implementation& implementation_;
};

// How one kind of operation is read.
struct OperationReader {
  // Whether its regions may use values from outside, which then are its last operands (see Region). An
  // operation says so by `captures_values = true`. The regions of the others get a copy of outside constants,
  // and other outside values are an UnsupportedOperation.
  bool captures_values = false;
  ParsedOperation (*custom)(OperationParser&) = nullptr;  // null: the generic form only
  ParsedOperation (*generic)(GenericOperation) = nullptr;
};

// The kinds of operation that a text may hold, by full name ("stablehlo.add"). ops/all.h has the only one.
using OperationReaders = std::map<std::string, OperationReader, std::less<>>;

// Reads a module (or bare functions) in MLIR's text form. `source` names the text in errors: "step.mlir".
// UserError with line, column, what was expected and found; UnsupportedOperation where that is the fault.
// Calls are inlined, and private functions that were called are left out. Names of values are kept as hints
// unless they are numbers, and nothing is merged or dropped. Locations are skipped.
Module parse(std::string_view text, std::string_view source, const OperationReaders& readers);

// A part of a text, and the number of its first line in the whole.
struct SourceChunk {
  std::string_view text;
  std::size_t first_line = 1;
};

// The parts of a text between its `// -----` lines.
std::vector<SourceChunk> split(std::string_view text);

Module parse(const SourceChunk& chunk, std::string_view source, const OperationReaders& readers);

// Sets the member that declares the result type, where Op has one, from the types in the text.
template <class Op>
void set_declared_types(Op& op, const std::vector<TensorType>& results) {
  if constexpr (DeclaresResultTypes<Op>) op.result_types = results;
  if constexpr (DeclaresResultType<Op> || DeclaresResultElement<Op>) {
    if (results.size() != 1) {
      throw UserError({.what = std::string(Op::name) + " has one result",
                       .where = {},
                       .expected = "1 result type",
                       .found = std::to_string(results.size()) + " result types",
                       .remedy = {}});
    }
    if constexpr (DeclaresResultType<Op>) op.result_type = results.front();
    if constexpr (DeclaresResultElement<Op>) op.result_element = results.front().element;
  }
}

// Builds an Op from its generic form: attributes by fields(), regions, declared types.
template <OperationPart Op>
ParsedOperation read_generic(GenericOperation generic) {
  Op op{};
  take_attributes(op, generic.attributes);
  if constexpr (HasRegions<Op>) {
    op.regions = std::move(generic.regions);
  } else if (!generic.regions.empty()) {
    throw UserError({.what = std::string(Op::name) + " has no regions",
                     .where = {},
                     .expected = {},
                     .found = {},
                     .remedy = "leave the regions out"});
  }
  set_declared_types(op, generic.type.results);
  return {Operation(std::move(op)), std::move(generic.operands), std::move(generic.type.operands),
          std::move(generic.type.results), std::move(generic.attributes)};
}

template <OperationPart Op>
OperationReader reader_of() {
  OperationReader reader;
  reader.generic = &read_generic<Op>;
  if constexpr (HasSyntax<Op>) reader.custom = &Op::parse;
  if constexpr (requires { Op::captures_values; }) reader.captures_values = Op::captures_values;
  return reader;
}

}  // namespace stepwright
