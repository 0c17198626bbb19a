#include "stepwright/ops/run_parallel.h"

#include <algorithm>

namespace stepwright {

namespace {

constexpr std::string_view grid_wanted = "a rectangular grid of function names, `[[@f], [@g]]`";

[[noreturn]] void not_a_grid(const Attribute& attribute) {
  throw UserError({.what = "the attribute has the wrong kind",
                   .where = {},
                   .expected = std::string(grid_wanted),
                   .found = to_string(attribute),
                   .remedy = {}});
}

}  // namespace

Attribute Codec<ProgramGrid>::encode(const ProgramGrid& grid) {
  Attribute::List rows;
  for (const auto& row : grid.rows) {
    Attribute::List symbols;
    for (const std::string& program : row) symbols.push_back({SymbolAttribute{program}});
    rows.push_back({std::move(symbols)});
  }
  return {std::move(rows)};
}

ProgramGrid Codec<ProgramGrid>::decode(const Attribute& attribute) {
  ProgramGrid grid;
  const auto* rows = std::get_if<Attribute::List>(&attribute.value);
  if (rows == nullptr) not_a_grid(attribute);
  for (const Attribute& row : *rows) {
    const auto* symbols = std::get_if<Attribute::List>(&row.value);
    if (symbols == nullptr) not_a_grid(attribute);
    std::vector<std::string>& programs = grid.rows.emplace_back();
    for (const Attribute& symbol : *symbols) {
      const auto* program = std::get_if<SymbolAttribute>(&symbol.value);
      if (program == nullptr) not_a_grid(attribute);
      programs.push_back(program->name);
    }
  }
  return grid;
}

namespace op {

void RunParallel::expect_grid(const ProgramGrid& grid) {
  const auto as_wide = [&](const auto& row) {
    return !row.empty() && row.size() == grid.rows.front().size();
  };
  constrain(!grid.rows.empty() && std::ranges::all_of(grid.rows, as_wide), "run_parallel_programs",
            "every replica has as many programs, and at least one",
            [&] { return to_string(Codec<ProgramGrid>::encode(grid)); });
}

void RunParallel::expect_count(std::string_view what, bool holds, std::size_t found) {
  if (holds) return;
  throw UserError({.what = "the number of " + std::string(what) + " does not fit the programs",
                   .where = {},
                   .expected = "the sum over all programs",
                   .found = std::to_string(found),
                   .remedy = {}});
}

void RunParallel::expect_type(const TensorType& declared, const TensorType& found, std::size_t result) {
  if (declared == found) return;
  throw UserError({.what = "result " + std::to_string(result) + " is of another type than the program gives",
                   .where = {},
                   .expected = to_string(found),
                   .found = to_string(declared),
                   .remedy = {}});
}

}  // namespace op

}  // namespace stepwright
