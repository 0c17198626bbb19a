// Operations need each other in their gradients, in circles (ops/common.h). Here the order is walked in which
// a compiler would read the headers, from each of them as the first.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stepwright {
namespace {

namespace fs = std::filesystem;

// The lines that matter: includes of this room's headers, and where code begins ("").
using Outline = std::vector<std::string>;

Outline outline_of(const fs::path& header) {
  const std::string include = "#include \"stepwright/ops/";
  std::ifstream stream(header);
  Outline outline;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(include)) {
      outline.push_back(line.substr(include.size(), line.size() - include.size() - 1));
    } else if (line.starts_with("namespace") && (outline.empty() || !outline.back().empty())) {
      outline.emplace_back();
    }
  }
  return outline;
}

std::map<std::string, Outline> outlines() {
  std::map<std::string, Outline> result;
  for (const auto& entry : fs::directory_iterator(fs::path(STEPWRIGHT_SOURCE_DIR) / "stepwright" / "ops")) {
    if (entry.path().extension() == ".h") result[entry.path().filename()] = outline_of(entry.path());
  }
  return result;
}

// Reads `header` as a compiler does, each one once. `declared` are those whose first piece of code has been
// read.
void read(const std::string& header, const std::map<std::string, Outline>& headers,
          std::set<std::string>& entered, std::set<std::string>& declared, std::vector<std::string>& faults) {
  entered.insert(header);
  std::vector<std::string> needed;
  bool has_code = false;
  for (const std::string& line : headers.at(header)) {
    if (line.empty()) {
      for (const std::string& other : needed) {
        if (!declared.contains(other))
          faults.push_back(header + " is read before " + other + ", which it needs");
      }
      has_code = true;
      continue;
    }
    if (has_code) declared.insert(header);
    needed.push_back(line);
    if (!entered.contains(line)) read(line, headers, entered, declared, faults);
  }
  declared.insert(header);
}

std::vector<std::string> faults_of(const std::map<std::string, Outline>& headers) {
  std::vector<std::string> faults;
  for (const auto& [first, outline] : headers) {
    std::set<std::string> entered;
    std::set<std::string> declared;
    std::vector<std::string> found;
    read(first, headers, entered, declared, found);
    for (const std::string& fault : found) faults.push_back("with " + first + " first, " + fault);
  }
  return faults;
}

TEST(Headers, CanEachBeIncludedFirst) {
  EXPECT_EQ(faults_of(outlines()), std::vector<std::string>{});
}

TEST(Headers, ThatIncludeEachOtherAboveTheirCodeAreFound) {
  EXPECT_EQ(faults_of({{"a.h", {"b.h", ""}}, {"b.h", {"a.h", ""}}}),
            (std::vector<std::string>{"with a.h first, b.h is read before a.h, which it needs",
                                      "with b.h first, a.h is read before b.h, which it needs"}));
  EXPECT_EQ(faults_of({{"a.h", {"", "b.h", ""}}, {"b.h", {"", "a.h", ""}}}), std::vector<std::string>{});
}

}  // namespace
}  // namespace stepwright
