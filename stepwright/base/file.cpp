#include "stepwright/base/file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int reason) {
  throw UserError({.what = what, .where = path.string(), .found = std::generic_category().message(reason)});
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("the file cannot be read", path, errno);
  std::vector<std::byte> bytes;
  std::error_code unknown_size;  // of a pipe, for example; the size is only a hint
  const std::uintmax_t size = std::filesystem::file_size(path, unknown_size);
  if (!unknown_size) bytes.reserve(size);
  constexpr std::size_t piece = 1 << 20;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    const std::size_t read = std::fread(bytes.data() + before, 1, piece, file.get());
    bytes.resize(before + read);
    if (std::ferror(file.get())) fail("the file cannot be read", path, errno);
    if (read < piece) return bytes;
  }
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail("the file cannot be written", path, errno);
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) {
    fail("the file cannot be written", path, errno);
  }
  if (std::fclose(file.release()) != 0) fail("the file cannot be written", path, errno);
}

}  // namespace stepwright
