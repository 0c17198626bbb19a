#include "stepwright/data/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

class Inflater {
 public:
  Inflater() {
    constexpr int gzip_only = 16, largest_window = 15;
    require(inflateInit2(&stream_, gzip_only + largest_window) == Z_OK, "zlib starts");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Appends the next member's contents to `out`; returns its compressed size.
  std::size_t member(std::span<const std::byte> in, std::size_t start, std::vector<std::byte>& out) {
    require(inflateReset(&stream_) == Z_OK, "zlib starts again");
    std::size_t used = 0;
    while (true) {
      constexpr std::size_t piece = 1 << 16;
      const std::size_t before = out.size();
      out.resize(before + piece);
      const std::size_t given = std::min(in.size() - used, std::size_t{std::numeric_limits<uInt>::max()});
      // zlib does not write through next_in; its type lacks const for old compilers.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data() + used));
      stream_.avail_in = static_cast<uInt>(given);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = static_cast<uInt>(piece);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      used += given - stream_.avail_in;
      out.resize(before + piece - stream_.avail_out);
      if (status == Z_STREAM_END) return used;
      if (status == Z_OK) continue;
      fail(status, start + used, out.size());
    }
  }

 private:
  [[noreturn]] void fail(int status, std::size_t at, std::size_t written) const {
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    const std::string place = fmt::format("compressed byte {}, after {} uncompressed bytes", at, written);
    if (status == Z_BUF_ERROR) {
      throw UserError({.what = "the gzip stream is cut short",
                       .found = "the end of the file at " + place,
                       .remedy = "download the file again"});
    }
    throw UserError({.what = fmt::format("the gzip stream is damaged: {}",
                                         stream_.msg == nullptr ? zError(status) : stream_.msg),
                     .found = "the fault at " + place,
                     .remedy = "download the file again"});
  }

  z_stream stream_{};
};

}  // namespace

bool is_gzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

std::vector<std::byte> gunzip(std::span<const std::byte> bytes) {
  Inflater inflater;
  std::vector<std::byte> out;
  std::size_t used = 0;
  do {
    used += inflater.member(bytes.subspan(used), used, out);
    if (used < bytes.size() && !is_gzip(bytes.subspan(used))) {
      throw UserError({.what = "bytes follow the end of the gzip stream",
                       .found = fmt::format("{} bytes from compressed byte {}", bytes.size() - used, used),
                       .remedy = "download the file again"});
    }
  } while (used < bytes.size());
  return out;
}

}  // namespace stepwright
