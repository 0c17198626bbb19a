#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/ir/operation.h"

namespace stepwright {

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

// What an operation's `parse` reads with, from right after `stablehlo.name` in the custom form. Each function
// throws a UserError with line and column when the text does not go on as asked.
class OperationParser {
 public:
  bool accept(std::string_view token);  // takes the token if it is next
  void expect(std::string_view token);
  std::string keyword();                 // a bare identifier: GT, dim, …
  std::int64_t integer();                // may be negative
  std::vector<std::int64_t> integers();  // [1, 0]
  std::string symbol();                  // @name, without the @
  Attribute attribute();                 // after `name = `
  AttributeDictionary attributes();      // `{…}` if there is one
  Value operand();                       // %x or %x#1
  std::vector<Value> operands();         // comma-separated, none if no % is next
  TensorType type();
  // After ` : `: `(T, U) -> V`, or one type T for `operands` operands and one result.
  FunctionType function_type();
  FunctionType same_type_or_function_type(std::size_t operands);
  // `{ … }`; a region without `^bb0(…)` takes its block arguments from `argument_types` with these names.
  Region region();
  std::string operation_name();  // stablehlo.add, bare
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
  ParsedOperation (*custom)(OperationParser&) = nullptr;  // null: the generic form only
  ParsedOperation (*generic)(GenericOperation) = nullptr;
};

// The kinds of operation that a text may hold, by full name ("stablehlo.add"). ops/all.h has the only one.
using OperationReaders = std::map<std::string, OperationReader, std::less<>>;

// Reads a module (or bare functions) in MLIR's text form. `source` names the text in errors: "step.mlir".
// UserError with line, column, what was expected and found.
Module parse(std::string_view text, std::string_view source, const OperationReaders& readers);

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
  if constexpr (HasRegions<Op>) op.regions = std::move(generic.regions);
  set_declared_types(op, generic.type.results);
  return {Operation(std::move(op)), std::move(generic.operands), std::move(generic.type.operands),
          std::move(generic.type.results), std::move(generic.attributes)};
}

template <OperationPart Op>
OperationReader reader_of() {
  OperationReader reader;
  reader.generic = &read_generic<Op>;
  if constexpr (HasSyntax<Op>) reader.custom = &Op::parse;
  return reader;
}

}  // namespace stepwright
