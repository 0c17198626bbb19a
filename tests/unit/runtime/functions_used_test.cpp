#include "stepwright/runtime/functions_used.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace stepwright {
namespace {

// The names that follow `marker` in `source`.
std::set<std::string> names_after(std::string_view marker, std::string_view source) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  std::set<std::string> names;
  for (std::size_t at = source.find(marker); at != source.npos; at = source.find(marker, at + 1)) {
    const std::string_view rest = source.substr(at + marker.size());
    names.emplace(rest.substr(0, rest.find_first_not_of(letters)));
  }
  return names;
}

std::set<std::string> functions_in_sources() {
  std::set<std::string> found;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(STEPWRIGHT_SOURCE_DIR) + "/stepwright/runtime")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    for (const char* marker : {"&PJRT_Api::", "table_->PJRT_"}) {
      for (const std::string& name : names_after(marker, text.str())) {
        found.insert(name.starts_with("PJRT_") ? name : "PJRT_" + name);
      }
    }
  }
  return found;
}

// What is called but not listed would crash on a plugin without it; what is listed but not called would
// refuse a plugin that is good enough.
TEST(FunctionsUsed, AreExactlyThoseThatTheRoomCalls) {
  std::set<std::string> listed;
  for (const FunctionUsed& function : functions_used()) listed.insert(std::string(function.name));
  EXPECT_EQ(listed, functions_in_sources());
}

}  // namespace
}  // namespace stepwright
