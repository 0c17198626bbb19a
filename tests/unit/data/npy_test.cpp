#include "stepwright/data/npy.h"

#include <gtest/gtest.h>

#include <string>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "tests/support/bytes.h"
#include "tests/support/complaint.h"
#include "tests/support/temporary_folder.h"

namespace stepwright {
namespace {

// A .npy file of this version with this header text, without padding.
std::vector<std::byte> npy(int version, const std::string& header, const std::vector<std::byte>& elements) {
  std::string text = "\x93NUMPY";
  text += {static_cast<char>(version), '\0', static_cast<char>(header.size()), '\0'};
  if (version > 1) text += std::string(2, '\0');
  std::vector<std::byte> bytes = bytes_of(text + header);
  bytes.insert(bytes.end(), elements.begin(), elements.end());
  return bytes;
}

std::string header(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

std::string fault(const std::vector<std::byte>& bytes, std::optional<ElementType> wanted = std::nullopt) {
  return complaint([&] { parse_npy(bytes, wanted); });
}

TEST(Npy, EveryElementTypeAndRankSurvivesARoundTrip) {
  for (const char* const element : {"f64", "f32", "f16", "bf16", "f8E4M3FN", "i1", "i2", "i4", "i8", "i16",
                                    "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"}) {
    for (const Dimensions& shape :
         {Dimensions{}, Dimensions{3}, Dimensions{2, 3}, Dimensions{0, 5}, Dimensions{1, 2, 3, 1}}) {
      HostTensor tensor = HostTensor::zeros({*element_type_named(element), shape});
      for (std::size_t i = 0; i < tensor.bytes.size(); ++i) tensor.bytes[i] = static_cast<std::byte>(i % 2);
      ASSERT_EQ(parse_npy(format_npy(tensor), tensor.type.element), tensor) << to_string(tensor.type);
    }
  }
}

// The bytes of np.save in NumPy 2.4.
TEST(Npy, TheBytesAreNumPys) {
  const std::vector<float> values{1, 2};
  std::vector<std::byte> expected =
      bytes_of(std::string("\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
                           10 + 57) +
               std::string(60, ' ') + "\n");
  ASSERT_EQ(expected.size(), 128u);
  const auto elements = bytes_of({0, 0, 0x80, 0x3F, 0, 0, 0, 0x40});
  expected.insert(expected.end(), elements.begin(), elements.end());
  EXPECT_EQ(format_npy(HostTensor::of<float>({ElementType::f32, {2}}, values)), expected);
}

TEST(Npy, AllThreeVersionsAreRead) {
  for (const int version : {1, 2, 3}) {
    const HostTensor tensor = parse_npy(npy(version, header("|u1", "(2, 1)"), bytes_of({5, 6})));
    EXPECT_EQ(to_string(tensor.type), "tensor<2x1xui8>");
    EXPECT_EQ(tensor.bytes, bytes_of({5, 6}));
  }
}

TEST(Npy, FortranOrderIsTransposed) {
  const HostTensor matrix =
      parse_npy(npy(1, header("<i2", "(2, 3)", true), bytes_of({0, 0, 3, 0, 1, 0, 4, 0, 2, 0, 5, 0})));
  const auto values = matrix.as<std::int16_t>();
  EXPECT_EQ(std::vector<std::int16_t>(values.begin(), values.end()),
            (std::vector<std::int16_t>{0, 1, 2, 3, 4, 5}));
  // Element (i, j, k) of a 2x3x4 array lies at i + 2j + 6k.
  std::vector<std::byte> elements(24);
  for (std::size_t i = 0; i < 24; ++i) elements[i] = static_cast<std::byte>(i);
  const HostTensor cube = parse_npy(npy(1, header("|u1", "(2, 3, 4)", true), elements));
  std::size_t at = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 4; ++k) ASSERT_EQ(cube.as<std::uint8_t>()[at++], i + 2 * j + 6 * k);
    }
  }
}

TEST(Npy, TypesThatMlDtypesSavesAsVoid) {
  EXPECT_EQ(parse_npy(npy(1, header("<V2", "(1,)"), bytes_of({0x80, 0x3F}))).type.element, ElementType::bf16);
  const std::vector<std::byte> one_byte = npy(1, header("<V1", "(1,)"), bytes_of({0x38}));
  EXPECT_EQ(parse_npy(one_byte, ElementType::f8E4M3FN).type.element, ElementType::f8E4M3FN);
  EXPECT_EQ(fault(one_byte),
            "dtype '<V1' does not say which element type the array holds\n"
            "  remedy:   name the element type where the array is used, or save array.view(np.uint8)");
}

TEST(Npy, PythonsSpellingsOfTheHeaderAreRead) {
  const HostTensor tensor =
      parse_npy(npy(1, "{\"shape\":(2L,),'fortran_order':False , 'descr' : \"|b1\"}   \n", bytes_of({0, 1})));
  EXPECT_EQ(to_string(tensor.type), "tensor<2xi1>");
}

