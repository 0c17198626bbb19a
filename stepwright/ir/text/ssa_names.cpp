#include "stepwright/ir/text/ssa_names.h"

#include <algorithm>

#include "stepwright/ir/text/characters.h"

namespace stepwright {

namespace {

std::string valid(std::string_view hint) {
  std::string name(hint);
  std::ranges::replace_if(
      name, [](char c) { return !continues_suffix_identifier(c); }, '_');
  if (!name.empty() && is_digit(name[0])) name.insert(name.begin(), '_');
  return name;
}

}  // namespace

std::string SsaNames::value(std::string_view hint) {
  if (std::ranges::all_of(hint, is_digit)) return next("", values_);
  return unique(valid(hint));
}

std::string SsaNames::argument(std::string_view hint) {
  if (std::ranges::all_of(hint, is_digit)) return next("arg", arguments_);
  return unique(valid(hint));
}

std::string SsaNames::next(std::string_view prefix, std::uint64_t& counter) {
  std::string name;
  do {
    name = std::string(prefix) + std::to_string(counter++);
  } while (!taken_.insert(name).second);
  return name;
}

std::string SsaNames::unique(std::string name) {
  if (taken_.insert(name).second) return name;
  std::uint64_t& suffix = suffixes_[name];
  std::string other;
  do {
    other = name + "_" + std::to_string(suffix++);
  } while (!taken_.insert(other).second);
  return other;
}

}  // namespace stepwright
