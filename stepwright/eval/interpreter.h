#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/ops/evaluation.h"

// The meaning of programs: every operation of a function is evaluated in order, in a domain.
//
// These are templates over the domain, compiled once for each domain in interpreter_<domain>.cpp, because
// they take in the meaning of every operation. A new domain is such a file of a few lines that includes
// interpreter_implementation.h.
namespace stepwright {

// The domain is deduced from the domain argument alone, so that a vector will do for these.
template <Domain D>
using Arguments = std::span<const Tensor<std::type_identity_t<D>>>;
template <Domain D>
using Programs = std::span<const Program<std::type_identity_t<D>>>;

// The results of `function` on `arguments`. A call or a nested grid in it finds its functions in `module`.
// UserError when number or types of the arguments do not fit, and when an operation refuses its values (a
// failed check, say), with the function and the operation as its place.
template <Domain D>
Results<D> evaluate(const Module& module, const Function& function, Arguments<D> arguments, const D& domain);

// A function that calls no other.
template <Domain D>
Results<D> evaluate(const Function& function, Arguments<D> arguments, const D& domain) {
  return evaluate(Module{}, function, arguments, domain);
}

// The entry of a module: its function `main`, or the only one. UserError when there is neither.
const Function& entry(const Module& module);

template <Domain D>
Results<D> evaluate(const Module& module, Arguments<D> arguments, const D& domain) {
  return evaluate(module, entry(module), arguments, domain);
}

// Runs a grid of processes that meet in collective operations, each on a thread of its own: replica by
// replica with `partitions` programs each. The results of every process, in the order of the programs. When a
// process fails, or the processes wait for each other in vain, all stop and the first failure is thrown, with
// the process in its place.
template <Domain D>
std::vector<Results<D>> evaluate_parallel(const Module& module, Programs<D> programs, std::int64_t partitions,
                                          const D& domain);

}  // namespace stepwright
