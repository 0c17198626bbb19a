#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stepwright {

// Whether the bytes begin as a gzip file does (RFC 1952): 1f 8b.
bool is_gzip(std::span<const std::byte> bytes);

// The uncompressed contents of a gzip file of one or more members. UserError, with byte numbers: a stream cut
// short, damaged data, a wrong checksum, bytes after the last member.
std::vector<std::byte> gunzip(std::span<const std::byte> bytes);

}  // namespace stepwright
