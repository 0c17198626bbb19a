#pragma once

#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace stepwright {

// An IDX file of the type `code`, whose elements are already big-endian bytes.
inline std::vector<std::byte> idx_bytes(int code, const std::vector<std::uint32_t>& dimensions,
                                        const std::vector<int>& elements) {
  std::vector<int> values{0, 0, code, static_cast<int>(dimensions.size())};
  for (const std::uint32_t dimension : dimensions) {
    for (const int shift : {24, 16, 8, 0}) values.push_back(static_cast<int>(dimension >> shift & 0xFF));
  }
  values.insert(values.end(), elements.begin(), elements.end());
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

// A gzip file of one member.
inline std::vector<std::byte> gzip_bytes(const std::vector<std::byte>& contents) {
  z_stream stream{};
  constexpr int gzip = 16, window = 15, memory = 8;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip + window, memory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::vector<std::byte> out(deflateBound(&stream, contents.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(contents.data()));
  stream.avail_in = static_cast<uInt>(contents.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

}  // namespace stepwright
