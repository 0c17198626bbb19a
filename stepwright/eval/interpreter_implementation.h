#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/interpreter_support.h"
#include "stepwright/eval/lockstep.h"
#include "stepwright/ops/all.h"

// Only for interpreter_<domain>.cpp: it takes in every operation.
namespace stepwright {

template <Domain D>
Results<D> evaluate_operation(const Operation& operation, const Evaluation<D>& here) {
  Results<D> results;
  visit_operation(operation, [&](const auto& op) { results = op.evaluate(here); });
  return results;
}

// One process: of a grid, or alone.
template <Domain D>
class Interpreter final : public Machine<D> {
 public:
  // A process of a grid runs no further grid, so that a program cannot start processes without end.
  enum class Place { alone, in_grid };

  Interpreter(const Module& module, const D& domain, Lockstep& lockstep, ProcessId process, Place place)
      : Machine<D>(domain), module_(module), lockstep_(lockstep), process_(process), place_(place) {}

  Results<D> run(const Function& function, std::span<const Tensor<D>> arguments) {
    std::vector<TensorType> types;
    for (const Tensor<D>& argument : arguments) types.push_back(argument.type());
    expect_arguments(function, types);
    try {
      return call(function, arguments);
    } catch (const UserError&) {
      rethrow_at("@" + function.name());
    }
  }

  Results<D> call(const Function& function, std::span<const Tensor<D>> arguments) override {
    require(arguments.size() == function.arguments().size(), "a call passes every argument");
    const Nesting nesting(depth_);
    const Graph& graph = function.graph();
    std::vector<Results<D>> values(graph.size());
    for (std::size_t index = 0; index < arguments.size(); ++index) {
      values[function.arguments()[index].node] = {arguments[index]};
    }
    for (const Schedule::Step& step : schedule(function).steps) {
      values[step.node] = evaluate_node(graph.node(step.node), values);
      for (const std::uint32_t dead : step.dead_after) values[dead].clear();
    }
    Results<D> results;
    for (const Value& result : function.results()) results.push_back(values[result.node][result.result]);
    return results;
  }

  const Function& function_named(std::string_view name) override {
    if (const Function* function = module_.find(name)) return *function;
    throw UserError({.what = "the module has no function @" + std::string(name),
                     .where = {},
                     .expected = {},
                     .found = {},
                     .remedy = {}});
  }

  ProcessId process() const override { return process_; }
  std::int64_t replica_count() const override { return lockstep_.replicas(); }
  std::int64_t partition_count() const override { return lockstep_.partitions(); }

  std::vector<Results<D>> exchange(std::span<const ProcessId> group, std::int64_t channel,
                                   std::span<const Tensor<D>> operands) override {
    auto brought = std::make_shared<const Results<D>>(operands.begin(), operands.end());
    std::vector<Results<D>> all;
    for (const auto& each : lockstep_.meet(process_, group, channel, std::move(brought))) {
      all.push_back(*static_cast<const Results<D>*>(each.get()));
    }
    return all;
  }

  std::vector<Results<D>> run_grid(std::span<const Program<D>> programs, std::int64_t partitions) override {
    if (place_ == Place::in_grid) {
      throw UserError({.what = "a process that runs in parallel with others runs a grid of its own",
                       .where = {},
                       .expected = "grids in the program that starts alone",
                       .found = {},
                       .remedy = {}});
    }
    return evaluate_parallel(module_, programs, partitions, this->domain());
  }

 private:
  // Functions that call each other without end would overflow the stack.
  struct Nesting {
    static constexpr int limit = 256;
    explicit Nesting(int& depth) : depth_(depth) {
      if (depth_ == limit) {
        throw UserError(
            {.what = "functions and regions nest deeper than " + std::to_string(limit) + " levels",
             .where = {},
             .expected = "a program without recursion",
             .found = {},
             .remedy = {}});
      }
      ++depth_;
    }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    int& depth_;
  };

  Results<D> evaluate_node(const Node& node, std::span<const Results<D>> values) {
    std::vector<Tensor<D>> operands;
    for (const Value& operand : node.operands) operands.push_back(values[operand.node][operand.result]);
    Results<D> results;
    try {
      results = evaluate_operation(*node.operation, Evaluation<D>{*this, operands, node.types});
    } catch (const UserError&) {
      rethrow_at((node.name.empty() ? "" : "%" + node.name + " = ") + std::string(node.operation->name()));
    }
    require(results.size() == node.types.size(), "an operation gives as many results as its types say");
    for (std::size_t index = 0; index < results.size(); ++index) {
      require(results[index].type() == node.types[index], "a result is of the type that was inferred");
    }
    return results;
  }

  // Bodies of loops and reducers are called often.
  const Schedule& schedule(const Function& function) {
    const auto [found, is_new] = schedules_.try_emplace(&function);
    if (is_new) found->second = schedule_of(function);
    return found->second;
  }

  const Module& module_;
  Lockstep& lockstep_;
  const ProcessId process_;
  const Place place_;
  std::unordered_map<const Function*, Schedule> schedules_;
  int depth_ = 0;
};

template <Domain D>
Results<D> evaluate(const Module& module, const Function& function, Arguments<D> arguments, const D& domain) {
  Lockstep alone(1, 1);
  Interpreter<D> interpreter(module, domain, alone, {}, Interpreter<D>::Place::alone);
  return interpreter.run(function, arguments);
}

// Runs one process of a grid to its end, whatever it is.
template <Domain D>
Results<D> run_process(const Module& module, const Program<D>& program, const D& domain, Lockstep& lockstep,
                       ProcessId process) noexcept {
  Results<D> results;
  try {
    try {
      Interpreter<D> interpreter(module, domain, lockstep, process, Interpreter<D>::Place::in_grid);
      results = interpreter.run(interpreter.function_named(program.function), program.arguments);
      lockstep.finish();
    } catch (const UserError&) {
      rethrow_at(to_string(process));
    }
  } catch (...) {
    lockstep.fail(std::current_exception());
  }
  return results;
}

template <Domain D>
std::vector<Results<D>> evaluate_parallel(const Module& module, Programs<D> programs, std::int64_t partitions,
                                          const D& domain) {
  const std::int64_t count = std::ssize(programs);
  require(count > 0 && partitions > 0 && count % partitions == 0, "programs fill a grid of processes");
  Lockstep lockstep(count / partitions, partitions);
  std::vector<Results<D>> results(programs.size());
  {
    std::vector<std::jthread> threads;
    for (std::int64_t at = 0; at < count; ++at) {
      const auto run = [&, at] {
        const auto index = static_cast<std::size_t>(at);
        const ProcessId process{at / partitions, at % partitions};
        results[index] = run_process(module, programs[index], domain, lockstep, process);
      };
      try {
        threads.emplace_back(run);
      } catch (const std::system_error&) {  // no thread left: the others must not wait for this process
        lockstep.fail(std::current_exception());
      }
    }
  }
  lockstep.rethrow_failure();
  return results;
}

}  // namespace stepwright
