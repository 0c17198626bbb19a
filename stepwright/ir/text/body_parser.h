#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/text/attribute_parser.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/token_reader.h"
#include "stepwright/ir/text/value_scope.h"

namespace stepwright {

// A function as read, and how much there is of it, regions and inlined calls included.
struct ReadFunction {
  std::shared_ptr<Function> function;
  std::size_t operations = 0;
  int depth = 0;  // levels of nested regions
};

// Where a body finds the functions that it calls.
class FunctionSource {
 public:
  // UserError at `offset` when there is none of that name, or when it is being read: it calls itself.
  virtual const ReadFunction& called(const std::string& name, std::size_t offset) = 0;

 protected:
  ~FunctionSource() = default;
};

// Reads the body of one function, with all its regions.
class OperationParser::Implementation {
 public:
  Implementation(TokenReader& reader, const AttributeAliases& aliases, const OperationReaders& readers,
                 FunctionSource& functions, Function& function);

  TokenReader& reader() { return reader_; }
  AttributeParser& attributes() { return attributes_; }
  ValueScope& scope() { return *scope_; }
  std::size_t operations() const { return operations_; }
  int depth() const { return depth_; }

  Value operand();
  std::vector<Value> operands();
  // `(T, U) -> V`
  FunctionType function_type();

  // From after the opening brace to the closing one; checks that the function gives `results`.
  void function_body(std::span<const TensorType> results);
  Region region(std::span<const BlockArgument> arguments);
  Region region_applying(const std::string& operation, ElementType element);

 private:
  // `%x:2` before the `=`.
  struct ResultNames {
    std::string_view name;
    std::size_t count = 1;
    std::size_t offset = 0;
  };
  using Names = std::vector<ResultNames>;

  // Operations up to the one called `terminator`, with that one and the closing brace.
  void block(std::string_view terminator);
  void terminator(const Token& start);
  Names result_names();
  std::string operation_name();
  void operation(const std::string& name, const Token& start, const Names& names);
  GenericOperation generic();
  std::vector<Region> generic_regions();
  std::vector<BlockArgument> block_header();
  void call(const Token& start, const Names& names);
  std::vector<Value> inlined(const ReadFunction& callee, std::span<const Value> arguments,
                             std::size_t offset);
  std::uint32_t append(ParsedOperation parsed, OpenOperation& open, std::size_t offset);
  void bind(const Names& names, std::span<const Value> results, std::size_t offset);
  const OperationReader& reader_named(const std::string& name, std::size_t offset) const;
  void check_types(std::string_view what, std::span<const TensorType> declared,
                   std::span<const TensorType> actual, std::size_t offset) const;

  TokenReader& reader_;
  AttributeParser attributes_;
  const OperationReaders& readers_;
  FunctionSource& functions_;
  int outer_depth_;
  ValueScope outermost_;
  ValueScope* scope_;
  OpenOperation* open_ = nullptr;
  std::size_t operations_ = 0;
  std::size_t inlined_ = 0;  // of these, by calls
  int depth_ = 0;
};

}  // namespace stepwright
