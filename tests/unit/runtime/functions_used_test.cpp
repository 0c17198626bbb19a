#include "stepwright/runtime/functions_used.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace stepwright {
namespace {

std::set<std::string> functions_in_sources() {
  std::set<std::string> found;
  const std::regex use(R"((?:PJRT_Api::|table_->)(PJRT_\w+))");
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(STEPWRIGHT_SOURCE_DIR) + "/stepwright/runtime")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator match(source.begin(), source.end(), use), end; match != end; ++match) {
      found.insert((*match)[1]);
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
