#include "stepwright/eval/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stepwright/base/error.h"

namespace stepwright {
namespace {

HostTensor floats(std::vector<float> values) {
  const TensorType type{ElementType::f32, {2, std::ssize(values) / 2}};
  return HostTensor::of<float>(type, values);
}

TEST(Compare, NamesTheFirstDifferenceAndTheWorst) {
  const HostTensor expected = floats({1.0F, 2.0F, 3.0F, 4.0F});
  const HostTensor actual = floats({1.0F, 2.0F, std::nextafter(3.0F, 4.0F), 4.5F});
  const Differences found = differences(actual, expected);
  EXPECT_EQ(found.count, 2);
  EXPECT_EQ(found.first, 2);
  EXPECT_EQ(found.worst, 3);
  EXPECT_EQ(found.largest_ulp, 1u << 20);  // 4.5 is 2²⁰ steps of 2⁻²¹ above 4
  EXPECT_EQ(found.largest_absolute, 0.5);
  EXPECT_EQ(describe(found, actual.type.dimensions),
            "2 of 4 elements differ, the first at [1, 0]: 3.0000002, expected 3; at most 1048576 ulp and "
            "0.5 apart");
}

TEST(Compare, TakesTheZerosForOneNumberAndNaNForItself) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(differences(floats({0.0F, nan}), floats({-0.0F, -nan})).none());
  EXPECT_EQ(describe(differences(floats({0.0F, nan}), floats({-0.0F, -nan})), {2, 1}), "equal");
  EXPECT_EQ(differences(floats({0.0F, nan}), floats({0.0F, 1.0F})).first, 1);
}

TEST(Compare, CountsIntegersByTheirDifference) {
  const TensorType type{ElementType::ui64, {1}};
  const auto one = [&](std::uint64_t value) {
    return HostTensor::of<std::uint64_t>(type, std::vector{value});
  };
  EXPECT_EQ(differences(one(~std::uint64_t{0}), one(5)).largest_ulp, ~std::uint64_t{0} - 5);
}

TEST(Compare, RefusesTensorsOfDifferentTypes) {
  try {
    differences(floats({1.0F, 2.0F}), floats({1.0F, 2.0F, 3.0F, 4.0F}));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "tensors of different types are compared\n  expected: tensor<2x2xf32>\n"
                 "  found:    tensor<2x1xf32>");
  }
}

}  // namespace
}  // namespace stepwright
