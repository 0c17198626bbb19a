#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <typeinfo>
#include <variant>
#include <vector>

#include "stepwright/ir/fields.h"
#include "stepwright/ir/function.h"
#include "stepwright/ir/graph.h"

namespace stepwright {

class OperationPrinter;
class OperationParser;

// ---- What an operation's gradient rule sees and answers ----

// One application of an operation in a function through which a gradient flows backwards.
struct Application {
  std::span<const Value> operands;
  std::span<const Value> results;
  std::span<const Value> cotangents;  // of each result, of the same type
  std::vector<bool> wanted;           // operands whose cotangent is of use

  Graph& graph() const { return *results.front().graph; }
  const Value& cotangent() const { return cotangents.front(); }
};

// The cotangent of each operand; none where the result does not vary with it (integers, shapes).
using Cotangents = std::vector<std::optional<Value>>;

// Why no gradient flows through an operation: "… because <reason>".
struct NotDifferentiable {
  std::string reason;
};

using Gradient = std::variant<Cotangents, NotDifferentiable>;

// ---- The contract of an operation ----

// An operation is a plain struct with its StableHLO attributes as members and these parts:
//   name       "stablehlo.transpose"
//   fields()   the attributes by name, from which equality, hashing and the generic syntax follow
//   infer      the types of the results from those of the operands; each check carries the specification's
//              constraint name (ir/constraint.h)
//   vjp        the gradient, as ordinary operations of the graph
//   evaluate   a template over the machine (tensor/machine.h), the meaning in every domain
// and, where it has them:
//   result_type / result_element   the declared type where the operands do not determine it
//   regions    std::vector<Region>
//   print, parse   the custom syntax where the generic one does not do
//   convention a sentence on what it does at a kink, shown by `./sw conventions`
//   is_mark    present on a mark for the building of a graph (stop_gradient), which is never printed
//   has_effect true when the operation must stay though nothing uses its results
//   canonicalize()   drops attributes that say their default, so that two spellings of one operation are
//   equal
template <class Op>
concept OperationPart = std::copyable<Op> &&
    requires(const Op& op, std::span<const TensorType> operand_types, const Application& application) {
  { Op::name } -> std::convertible_to<std::string_view>;
  Op::fields();
  { op.infer(operand_types) } -> std::same_as<std::vector<TensorType>>;
  { op.vjp(application) } -> std::same_as<Gradient>;
};

template <class Op>
concept DeclaresResultType = requires(Op op) {
  { op.result_type } -> std::same_as<TensorType&>;
};
template <class Op>
concept DeclaresResultTypes = requires(Op op) {
  { op.result_types } -> std::same_as<std::vector<TensorType>&>;
};
template <class Op>
concept DeclaresResultElement = requires(Op op) {
  { op.result_element } -> std::same_as<ElementType&>;
};
template <class Op>
concept HasRegions = requires(Op op) {
  { op.regions } -> std::same_as<std::vector<Region>&>;
};
template <class Op>
concept HasSyntax = requires(const Op& op, OperationPrinter& printer, OperationParser& parser) {
  op.print(printer);
  Op::parse(parser);
};

// The operation in the one spelling of it that tokens and text use.
template <class Op>
Op canonical(Op op) {
  if constexpr (requires { op.canonicalize(); }) op.canonicalize();
  return op;
}

// What an Operation asks of the Op inside it.
struct OperationModel {
  virtual ~OperationModel() = default;
  virtual const std::type_info& type() const = 0;
  virtual const void* op() const = 0;
  virtual std::string_view name() const = 0;
  virtual std::vector<TensorType> infer(std::span<const TensorType>) const = 0;
  virtual Gradient vjp(const Application&) const = 0;
  virtual AttributeDictionary attributes() const = 0;
  virtual std::span<const Region> regions() const = 0;
  virtual std::vector<TensorType> declared() const = 0;
  virtual bool has_effect() const = 0;
  virtual bool is_mark() const = 0;
  virtual bool print(OperationPrinter&) const = 0;
};

// Defined in ir/operation_model.h and compiled once for all operations, in ops/models.cpp: were it inline,
// each file that builds a node would compile the type rules and gradients of every operation anew.
template <class Op>
std::shared_ptr<const OperationModel> model_of(Op op);

// An operation of any kind, as an immutable value.
class Operation {
 public:
  template <OperationPart Op>
  Operation(Op op) : model_(model_of(canonical(std::move(op)))) {}

  std::string_view name() const { return model_->name(); }
  std::vector<TensorType> infer(std::span<const TensorType> operand_types) const {
    return model_->infer(operand_types);
  }
  Gradient vjp(const Application& application) const { return model_->vjp(application); }
  // The attributes that are present, by name.
  AttributeDictionary attributes() const { return model_->attributes(); }
  std::span<const Region> regions() const { return model_->regions(); }
  bool has_effect() const { return model_->has_effect(); }
  // True: a mark for the building of a graph, which stands for its operand and is not printed.
  bool is_mark() const { return model_->is_mark(); }
  // False: the operation is printed in the generic form.
  bool print(OperationPrinter& printer) const { return model_->print(printer); }
  // Equal tokens, equal operations: name, attributes, regions and declared types.
  std::string token() const;

  // The operation as an Op, or null when it is of another kind.
  template <class Op>
  const Op* as() const {
    return model_->type() == typeid(Op) ? static_cast<const Op*>(model_->op()) : nullptr;
  }

 private:
  std::shared_ptr<const OperationModel> model_;
};

}  // namespace stepwright
