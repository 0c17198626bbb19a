#include "stepwright/cli/program_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "stepwright/base/file.h"
#include "stepwright/base/suggest.h"
#include "stepwright/cli/command.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ops/all.h"

namespace stepwright::cli {

std::string read_named(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw WrongUse({.what = "there is no such file", .where = path, .remedy = "check the path"});
  }
  if (std::filesystem::is_directory(path, ignored)) {
    throw WrongUse({.what = "this is a folder, not a file", .where = path, .remedy = "name a file in it"});
  }
  const std::vector<std::byte> bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ProgramFile read_program(const std::string& path) {
  std::string text = read_named(path);
  Module module = parse(text, path, operation_readers());
  return {std::move(text), std::move(module)};
}

const Function& function_named(const Module& module, const std::string& name) {
  if (name.empty() && module.functions.size() == 1) return *module.functions.front();
  const std::string wanted = name.empty() ? "main" : name;
  if (const Function* found = module.find(wanted)) return *found;
  std::vector<std::string> known;
  for (const auto& function : module.functions) known.push_back(function->name());
  throw WrongUse(unknown_name("function", wanted, known));
}

namespace {

class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& target)
      : target_(target), temporary_(fmt::format("{}.{}.new", target.string(), getpid())) {
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail();
  }
  ~NewFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!in_place_) unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view contents) {
    while (!contents.empty()) {
      const ssize_t written = ::write(descriptor_, contents.data(), contents.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      contents.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void put_in_place() {
    if (fsync(descriptor_) != 0 || rename(temporary_.c_str(), target_.c_str()) != 0) fail();
    in_place_ = true;
  }

 private:
  [[noreturn]] void fail() const {
    throw CouldNotTell({.what = "the file cannot be written",
                        .where = target_.string(),
                        .found = std::generic_category().message(errno)});
  }

  std::filesystem::path target_;
  std::string temporary_;
  int descriptor_ = -1;
  bool in_place_ = false;
};

}  // namespace

void replace_file(const std::filesystem::path& path, const std::string& contents) {
  NewFile file(path);
  file.write(contents);
  file.put_in_place();
}

void write_json(std::ostream& out, const nlohmann::ordered_json& json) {
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
}

}  // namespace stepwright::cli