TEST(Npy, ACutFileNamesTheByteNumbers) {
  const std::vector<std::byte> whole = npy(1, header("<f4", "(2, 3)"), std::vector<std::byte>(24));
  const std::size_t head = whole.size() - 24;
  ASSERT_EQ(fault(whole), "no complaint");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string text = fault({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    const std::string expected =
        size < 6    ? "this is not a .npy file\n  expected: the first six bytes \\x93NUMPY"
        : size < 10 ? "the file ends inside the .npy header\n  expected: a header of 10 bytes\n  found:    " +
                          std::to_string(size) + " bytes in all"
        : size < head
            ? "the file ends inside the .npy header\n  expected: a header of " + std::to_string(head) +
                  " bytes\n  found:    " + std::to_string(size) + " bytes in all"
            : "the file ends inside the array\n  expected: 24 bytes for tensor<2x3xf32> after a header of " +
                  std::to_string(head) + "\n  found:    " + std::to_string(size - head) +
                  " bytes after the header\n  remedy:   save the array again";
    ASSERT_EQ(text, expected) << size;
  }
  std::vector<std::byte> longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_TRUE(fault(longer).starts_with("bytes follow the end of the array\n  expected: 24 bytes"));
}

TEST(Npy, ImpossibleHeadersAreNamed) {
  EXPECT_EQ(fault(npy(1, header("<f4", "(2, -3)"), {})),
            "the .npy header is malformed at its character 54\n  expected: a dimension\n  found:    " +
                header("<f4", "(2, -3)"));
  EXPECT_EQ(fault(npy(1, "{'descr': '<f4', 'shape': (2,)}", {})),
            "the .npy header is malformed at its character 31\n"
            "  expected: the keys descr, fortran_order and shape, all three\n"
            "  found:    {'descr': '<f4', 'shape': (2,)}");
  EXPECT_EQ(
      fault(npy(1, "{'descr': '<f4', 'order': 1}", {})),
      "the .npy header is malformed at its character 17\n  expected: the keys descr, fortran_order, shape\n"
      "  found:    {'descr': '<f4', 'order': 1}");
  EXPECT_EQ(fault(npy(1, "{'descr': [('a', '<f4')], }", {})),
            "the array is structured (its dtype has named fields)\n  expected: a plain array\n"
            "  remedy:   save each field as an array of its own");
  EXPECT_EQ(fault(npy(1, "{'descr': '<f4', 'fortran_order': 0}", {})),
            "the .npy header is malformed at its character 34\n  expected: True or False\n"
            "  found:    {'descr': '<f4', 'fortran_order': 0}");
  EXPECT_TRUE(fault(npy(1, "{'descr", {}))
                  .starts_with("the .npy header is malformed at its character 1\n"
                               "  expected: a quoted string\n"));
  EXPECT_TRUE(
      fault(npy(1, "", {})).starts_with("the .npy header is malformed at its character 0\n  expected: '{'"));
  EXPECT_EQ(fault(npy(4, header("<f4", "()"), {})),
            "the .npy version (byte 6) is not known\n  expected: 1, 2 or 3\n  found:    4");
  EXPECT_TRUE(fault(npy(1, header("<f8", "(4294967296, 4294967296)"), {}))
                  .starts_with("the file ends inside the array\n  expected: more than 2^64 bytes for "
                               "tensor<4294967296x4294967296xf64> after a header of "));
}

TEST(Npy, OtherElementTypesAreNamed) {
  EXPECT_EQ(fault(npy(1, header(">f4", "()"), {})),
            "the array is big-endian: dtype '>f4'\n  expected: a little-endian array\n"
            "  remedy:   save array.astype(array.dtype.newbyteorder('<'))");
  EXPECT_EQ(fault(npy(1, header("<c8", "()"), {})),
            "an array of dtype '<c8' cannot be read\n"
            "  expected: floats (f8 f4 f2, bfloat16 as V2), integers (i1 … i8, u1 … u8) or booleans (b1)");
  EXPECT_EQ(fault(npy(1, header("<f8", "()"), {}), ElementType::f32),
            "the array has another element type than asked for\n  expected: f32 (dtype '<f4')\n"
            "  found:    dtype '<f8'");
}

TEST(Npy, ValuesOutsideANarrowTypeAreNamed) {
  EXPECT_EQ(fault(npy(1, header("|b1", "(3,)"), bytes_of({0, 1, 2}))),
            "element 2 is no i1\n  expected: 0 to 1\n  found:    2");
  EXPECT_EQ(fault(npy(1, header("|i1", "(3,)"), bytes_of({0xF8, 7, 8})), ElementType::i4),
            "element 2 is no i4\n  expected: -8 to 7\n  found:    8");
  EXPECT_EQ(fault(npy(1, header("|u1", "(1,)"), bytes_of({255})), ElementType::ui2),
            "element 0 is no ui2\n  expected: 0 to 3\n  found:    255");
}

TEST(Npy, TheFileIsNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "x.npy";
  write_file(path, bytes_of("hello"));
  EXPECT_EQ(complaint([&] { read_npy(path); }),
            path.string() + ": this is not a .npy file\n  expected: the first six bytes \\x93NUMPY");
  const HostTensor tensor = HostTensor::zeros({ElementType::f64, {2, 2}});
  write_npy(path, tensor);
  EXPECT_EQ(read_npy(path), tensor);
}

}  // namespace
}  // namespace stepwright
