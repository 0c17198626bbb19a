#include "stepwright/base/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace stepwright {

namespace {

// Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        distance[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      distance[i][j] = std::min({replaced, distance[i - 1][j] + 1, distance[i][j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  std::string nearest;
  // More than half of the letters wrong is no slip any more.
  std::size_t least = std::max<std::size_t>(1, name.size() / 2) + 1;
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
