#include "stepwright/data/idx.h"

#include <gtest/gtest.h>

#include "stepwright/base/file.h"
#include "tests/support/bytes.h"
#include "tests/support/complaint.h"
#include "tests/support/idx_bytes.h"
#include "tests/support/temporary_folder.h"

namespace stepwright {
namespace {

std::string fault(const std::vector<std::byte>& bytes) {
  return complaint([&] { parse_idx(bytes); });
}

// Six images of 28x28 whose bytes do not repeat in any short period.
std::vector<std::byte> images() {
  std::vector<int> pixels(6 * 28 * 28);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<int>((i * i / 7 + i) % 256);
  return idx_bytes(8, {6, 28, 28}, pixels);
}

TEST(Idx, CaseD10_TheHeaderIsBigEndian) {
  const std::vector<std::byte> bytes = idx_bytes(8, {2, 1, 3}, {1, 2, 3, 4, 5, 255});
  ASSERT_EQ(bytes[2], std::byte{8});
  ASSERT_EQ(bytes[3], std::byte{3});
  const HostTensor tensor = parse_idx(bytes);
  EXPECT_EQ(to_string(tensor.type), "tensor<2x1x3xui8>");
  EXPECT_EQ(tensor.bytes, bytes_of({1, 2, 3, 4, 5, 255}));
}

TEST(Idx, EveryTypeIsReadIntoTheHostsByteOrder) {
  EXPECT_EQ(parse_idx(idx_bytes(0x09, {1}, {0xFE})).as<std::int8_t>()[0], -2);
  EXPECT_EQ(parse_idx(idx_bytes(0x0b, {2}, {0x01, 0x02, 0xFF, 0xFE})).as<std::int16_t>()[1], -2);
  EXPECT_EQ(parse_idx(idx_bytes(0x0b, {2}, {0x01, 0x02, 0xFF, 0xFE})).as<std::int16_t>()[0], 0x0102);
  EXPECT_EQ(parse_idx(idx_bytes(0x0d, {1}, {0x3F, 0x80, 0, 0})).as<float>()[0], 1.0f);
  EXPECT_EQ(parse_idx(idx_bytes(0x0e, {1}, {0xC0, 0x08, 0, 0, 0, 0, 0, 0})).as<double>()[0], -3.0);
}

TEST(Idx, CaseD10_Int32InTwoDimensionsIsReadAsSuch) {
  const HostTensor tensor = parse_idx(idx_bytes(0x0c, {1, 2}, {0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(to_string(tensor.type), "tensor<1x2xi32>");
  EXPECT_EQ(tensor.as<std::int32_t>()[0], 256);
  EXPECT_EQ(tensor.as<std::int32_t>()[1], -1);
}

TEST(Idx, CaseD10_AGzipFileIsReadThrough) {
  EXPECT_EQ(parse_idx(gzip_bytes(images())), parse_idx(images()));
}

TEST(Idx, CaseD10_AGzipFileMayHaveSeveralMembers) {
  const std::vector<std::byte> whole = images();
  std::vector<std::byte> parts = gzip_bytes({whole.begin(), whole.begin() + 1000});
  const std::vector<std::byte> second = gzip_bytes({whole.begin() + 1000, whole.end()});
  parts.insert(parts.end(), second.begin(), second.end());
  EXPECT_EQ(parse_idx(parts), parse_idx(whole));
}

TEST(Idx, CaseD10_AGzipFileCutShortIsAnErrorAndNotZeros) {
  const std::vector<std::byte> whole = gzip_bytes(images());
  for (std::size_t size = 2; size < whole.size(); ++size) {
    const std::string text = fault({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    ASSERT_TRUE(
        text.starts_with("the gzip stream is cut short\n  found:    the end of the file at compressed byte " +
                         std::to_string(size) + ", after "))
        << size << " of " << whole.size() << ": " << text;
  }
}

TEST(Idx, ADamagedGzipFileIsAnError) {
  std::vector<std::byte> damaged = gzip_bytes(images());
  damaged[damaged.size() - 8] ^= std::byte{1};  // in the checksum
  EXPECT_EQ(fault(damaged),
            "the gzip stream is damaged: incorrect data check\n  found:    the fault at compressed byte " +
                std::to_string(damaged.size() - 4) + ", after 4720 uncompressed bytes\n" +
                "  remedy:   download the file again");
  std::vector<std::byte> longer = gzip_bytes(images());
  const std::size_t end = longer.size();
  longer.insert(longer.end(), 3, std::byte{7});
  EXPECT_EQ(fault(longer),
            "bytes follow the end of the gzip stream\n  found:    3 bytes from compressed byte " +
                std::to_string(end) + "\n  remedy:   download the file again");
  EXPECT_EQ(fault(gzip_bytes(gzip_bytes(images()))),
            "the file is compressed twice\n  remedy:   gunzip it once");
}

TEST(Idx, CaseD10_ATruncatedFileNamesTheByteNumbers) {
  std::vector<std::byte> bytes = images();
  bytes.resize(bytes.size() - 28 * 14);  // half an image
  EXPECT_EQ(fault(bytes),
            "the file ends before its last element\n"
            "  expected: 4720 bytes: a header of 16 and 6x28x28 elements of ui8\n  found:    4328 bytes\n"
            "  remedy:   download the file again");
}

TEST(Idx, CaseD10_TrailingBytesAreAnError) {
  std::vector<std::byte> bytes = images();
  bytes.push_back(std::byte{0});
  EXPECT_EQ(
      fault(bytes),
      "bytes follow the last element\n  expected: 4720 bytes: a header of 16 and 6x28x28 elements of ui8\n"
      "  found:    4721 bytes\n  remedy:   download the file again");
}

TEST(Idx, AHeaderThatPromisesMoreThanAnyFileIsAnError) {
  EXPECT_EQ(fault(idx_bytes(0x0e, {0xFFFFFFFF, 0xFFFFFFFF, 2}, {1})),
            "the file ends before its last element\n"
            "  expected: more than 2^64 bytes: a header of 16 and 4294967295x4294967295x2 elements of f64\n"
            "  found:    17 bytes\n  remedy:   download the file again");
}

TEST(Idx, AFileCutInsideItsHeaderIsAnError) {
  EXPECT_EQ(
      fault({}),
      "the file ends inside the IDX header\n  expected: a header of 4 bytes\n  found:    0 bytes in all\n"
      "  remedy:   download the file again");
  std::vector<std::byte> bytes = images();
  bytes.resize(15);
  EXPECT_EQ(
      fault(bytes),
      "the file ends inside the IDX header\n  expected: a header of 16 bytes\n  found:    15 bytes in all\n"
      "  remedy:   download the file again");
}

TEST(Idx, OtherFilesAreNamedAsSuch) {
  EXPECT_EQ(fault(bytes_of("P5 28 28 255")),
            "this is not an IDX file\n"
            "  expected: two zero bytes first, as in 00 00 08 03 for images and 00 00 08 01 for labels\n"
            "  found:    50 35 20 32");
  EXPECT_EQ(
      fault(bytes_of({3, 8, 0, 0, 1, 0, 0, 0})),
      "this is not an IDX file\n"
      "  expected: two zero bytes first, as in 00 00 08 03 for images and 00 00 08 01 for labels\n"
      "  found:    03 08 00 00\n  remedy:   the bytes are in little-endian order: write the file big-endian");
  EXPECT_EQ(fault(bytes_of({0, 0, 10, 1, 0, 0, 0, 0})),
            "the IDX type code (byte 2) is not known\n"
            "  expected: 08 (ui8), 09 (i8), 0b (i16), 0c (i32), 0d (f32) or 0e (f64)\n"
            "  found:    0a in 00 00 0a 01");
}

TEST(Idx, TheFileIsNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "labels";
  write_file(path, bytes_of({0, 0, 8}));
  EXPECT_TRUE(complaint([&] {
                read_idx(path);
              }).starts_with(path.string() + ": the file ends inside the IDX header\n"));
  write_file(path, images());
  EXPECT_EQ(read_idx(path), parse_idx(images()));
}

}  // namespace
}  // namespace stepwright
