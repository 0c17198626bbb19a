// The rooms of stepwright/ and who may include whom. The add_room lines of CMakeLists.txt are the only list.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <ranges>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace stepwright {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLines = 600;
constexpr const char* kPluginHeader = "pjrt_c_api.h";
constexpr const char* kPluginRoom = "runtime";

using Rooms = std::map<std::string, std::set<std::string>>;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

// "add_room(ir USES base ops)" gives ir → {base, ops}.
Rooms rooms_of(const fs::path& root) {
  static const std::regex line(R"(^add_room\((\w+) USES([^)]*)\))", std::regex::multiline);
  const std::string text = read(root / "CMakeLists.txt");
  Rooms rooms;
  for (std::sregex_iterator found(text.begin(), text.end(), line), end; found != end; ++found) {
    std::istringstream uses((*found)[2]);
    rooms[(*found)[1]] = {std::istream_iterator<std::string>(uses), {}};
  }
  return rooms;
}

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

std::vector<fs::path> sources_under(const fs::path& folder) {
  std::vector<fs::path> sources;
  if (!fs::exists(folder)) return sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && is_source(entry.path())) sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

// What is wrong with an include of `header` in a file of `room`; empty: nothing.
std::string fault_of_include(const std::string& header, const fs::path& file, const std::string& room,
                             const Rooms& rooms) {
  if (fs::path(header).filename() == kPluginHeader && room != kPluginRoom) {
    return fmt::format("{} may not include {}: only {} may", room, kPluginHeader, kPluginRoom);
  }
  static const std::regex ours(R"(^stepwright/(\w+)/.*)");
  std::smatch match;
  if (!std::regex_match(header, match, ours)) {
    if (!fs::exists(file.parent_path() / header)) return "";
    return fmt::format("write \"{}\" as \"stepwright/room/file.h\"", header);
  }
  const std::set<std::string>& allowed = rooms.at(room);
  if (match[1] == room || allowed.contains(match[1])) return "";
  return fmt::format("{} may not include {} (\"{}\"); allowed: {}", room, match[1].str(), header,
                     allowed.empty() ? "no other room" : fmt::format("{}", fmt::join(allowed, " ")));
}

std::vector<std::string> faults_of_file(const fs::path& file, const fs::path& root, const Rooms& rooms) {
  const fs::path name = file.lexically_relative(root);
  const std::string room = std::next(name.begin())->string();
  if (!rooms.contains(room)) {
    return {fmt::format("{}: not in a room; CMakeLists.txt adds: {}", name.string(),
                        fmt::join(rooms | std::views::keys, " "))};
  }
  static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">].*)re");
  std::vector<std::string> faults;
  std::istringstream lines(read(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    const std::string fault = fault_of_include(match[1], file, room, rooms);
    if (!fault.empty()) faults.push_back(fmt::format("{}:{}: {}", name.string(), number, fault));
  }
  return faults;
}

std::vector<std::string> faults_of_includes(const fs::path& root) {
  const Rooms rooms = rooms_of(root);
  std::vector<std::string> faults;
  for (const fs::path& file : sources_under(root / "stepwright")) {
    std::ranges::move(faults_of_file(file, root, rooms), std::back_inserter(faults));
  }
  return faults;
}

std::vector<std::string> faults_of_length(const fs::path& root) {
  std::vector<std::string> faults;
  for (const char* folder : {"stepwright", "tests", "bench", "examples"}) {
    for (const fs::path& file : sources_under(root / folder)) {
      const std::string text = read(file);
      const auto lines = std::count(text.begin(), text.end(), '\n');
      if (lines < kMostLines) continue;
      faults.push_back(fmt::format("{}: {} lines; a file stays under {}",
                                   file.lexically_relative(root).string(), lines, kMostLines));
    }
  }
  return faults;
}

using Faults = std::vector<std::string>;

TEST(Rooms, IncludeOnlyTheRoomsThatCMakeListsAllows) {
  EXPECT_EQ(faults_of_includes(STEPWRIGHT_SOURCE_DIR), Faults{});
}

TEST(Rooms, FilesStayShort) {
  EXPECT_EQ(faults_of_length(STEPWRIGHT_SOURCE_DIR), Faults{});
}

