#pragma once

#include "stepwright/ops/common.h"

namespace stepwright {

// `[[@f, @g], [@h, @k]]`: a program for every replica (row) and partition (column).
struct ProgramGrid {
  std::vector<std::vector<std::string>> rows;
};
template <>
struct Codec<ProgramGrid> {
  static Attribute encode(const ProgramGrid& grid);
  static ProgramGrid decode(const Attribute& attribute);
};

namespace op {

// interpreter.run_parallel: runs a grid of processes, each a function of the module, until all have ended.
// Operands are the arguments of process (0, 0), then those of (0, 1), …; results likewise.
struct RunParallel {
  static constexpr std::string_view name = "interpreter.run_parallel";
  ProgramGrid programs;
  std::vector<TensorType> result_types;
  static constexpr auto fields() { return std::tuple{field("programs", &RunParallel::programs)}; }
  static bool has_effect() { return true; }

  std::vector<TensorType> infer(OperandTypes) const {
    expect_grid(programs);
    return result_types;
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    std::vector<Program<D>> grid;
    std::span<const Tensor<D>> left = here.operands;
    for (const auto& row : programs.rows) {
      for (const std::string& program : row) {
        const std::size_t count = here.machine.function_named(program).arguments().size();
        expect_count("operands", count <= left.size(), here.operands.size());
        grid.push_back({program, {left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count)}});
        left = left.subspan(count);
      }
    }
    expect_count("operands", left.empty(), here.operands.size());
    Results<D> results;
    for (Results<D>& each : here.machine.run_grid(grid, std::ssize(programs.rows.front()))) {
      for (Tensor<D>& result : each) results.push_back(std::move(result));
    }
    expect_count("results", results.size() == here.types.size(), here.types.size());
    for (std::size_t at = 0; at < results.size(); ++at) expect_type(here.types[at], results[at].type(), at);
    return results;
  }

  Gradient vjp(const Application&) const { return NotDifferentiable{"it runs whole programs"}; }

 private:
  static void expect_grid(const ProgramGrid& programs);
  static void expect_count(std::string_view what, bool holds, std::size_t found);
  static void expect_type(const TensorType& declared, const TensorType& found, std::size_t result);
};

}  // namespace op

}  // namespace stepwright
