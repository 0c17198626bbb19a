#include "stepwright/base/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace stepwright {

namespace {

// Levenshtein's: insertions, deletions and replacements.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  std::string nearest;
  // A third of the letters wrong is no slip any more.
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

UserError unknown_name(std::string_view kind, std::string_view name, std::span<const std::string> known) {
  const std::string nearest = nearest_name(name, known);
  return UserError({.what = fmt::format("there is no {} `{}`", kind, name),
                    .where = {},
                    .expected = fmt::format("one of {}", fmt::join(known, ", ")),
                    .found = {},
                    .remedy = nearest.empty() ? std::string() : fmt::format("did you mean `{}`?", nearest)});
}

}  // namespace stepwright
