#include "stepwright/data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "stepwright/data/npy_header.h"

namespace stepwright {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

// `only_if_wanted`: the dtype alone does not say that the array holds this element type.
struct Dtype {
  std::string_view code;
  ElementType element;
  bool only_if_wanted = false;
};

constexpr std::array dtypes{
    Dtype{"f8", ElementType::f64},
    Dtype{"f4", ElementType::f32},
    Dtype{"f2", ElementType::f16},
    Dtype{"V2", ElementType::bf16},
    Dtype{"V1", ElementType::f8E4M3FN, true},
    Dtype{"b1", ElementType::i1},
    Dtype{"i1", ElementType::i8},
    Dtype{"i2", ElementType::i16},
    Dtype{"i4", ElementType::i32},
    Dtype{"i8", ElementType::i64},
    Dtype{"u1", ElementType::ui8},
    Dtype{"u2", ElementType::ui16},
    Dtype{"u4", ElementType::ui32},
    Dtype{"u8", ElementType::ui64},
    Dtype{"i1", ElementType::i2, true},
    Dtype{"i1", ElementType::i4, true},
    Dtype{"u1", ElementType::ui2, true},
    Dtype{"u1", ElementType::ui4, true},
};

std::string descr_of(ElementType element) {
  const auto* const entry =
      std::ranges::find_if(dtypes, [&](const Dtype& dtype) { return dtype.element == element; });
  require(entry != dtypes.end(), "every element type has a dtype");
  return fmt::format("{}{}", host_bytes(element) == 1 ? '|' : '<', entry->code);
}

ElementType element_of(const std::string& descr, std::optional<ElementType> wanted) {
  if (descr.starts_with('>')) {
    throw UserError({.what = fmt::format("the array is big-endian: dtype '{}'", descr),
                     .expected = "a little-endian array",
                     .remedy = "save array.astype(array.dtype.newbyteorder('<'))"});
  }
  const bool has_order = descr.starts_with('<') || descr.starts_with('|');
  const std::string_view code = std::string_view(descr).substr(has_order ? 1 : 0);
  bool known = false;
  for (const Dtype& dtype : dtypes) {
    if (dtype.code != code) continue;
    known = true;
    if (wanted ? dtype.element == *wanted : !dtype.only_if_wanted) return dtype.element;
  }
  if (wanted) {
    throw UserError({.what = "the array has another element type than asked for",
                     .expected = fmt::format("{} (dtype '{}')", name(*wanted), descr_of(*wanted)),
                     .found = fmt::format("dtype '{}'", descr)});
  }
  if (known) {
    throw UserError(
        {.what = fmt::format("dtype '{}' does not say which element type the array holds", descr),
         .remedy = "name the element type where the array is used, or save array.view(np.uint8)"});
  }
  throw UserError(
      {.what = fmt::format("an array of dtype '{}' cannot be read", descr),
       .expected = "floats (f8 f4 f2, bfloat16 as V2), integers (i1 … i8, u1 … u8) or booleans (b1)"});
}

// Where the header's text lies in the file.
struct HeaderPlace {
  std::size_t begin;
  std::size_t end;
};

std::size_t little_endian(std::span<const std::byte> bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::to_integer<std::size_t>(bytes[i]);
  return value;
}

HeaderPlace find_header(std::span<const std::byte> bytes) {
  if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
    throw UserError({.what = "this is not a .npy file", .expected = "the first six bytes \\x93NUMPY"});
  }
  const std::size_t version = bytes.size() > 6 ? std::to_integer<std::size_t>(bytes[6]) : 1;
  if (version < 1 || version > 3) {
    throw UserError({.what = "the .npy version (byte 6) is not known",
                     .expected = "1, 2 or 3",
                     .found = fmt::format("{}", version)});
  }
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::size_t length = bytes.size() < begin ? 0 : little_endian(bytes.subspan(8, begin - 8));
  if (bytes.size() < begin || length > bytes.size() - begin) {
    throw UserError({.what = "the file ends inside the .npy header",
                     .expected = fmt::format("a header of {} bytes", begin + length),
                     .found = fmt::format("{} bytes in all", bytes.size())});
  }
  return {begin, begin + length};
}