TEST(Rooms, AreReadFromCMakeLists) {
  const Rooms rooms = rooms_of(STEPWRIGHT_SOURCE_DIR);
  for (const char* room :
       {"base", "tensor", "ir", "ops", "eval", "grad", "nn", "runtime", "data", "train", "cli"}) {
    EXPECT_TRUE(rooms.contains(room)) << room;
  }
  EXPECT_EQ(rooms.at("base"), std::set<std::string>{});
  EXPECT_TRUE(rooms.at("grad").contains("ops"));
  EXPECT_FALSE(rooms.at("grad").contains("nn"));
  for (const auto& [room, uses] : rooms) {
    for (const std::string& used : uses) EXPECT_TRUE(rooms.contains(used)) << room << " uses " << used;
  }
}

// A tree of its own with rooms base, ir (uses base) and runtime (uses base), into which a test puts one
// fault.
class RoomsWithAFault : public testing::Test {
 protected:
  RoomsWithAFault() {
    std::string pattern = (fs::temp_directory_path() / "stepwright-rooms-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = pattern;
    write("CMakeLists.txt", "add_room(base USES)\nadd_room(ir USES base)\nadd_room(runtime USES base)\n");
    write("stepwright/base/error.h", "#pragma once\n");
    write("stepwright/ir/graph.h", "#include <vector>\n\n#include \"stepwright/base/error.h\"\n");
    write("stepwright/runtime/client.cpp", "#include <pjrt_c_api.h>\n#include \"stepwright/base/error.h\"\n");
  }

  ~RoomsWithAFault() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  fs::path root_;
};

TEST_F(RoomsWithAFault, IsCleanWithoutOne) {
  EXPECT_EQ(faults_of_includes(root_), Faults{});
}

TEST_F(RoomsWithAFault, NamesFileLineForbiddenAndAllowedRooms) {
  write("stepwright/ir/graph.cpp",
        "#include \"stepwright/ir/graph.h\"\n\n#include \"stepwright/runtime/client.h\"\n");
  EXPECT_EQ(faults_of_includes(root_),
            Faults{"stepwright/ir/graph.cpp:3: ir may not include runtime (\"stepwright/runtime/client.h\"); "
                   "allowed: base"});
}

TEST_F(RoomsWithAFault, SaysThatTheLowestRoomMayIncludeNone) {
  write("stepwright/base/hash.h", "  #  include <stepwright/ir/graph.h>  // odd spacing\n");
  EXPECT_EQ(faults_of_includes(root_),
            Faults{"stepwright/base/hash.h:1: base may not include ir (\"stepwright/ir/graph.h\"); "
                   "allowed: no other room"});
}

TEST_F(RoomsWithAFault, KeepsThePluginHeaderInRuntime) {
  write("stepwright/ir/graph.cpp", "#include \"xla/pjrt/c/pjrt_c_api.h\"\n");
  EXPECT_EQ(faults_of_includes(root_),
            Faults{"stepwright/ir/graph.cpp:1: ir may not include pjrt_c_api.h: only runtime may"});
}

TEST_F(RoomsWithAFault, RefusesRelativeIncludes) {
  write("stepwright/ir/graph.cpp", "#include \"../base/error.h\"\n");
  EXPECT_EQ(faults_of_includes(root_),
            Faults{"stepwright/ir/graph.cpp:1: write \"../base/error.h\" as \"stepwright/room/file.h\""});
}

TEST_F(RoomsWithAFault, RefusesAFileOutsideTheRooms) {
  write("stepwright/attic/old.h", "\n");
  EXPECT_EQ(faults_of_includes(root_),
            Faults{"stepwright/attic/old.h: not in a room; CMakeLists.txt adds: base ir runtime"});
}

TEST_F(RoomsWithAFault, RefusesALongFile) {
  write("tests/long.cpp", std::string(600, '\n'));
  write("tests/short.cpp", std::string(599, '\n'));
  EXPECT_EQ(faults_of_length(root_), Faults{"tests/long.cpp: 600 lines; a file stays under 600"});
}

}  // namespace
}  // namespace stepwright
