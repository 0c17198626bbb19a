#include "stepwright/train/durable_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "stepwright/base/error.h"

namespace stepwright::train {

namespace {

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags) : path_(path) {
    constexpr mode_t mode = 0666;  // less the user's mask
    number_ = open(path.c_str(), flags | O_CLOEXEC, mode);
    if (number_ < 0) fail();
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write_all(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(number_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  void sync() {
    if (fsync(number_) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw UserError({.what = "the file cannot be written",
                     .where = path_.string(),
                     .found = std::generic_category().message(errno)});
  }

  const std::filesystem::path& path_;
  int number_ = -1;
};

}  // namespace

void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::filesystem::path partial = path;
  partial += ".partial";
  {
    Descriptor file(partial, O_WRONLY | O_CREAT | O_TRUNC);
    file.write_all(bytes);
    file.sync();
  }
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  if (error) {
    throw UserError({.what = "the file cannot be written", .where = path.string(), .found = error.message()});
  }
  // The name is the folder's contents: it is lasting once the folder is on the disk.
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  Descriptor folder(parent, O_RDONLY | O_DIRECTORY);
  folder.sync();
}

}  // namespace stepwright::train
