#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace stepwright {

// Hands out the names of the values of one function and its regions, each once.
class SsaNames {
 public:
  // `hint` as a valid name: with `_` for what a name may not hold, and with a suffix when it is taken. A hint
  // that is empty or a number, MLIR's own name for a nameless value, gives the next number.
  std::string value(std::string_view hint);
  // The same for a block argument, which is `arg0`, `arg1`, … without a hint.
  std::string argument(std::string_view hint);

 private:
  std::string next(std::string_view prefix, std::uint64_t& counter);
  std::string unique(std::string name);

  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint64_t> suffixes_;  // the next to try for a name
  std::uint64_t values_ = 0;
  std::uint64_t arguments_ = 0;
};

}  // namespace stepwright
