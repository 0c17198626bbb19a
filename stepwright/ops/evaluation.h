#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/tensor/tensor.h"

namespace stepwright {

// A set of processes that run a program in lockstep; StableHLO's process grid.
struct ProcessId {
  std::int64_t replica = 0;
  std::int64_t partition = 0;
  friend auto operator<=>(const ProcessId&, const ProcessId&) = default;
};

// What one process of a grid runs: a function of the module, on these arguments.
template <Domain D>
struct Program {
  std::string function;
  std::vector<Tensor<D>> arguments;
};

// What an operation may ask of the interpreter that evaluates it.
template <Domain D>
class Machine {
 public:
  explicit Machine(const D& domain) : domain_(domain) {}
  virtual ~Machine() = default;

  const D& domain() const { return domain_; }

  // Evaluates the body of a region, or another function of the module.
  virtual std::vector<Tensor<D>> call(const Function& function, std::span<const Tensor<D>> arguments) = 0;
  virtual const Function& function_named(std::string_view name) = 0;

  virtual ProcessId process() const = 0;
  virtual std::int64_t replica_count() const = 0;
  virtual std::int64_t partition_count() const = 0;
  // Waits for the other processes of `group` to come to the same collective and returns what each of them
  // brought, in the order of the group. `group` holds this process.
  virtual std::vector<std::vector<Tensor<D>>> exchange(std::span<const ProcessId> group, std::int64_t channel,
                                                       std::span<const Tensor<D>> operands) = 0;
  // Runs a new grid of processes to their end, replica by replica with `partitions` programs each; the
  // results of every process, in the same order.
  virtual std::vector<std::vector<Tensor<D>>> run_grid(std::span<const Program<D>> programs,
                                                       std::int64_t partitions) = 0;

 private:
  const D& domain_;
};

// One application of an operation, as its meaning sees it.
template <Domain D>
struct Evaluation {
  Machine<D>& machine;
  std::span<const Tensor<D>> operands;
  std::span<const TensorType> types;  // of the results

  const D& domain() const { return machine.domain(); }
  const Tensor<D>& operand(std::size_t index = 0) const { return operands[index]; }
  const TensorType& type() const { return types.front(); }
};

template <Domain D>
using Results = std::vector<Tensor<D>>;

// The elements of a literal in the domain.
template <Domain D>
Tensor<D> from_literal(const D& domain, const Literal& literal) {
  const TensorType& type = literal.type();
  const auto filled = [&]<class Element>(std::vector<Element> elements, auto&& element_at) {
    elements.reserve(static_cast<std::size_t>(type.count()));
    for (std::int64_t at = 0; at < type.count(); ++at) elements.push_back(element_at(at));
    return Tensor<D>(type, std::move(elements));
  };
  if (is_floating(type.element)) {
    return filled(std::vector<Scalar<D>>{},
                  [&](std::int64_t at) { return domain.literal(literal.as_double(at), type.element); });
  }
  return filled(std::vector<std::int64_t>{}, [&](std::int64_t at) { return literal.as_integer(at); });
}

}  // namespace stepwright
