#include "stepwright/train/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/base/sha256.h"

namespace stepwright::train {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* metadata_key = "__metadata__";
constexpr const char* checksum_key = "sha256";
constexpr std::size_t length_bytes = 8;
constexpr std::size_t checksum_digits = 64;

// The format has no names for the types below a byte.
constexpr std::array<std::pair<ElementType, std::string_view>, 14> dtypes{{{ElementType::f64, "F64"},
                                                                           {ElementType::f32, "F32"},
                                                                           {ElementType::f16, "F16"},
                                                                           {ElementType::bf16, "BF16"},
                                                                           {ElementType::f8E4M3FN, "F8_E4M3"},
                                                                           {ElementType::i1, "BOOL"},
                                                                           {ElementType::i8, "I8"},
                                                                           {ElementType::i16, "I16"},
                                                                           {ElementType::i32, "I32"},
                                                                           {ElementType::i64, "I64"},
                                                                           {ElementType::ui8, "U8"},
                                                                           {ElementType::ui16, "U16"},
                                                                           {ElementType::ui32, "U32"},
                                                                           {ElementType::ui64, "U64"}}};

std::string_view dtype_of(ElementType type) {
  const auto found = std::ranges::find(dtypes, type, [](const auto& entry) { return entry.first; });
  require(found != dtypes.end(), "a tensor of whole bytes is written to safetensors");
  return found->second;
}

ElementType element_of(const std::string& dtype) {
  const auto found = std::ranges::find(dtypes, dtype, [](const auto& entry) { return entry.second; });
  if (found != dtypes.end()) return found->first;
  throw UserError({.what = fmt::format("the element type {} of a safetensors file is unknown", dtype)});
}

// "sha256":"…" in the header's text, the entry that stands for the whole file; nothing without one.
std::optional<std::size_t> checksum_place(std::string_view header) {
  const std::string entry = fmt::format("\"{}\":\"", checksum_key);
  const std::size_t found = header.find(entry);
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t place = found + entry.size();
  if (place + checksum_digits >= header.size() || header[place + checksum_digits] != '"') return std::nullopt;
  return place;
}

std::array<std::byte, length_bytes> little_endian(std::uint64_t value) {
  std::array<std::byte, length_bytes> bytes{};
  for (std::size_t i = 0; i < length_bytes; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i) & 0xFF);
  return bytes;
}

// `header` has zeros in place of the checksum.
std::string hash_of(std::string_view header, std::span<const std::byte> data) {
  Sha256 hash;
  hash.update(little_endian(header.size())).update(header).update(data);
  return to_hex(hash.digest());
}

