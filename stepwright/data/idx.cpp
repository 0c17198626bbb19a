#include "stepwright/data/idx.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/data/gzip.h"

namespace stepwright {

namespace {

constexpr std::array<std::pair<int, ElementType>, 6> codes{{
    {0x08, ElementType::ui8},
    {0x09, ElementType::i8},
    {0x0b, ElementType::i16},
    {0x0c, ElementType::i32},
    {0x0d, ElementType::f32},
    {0x0e, ElementType::f64},
}};

int byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<int>(bytes[at]);
}

std::string hex_of(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<int>(byte));
  }
  return text;
}

[[noreturn]] void ends_inside_header(std::size_t expected, std::size_t found) {
  throw UserError({.what = "the file ends inside the IDX header",
                   .expected = fmt::format("a header of {} bytes", expected),
                   .found = fmt::format("{} bytes in all", found),
                   .remedy = "download the file again"});
}

ElementType element_of(std::span<const std::byte> bytes) {
  if (bytes.size() < 4) ends_inside_header(4, bytes.size());
  const std::string found = hex_of(bytes.first(4));
  if (byte_at(bytes, 0) != 0 || byte_at(bytes, 1) != 0) {
    const bool swapped = byte_at(bytes, 2) == 0 && byte_at(bytes, 3) == 0;
    throw UserError(
        {.what = "this is not an IDX file",
         .expected = "two zero bytes first, as in 00 00 08 03 for images and 00 00 08 01 for labels",
         .found = found,
         .remedy = swapped ? "the bytes are in little-endian order: write the file big-endian" : ""});
  }
  for (const auto& [code, element] : codes) {
    if (code == byte_at(bytes, 2)) return element;
  }
  throw UserError({.what = "the IDX type code (byte 2) is not known",
                   .expected = "08 (ui8), 09 (i8), 0b (i16), 0c (i32), 0d (f32) or 0e (f64)",
                   .found = fmt::format("{:02x} in {}", byte_at(bytes, 2), found)});
}

// Also checks that the file holds exactly the elements that its header announces.
Dimensions dimensions_of(std::span<const std::byte> bytes, ElementType element) {
  const auto rank = static_cast<std::size_t>(byte_at(bytes, 3));
  const std::size_t header = 4 + 4 * rank;
  if (bytes.size() < header) ends_inside_header(header, bytes.size());
  Dimensions dimensions;
  std::size_t expected = host_bytes(element);
  bool overflow = false;
  for (std::size_t at = 4; at < header; at += 4) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8 | static_cast<std::uint32_t>(byte_at(bytes, at + i));
    dimensions.push_back(value);
    overflow |= __builtin_mul_overflow(expected, std::size_t{value}, &expected);
  }
  const std::size_t found = bytes.size() - header;
  if (!overflow && found == expected) return dimensions;
  const std::string total = overflow ? "more than 2^64" : fmt::format("{}", header + expected);
  throw UserError({.what = overflow || found < expected ? "the file ends before its last element"
                                                        : "bytes follow the last element",
                   .expected = fmt::format("{} bytes: a header of {} and {} elements of {}", total, header,
                                           to_string(dimensions), name(element)),
                   .found = fmt::format("{} bytes", bytes.size()),
                   .remedy = "download the file again"});
}

}  // namespace

HostTensor parse_idx(std::span<const std::byte> bytes) {
  if (is_gzip(bytes)) {
    const std::vector<std::byte> contents = gunzip(bytes);
    if (is_gzip(contents))
      throw UserError({.what = "the file is compressed twice", .remedy = "gunzip it once"});
    return parse_idx(contents);
  }
  const ElementType element = element_of(bytes);
  HostTensor tensor{{element, dimensions_of(bytes, element)}, {}};
  const auto elements = bytes.last(bytes.size() - 4 - 4 * tensor.type.dimensions.size());
  tensor.bytes.assign(elements.begin(), elements.end());
  const auto size = static_cast<std::ptrdiff_t>(host_bytes(element));
  for (auto at = tensor.bytes.begin(); size > 1 && at != tensor.bytes.end(); at += size)
    std::reverse(at, at + size);
  return tensor;
}

HostTensor read_idx(const std::filesystem::path& path) {
  try {
    return parse_idx(read_file(path));
  } catch (const UserError& error) {
    throw error.at(path.string());
  }
}

}  // namespace stepwright
