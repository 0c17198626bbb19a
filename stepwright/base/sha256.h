#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stepwright {

// The SHA-256 hash (FIPS 180-4) of a message given in pieces: what artifacts, cache entries and certificates
// are named by.
class Sha256 {
 public:
  using Digest = std::array<std::byte, 32>;

  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text);

  // The hash of everything given so far; more may follow.
  Digest digest() const;

 private:
  using Block = std::array<std::byte, 64>;

  void compress(const std::byte* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  Block pending_{};
  std::uint64_t length_ = 0;  // bytes given so far
};

// 64 lower-case hexadecimal digits.
std::string to_hex(const Sha256::Digest& digest);

// The hash of `text` as 64 hexadecimal digits.
std::string sha256_hex(std::string_view text);

}  // namespace stepwright
