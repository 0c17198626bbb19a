#include "stepwright/data/labels.h"

#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace stepwright {
namespace {

template <class T>
HostTensor labels(ElementType element, const std::vector<T>& values) {
  return HostTensor::of<T>({element, {static_cast<std::int64_t>(values.size())}}, values);
}

std::string fault(const HostTensor& tensor, std::int64_t classes) {
  return complaint([&] { checked_labels(tensor, classes, "labels.idx"); });
}

TEST(Labels, EveryIntegerTypeGivesTheSameLabels) {
  const std::vector<std::int32_t> expected{0, 9, 3};
  EXPECT_EQ(checked_labels(labels<std::uint8_t>(ElementType::ui8, {0, 9, 3}), 10, ""), expected);
  EXPECT_EQ(checked_labels(labels<std::int8_t>(ElementType::i8, {0, 9, 3}), 10, ""), expected);
  EXPECT_EQ(checked_labels(labels<std::int16_t>(ElementType::i16, {0, 9, 3}), 10, ""), expected);
  EXPECT_EQ(checked_labels(labels<std::int32_t>(ElementType::i32, {0, 9, 3}), 10, ""), expected);
  EXPECT_EQ(checked_labels(labels<std::int64_t>(ElementType::i64, {0, 9, 3}), 10, ""), expected);
}

TEST(Labels, CaseD9_ALabelOutOfRangeNamesFileSampleAndValue) {
  EXPECT_EQ(fault(labels<std::int32_t>(ElementType::i32, {3, 10, 255, -1}), 10),
            "labels.idx, sample 1: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
            "  found:    10; 3 of 4 labels are out of range");
  EXPECT_EQ(fault(labels<std::int32_t>(ElementType::i32, {3, -1}), 10),
            "labels.idx, sample 1: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
            "  found:    -1; 1 of 2 labels are out of range");
  EXPECT_EQ(fault(labels<std::uint8_t>(ElementType::ui8, {255}), 10),
            "labels.idx, sample 0: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
            "  found:    255; 1 of 1 labels are out of range");
  EXPECT_EQ(fault(labels<std::int64_t>(ElementType::i64, {1ll << 32}), 10),
            "labels.idx, sample 0: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
            "  found:    4294967296; 1 of 1 labels are out of range");
}

TEST(Labels, CaseD9_LabelsThatStartAtOneGetAHint) {
  std::vector<std::uint8_t> values(20);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint8_t>(1 + i % 10);
  EXPECT_EQ(fault(labels<std::uint8_t>(ElementType::ui8, values), 10),
            "labels.idx, sample 9: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
            "  found:    10; 2 of 20 labels are out of range\n"
            "  remedy:   the labels run from 1 to 10: subtract one from each");
}

TEST(Labels, CaseD9_OneByteLabelsCannotHoldAThousandClasses) {
  EXPECT_EQ(fault(labels<std::uint8_t>(ElementType::ui8, {1, 2}), 1000),
            "labels.idx: ui8 labels cannot hold 1000 classes\n  expected: a wider type\n"
            "  found:    room for 256 classes\n  remedy:   write the labels as i32 (IDX type code 0c)");
  EXPECT_EQ(fault(labels<std::int8_t>(ElementType::i8, {1}), 129),
            "labels.idx: i8 labels cannot hold 129 classes\n  expected: a wider type\n"
            "  found:    room for 128 classes\n  remedy:   write the labels as i32 (IDX type code 0c)");
  EXPECT_EQ(fault(labels<std::uint8_t>(ElementType::ui8, {255}), 256), "no complaint");
  EXPECT_EQ(fault(labels<std::int32_t>(ElementType::i32, {999}), 1000), "no complaint");
}

TEST(Labels, CaseD10_TwoDimensionalLabelsAreNamed) {
  EXPECT_EQ(fault(HostTensor::zeros({ElementType::i32, {60, 8}}), 10),
            "labels.idx: labels are one number for each sample\n  expected: 1 dimension\n"
            "  found:    2 dimensions: 60x8 of i32\n  remedy:   write a file of the class column alone");
  EXPECT_EQ(fault(HostTensor::zeros({ElementType::f32, {2}}), 10),
            "labels.idx: labels are integers\n  expected: ui8, i8, i16, i32 or i64\n  found:    f32");
}

}  // namespace
}  // namespace stepwright