void check_size(const TensorType& type, std::size_t header_bytes, std::size_t file_bytes) {
  std::size_t expected = host_bytes(type.element);
  bool overflow = false;
  for (const std::int64_t dimension : type.dimensions) {
    overflow |= __builtin_mul_overflow(expected, static_cast<std::size_t>(dimension), &expected);
  }
  const std::size_t found = file_bytes - header_bytes;
  if (!overflow && found == expected) return;
  const std::string needed = overflow ? "more than 2^64" : fmt::format("{}", expected);
  throw UserError(
      {.what = found < expected || overflow ? "the file ends inside the array"
                                            : "bytes follow the end of the array",
       .expected = fmt::format("{} bytes for {} after a header of {}", needed, to_string(type), header_bytes),
       .found = fmt::format("{} bytes after the header", found),
       .remedy = "save the array again"});
}

// The element's value range is narrower than its byte.
void check_values(const HostTensor& tensor) {
  const int bits = info(tensor.type.element).bits;
  if (bits >= 8) return;
  const bool is_signed_type = is_signed(tensor.type.element);
  const int least = is_signed_type ? -(1 << (bits - 1)) : 0;
  const int greatest = least + (1 << bits) - 1;
  for (std::size_t i = 0; i < tensor.bytes.size(); ++i) {
    const auto byte = std::to_integer<std::uint8_t>(tensor.bytes[i]);
    const int value = is_signed_type ? static_cast<std::int8_t>(byte) : byte;
    if (least <= value && value <= greatest) continue;
    throw UserError({.what = fmt::format("element {} is no {}", i, name(tensor.type.element)),
                     .expected = fmt::format("{} to {}", least, greatest),
                     .found = fmt::format("{}", value)});
  }
}

// From column-major to row-major order.
std::vector<std::byte> transposed(const TensorType& type, std::span<const std::byte> columns) {
  const std::size_t size = host_bytes(type.element);
  std::vector<std::size_t> index(type.dimensions.size()), stride(type.dimensions.size());
  std::size_t step = size;
  for (std::size_t axis = 0; axis < stride.size(); ++axis) {
    stride[axis] = step;
    step *= static_cast<std::size_t>(type.dimensions[axis]);
  }
  std::vector<std::byte> rows(columns.size());
  std::size_t from = 0;
  for (std::size_t to = 0; to < rows.size(); to += size) {
    std::memcpy(rows.data() + to, columns.data() + from, size);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      from += stride[axis];
      if (++index[axis] < static_cast<std::size_t>(type.dimensions[axis])) break;
      from -= stride[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return rows;
}

}  // namespace

HostTensor parse_npy(std::span<const std::byte> bytes, std::optional<ElementType> wanted) {
  const HeaderPlace place = find_header(bytes);
  const NpyHeader header =
      parse_npy_header({reinterpret_cast<const char*>(bytes.data()) + place.begin, place.end - place.begin});
  HostTensor tensor{{element_of(header.descr, wanted), header.shape}, {}};
  check_size(tensor.type, place.end, bytes.size());
  const std::span<const std::byte> elements = bytes.subspan(place.end);
  tensor.bytes = header.fortran_order ? transposed(tensor.type, elements)
                                      : std::vector<std::byte>(elements.begin(), elements.end());
  check_values(tensor);
  return tensor;
}

HostTensor read_npy(const std::filesystem::path& path, std::optional<ElementType> wanted) {
  try {
    return parse_npy(read_file(path), wanted);
  } catch (const UserError& error) {
    throw error.at(path.string());
  }
}

std::vector<std::byte> format_npy(const HostTensor& tensor) {
  std::string text = to_string(NpyHeader{descr_of(tensor.type.element), false, tensor.type.dimensions});
  constexpr std::size_t begin = 10, alignment = 64;
  const std::size_t used = begin + text.size() + 1;
  text += std::string((alignment - used % alignment) % alignment, ' ') + '\n';
  require(text.size() <= 0xFFFF, "a .npy header of version 1 is shorter than 64 KiB");
  std::string head = std::string(magic) + '\x01' + '\x00';
  head += static_cast<char>(text.size() & 0xFF);
  head += static_cast<char>(text.size() >> 8);
  head += text;
  std::vector<std::byte> bytes(head.size() + tensor.bytes.size());
  std::memcpy(bytes.data(), head.data(), head.size());
  std::ranges::copy(tensor.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(head.size()));
  return bytes;
}

void write_npy(const std::filesystem::path& path, const HostTensor& tensor) {
  write_file(path, format_npy(tensor));
}

}  // namespace stepwright
