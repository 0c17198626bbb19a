#include "stepwright/train/safetensors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "stepwright/base/error.h"
#include "tests/support/bytes.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

HostTensor counted(TensorType type) {
  HostTensor tensor = HostTensor::zeros(std::move(type));
  for (std::size_t i = 0; i < tensor.bytes.size(); ++i) tensor.bytes[i] = static_cast<std::byte>(i + 1);
  return tensor;
}

Safetensors example() {
  return {{{"format", "test"}, {"note", "a \"quoted\" word"}},
          {{"W", counted({ElementType::f32, {2, 3}})}, {"b", counted({ElementType::bf16, {3}})}}};
}

// A file with this header and `bytes` zero bytes of tensors.
std::vector<std::byte> file_with(const std::string& header, std::size_t bytes) {
  std::vector<std::byte> file(8);
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<std::byte>(header.size() >> (8 * i) & 0xFF);
  for (const char c : header) file.push_back(static_cast<std::byte>(c));
  file.resize(file.size() + bytes);
  return file;
}

std::string refusal(const std::vector<std::byte>& file, Checksum checksum = Checksum::optional) {
  return complaint([&] { parse_safetensors(file, checksum); });
}

TEST(Safetensors, WhatIsWrittenIsReadBackForEveryElementTypeAndShape) {
  using enum ElementType;
  Safetensors contents{{{"key", "value"}}, {}};
  for (const ElementType element :
       {f64, f32, f16, bf16, f8E4M3FN, i1, i8, i16, i32, i64, ui8, ui16, ui32, ui64}) {
    for (const Dimensions& shape : {Dimensions{}, {3}, {2, 0, 4}, {2, 3, 1}}) {
      contents.tensors.push_back(
          {fmt::format("{} {}", name(element), to_string(shape)), counted({element, shape})});
    }
  }
  EXPECT_EQ(parse_safetensors(format_safetensors(contents), Checksum::required), contents);
  EXPECT_EQ(parse_safetensors(format_safetensors({}), Checksum::required), Safetensors{});
}

TEST(Safetensors, TheLayoutIsTheOneThatOtherProgramsRead) {
  const std::vector<std::byte> file = format_safetensors({{}, {{"W", floats({1, 2}, {1, -2})}}});
  const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
  const std::size_t length = static_cast<unsigned char>(text[0]);
  EXPECT_EQ(text.substr(1, 7), std::string(7, '\0'));
  EXPECT_EQ(length % 8, 0u);
  ASSERT_EQ(text.size(), 8 + length + 8);
  const std::string header = text.substr(8, length);
  EXPECT_EQ(header.substr(0, 27), R"({"__metadata__":{"sha256":")");
  expect_contains(header, R"("},"W":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})");
  EXPECT_EQ(text.substr(8 + length), std::string("\0\0\x80\x3f\0\0\0\xc0", 8));
}

TEST(Safetensors, AFileOfAnotherProgramIsReadInTheOrderOfItsBytesUnlessAChecksumIsWanted) {
  const auto file = file_with(R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},)"
                              R"("a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
                              6);
  const Safetensors read = parse_safetensors(file, Checksum::optional);
  ASSERT_EQ(read.tensors.size(), 2u);
  EXPECT_EQ(read.tensors[0], (NamedTensor{"a", HostTensor::zeros({ElementType::f32, {}})}));
  EXPECT_EQ(read.tensors[1], (NamedTensor{"b", HostTensor::zeros({ElementType::ui8, {2}})}));
  expect_contains(refusal(file, Checksum::required),
                  "the file states no hash of its contents, so damage cannot be told");
}

TEST(Safetensors, AFileCutAnywhereIsRefused) {
  const std::vector<std::byte> whole = format_safetensors(example());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_NE(refusal(cut), "no complaint") << length << " bytes";
  }
  std::vector<std::byte> cut = whole;
  cut.pop_back();
  expect_contains(refusal(cut), "the file is cut short within `b`");
  expect_contains(refusal(cut), "30 bytes of tensors");
  cut.resize(40);
  expect_contains(refusal(cut), "the file is cut short\n");
  cut.push_back({});
}

TEST(Safetensors, AByteChangedAnywhereIsSeen) {
  const std::vector<std::byte> whole = format_safetensors(example());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x80}) {
      std::vector<std::byte> damaged = whole;
      damaged[at] ^= static_cast<std::byte>(flip);
      EXPECT_NE(refusal(damaged, Checksum::required), "no complaint") << "byte " << at;
    }
  }
  std::vector<std::byte> damaged = whole;
  damaged.back() ^= std::byte{1};
  expect_contains(refusal(damaged), "the file is damaged: its contents do not have the hash that it states");
}

TEST(Safetensors, FaultsAreNamed) {
  expect_contains(refusal(bytes_of("short")), "this is not a safetensors file");
  expect_contains(refusal(bytes_of("PK\3\4 some other file")), "no `{` at byte 8");
  expect_contains(refusal(file_with("{\"W\":", 0)), "the header of the file is damaged");
  expect_contains(refusal(file_with("{}", 3)), "the file has bytes after its last tensor");
  expect_contains(refusal(file_with(R"({"W":{"dtype":"F4","shape":[2],"data_offsets":[0,1]}})", 1)),
                  "the element type F4 of a safetensors file is unknown");
  expect_contains(refusal(file_with(R"({"W":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4)),
                  "the offsets of `W` do not fit");
  expect_contains(refusal(file_with(R"({"W":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8)),
                  "the offsets of `W` do not fit");
  for (const char* shape : {"[-1]", "[4294967296,4294967296]"}) {
    const std::string header =
        fmt::format(R"({{"W":{{"dtype":"F32","shape":{},"data_offsets":[0,4]}}}})", shape);
    expect_contains(refusal(file_with(header, 4)), "the shape of `W` cannot be");
  }
}

TEST(Safetensors, ATensorIsFoundByItsName) {
  const Safetensors contents = example();
  EXPECT_EQ(tensor_named(contents.tensors, "b"), contents.tensors[1].tensor);
  EXPECT_EQ(complaint([&] { tensor_named(contents.tensors, "c"); }), "there is no tensor `c`");
}

}  // namespace
}  // namespace stepwright::train