std::string header_text(const Safetensors& contents) {
  Json metadata = Json::object();
  metadata[checksum_key] = std::string(checksum_digits, '0');
  for (const auto& [key, value] : contents.metadata) metadata[key] = value;
  Json header;
  header[metadata_key] = metadata;
  std::size_t offset = 0;
  for (const auto& [name, tensor] : contents.tensors) {
    require(!header.contains(name), "a tensor's name is its own");
    const std::size_t end = offset + tensor.bytes.size();
    header[name] = {{"dtype", dtype_of(tensor.type.element)},
                    {"shape", tensor.type.dimensions},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  while (text.size() % length_bytes != 0) text += ' ';  // so that the tensors are aligned
  return text;
}

// The two parts of a file.
struct Parts {
  std::string header;
  std::span<const std::byte> data;
};

UserError not_safetensors(std::string found) {
  return UserError({.what = "this is not a safetensors file",
                    .expected = "the header's length in 8 bytes, then a header in JSON",
                    .found = std::move(found)});
}

Parts split(std::span<const std::byte> file) {
  if (file.size() < length_bytes) throw not_safetensors(fmt::format("{} bytes in all", file.size()));
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | std::to_integer<std::uint64_t>(file[i]);
  if (file.size() > length_bytes && file[length_bytes] != std::byte{'{'}) {
    throw not_safetensors("no `{` at byte 8");
  }
  if (length > file.size() - length_bytes) {
    throw UserError({.what = "the file is cut short",
                     .expected = fmt::format("a header of {} bytes", length),
                     .found = fmt::format("{} bytes", file.size() - length_bytes)});
  }
  const auto* text = reinterpret_cast<const char*>(file.data()) + length_bytes;
  return {{text, static_cast<std::size_t>(length)}, file.subspan(length_bytes + length)};
}

// Takes the checksum out of the metadata and checks it.
void check_and_remove_checksum(Parts parts, std::map<std::string, std::string>& metadata, Checksum wanted) {
  const auto entry = metadata.find(checksum_key);
  if (entry == metadata.end()) {
    if (wanted == Checksum::optional) return;
    throw UserError({.what = "the file states no hash of its contents, so damage cannot be told",
                     .expected = fmt::format("the entry \"{}\" in its metadata", checksum_key)});
  }
  const std::string recorded = std::move(entry->second);
  metadata.erase(entry);
  if (const auto place = checksum_place(parts.header)) {
    parts.header.replace(*place, checksum_digits, checksum_digits, '0');
  }
  const std::string found = hash_of(parts.header, parts.data);
  if (found == recorded) return;
  throw UserError({.what = "the file is damaged: its contents do not have the hash that it states",
                   .expected = fmt::format("SHA-256 {}", recorded),
                   .found = fmt::format("SHA-256 {}", found)});
}

// Whether the number of elements can be counted; a damaged header may claim anything.
bool countable(const Dimensions& shape) {
  std::int64_t bytes = sizeof(double);
  return std::ranges::all_of(shape, [&](std::int64_t dimension) {
    return dimension >= 0 && !__builtin_mul_overflow(bytes, dimension, &bytes);
  });
}

NamedTensor read_tensor(const std::string& name, const Json& entry, std::span<const std::byte> data,
                        std::size_t begin) {
  TensorType type{element_of(entry.at("dtype").get<std::string>()), entry.at("shape").get<Dimensions>()};
  if (!countable(type.dimensions)) {
    throw UserError(
        {.what = fmt::format("the shape of `{}` cannot be", name), .found = to_string(type.dimensions)});
  }
  const auto offsets = entry.at("data_offsets").get<std::array<std::size_t, 2>>();
  if (offsets[0] != begin || offsets[1] < begin || offsets[1] - begin != type.host_bytes()) {
    throw UserError(
        {.what = fmt::format("the offsets of `{}` do not fit", name),
         .expected = fmt::format("[{}, {}] for {}", begin, begin + type.host_bytes(), to_string(type)),
         .found = fmt::format("[{}, {}]", offsets[0], offsets[1])});
  }
  if (offsets[1] > data.size()) {
    throw UserError({.what = fmt::format("the file is cut short within `{}`", name),
                     .expected = fmt::format("{} bytes of tensors", offsets[1]),
                     .found = fmt::format("{} bytes", data.size())});
  }
  const auto bytes = data.subspan(begin, type.host_bytes());
  return {name, {std::move(type), {bytes.begin(), bytes.end()}}};
}

Safetensors read(const Parts& parts) {
  const Json header = Json::parse(parts.header);
  Safetensors contents;
  if (header.contains(metadata_key)) header.at(metadata_key).get_to(contents.metadata);
  // Other programs may list the tensors in another order than that of their bytes.
  std::vector<std::pair<std::string, const Json*>> entries;
  for (const auto& [name, entry] : header.items()) {
    if (name != metadata_key) entries.emplace_back(name, &entry);
  }
  std::ranges::stable_sort(entries, {}, [](const auto& entry) {
    return entry.second->at("data_offsets").template get<std::array<std::size_t, 2>>();
  });
  std::size_t begin = 0;
  for (const auto& [name, entry] : entries) {
    contents.tensors.push_back(read_tensor(name, *entry, parts.data, begin));
    begin += contents.tensors.back().tensor.bytes.size();
  }
  if (begin != parts.data.size()) {
    throw UserError({.what = "the file has bytes after its last tensor",
                     .expected = fmt::format("{} bytes of tensors", begin),
                     .found = fmt::format("{} bytes", parts.data.size())});
  }
  return contents;
}

}  // namespace

const HostTensor& tensor_named(std::span<const NamedTensor> tensors, std::string_view name) {
  const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
  if (found != tensors.end()) return found->tensor;
  throw UserError({.what = fmt::format("there is no tensor `{}`", name)});
}

std::vector<std::byte> format_safetensors(const Safetensors& contents) {
  require(!contents.metadata.contains(checksum_key), "the checksum is the writer's to give");
  std::string header = header_text(contents);
  std::vector<std::byte> data;
  for (const NamedTensor& named : contents.tensors) {
    data.insert(data.end(), named.tensor.bytes.begin(), named.tensor.bytes.end());
  }
  const std::string digits = hash_of(header, data);
  header.replace(checksum_place(header).value(), checksum_digits, digits);

  std::vector<std::byte> file;
  file.reserve(length_bytes + header.size() + data.size());
  const auto length = little_endian(header.size());
  const auto text = std::as_bytes(std::span(header));
  file.insert(file.end(), length.begin(), length.end());
  file.insert(file.end(), text.begin(), text.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

Safetensors parse_safetensors(std::span<const std::byte> file, Checksum checksum) {
  const Parts parts = split(file);
  try {
    Safetensors contents = read(parts);
    check_and_remove_checksum(parts, contents.metadata, checksum);
    return contents;
  } catch (const nlohmann::json::exception& error) {
    throw UserError({.what = "the header of the file is damaged", .found = error.what()});
  }
}

}  // namespace stepwright::train
