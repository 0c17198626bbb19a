#include "stepwright/base/ulp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stepwright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto farthest = std::numeric_limits<std::uint64_t>::max();

TEST(UlpDifference, CountsTheValuesOfTheElementTypeBetween) {
  EXPECT_EQ(ulp_difference(ElementType::f64, 1.0, 1.0), 0u);
  EXPECT_EQ(ulp_difference(ElementType::f64, 1.0, std::nextafter(1.0, 2.0)), 1u);
  EXPECT_EQ(ulp_difference(ElementType::f32, 1.0, 1.0 + 0x1p-22), 2u);
  EXPECT_EQ(ulp_difference(ElementType::f16, 5.0, 5.010), 3u);
  EXPECT_EQ(ulp_difference(ElementType::bf16, 1.0, 2.0), 128u);
  EXPECT_EQ(ulp_difference(ElementType::f8E4M3FN, 448.0, 1.0), 70u);  // patterns 0x7E and 0x38
}

TEST(UlpDifference, RoundsToTheElementTypeFirst) {
  EXPECT_EQ(ulp_difference(ElementType::f32, 1e300, infinity), 0u);
  EXPECT_EQ(ulp_difference(ElementType::bf16, 1.0, 1.0 + 0x1p-9), 0u);
}

TEST(UlpDifference, GoesThroughZeroWhichIsOneValue) {
  EXPECT_EQ(ulp_difference(ElementType::f32, -0.0, 0.0), 0u);
  EXPECT_EQ(ulp_difference(ElementType::f32, -0x1p-149, 0x1p-149), 2u);
  EXPECT_EQ(ulp_difference(ElementType::f64, 0.0, 0x1p-1074), 1u);
}

TEST(UlpDifference, IsTheLargestFromAnInfinityOrNaNToAnythingElse) {
  EXPECT_EQ(ulp_difference(ElementType::f32, nan, -nan), 0u);
  EXPECT_EQ(ulp_difference(ElementType::f32, infinity, infinity), 0u);
  EXPECT_EQ(ulp_difference(ElementType::f32, infinity, -infinity), farthest);
  EXPECT_EQ(ulp_difference(ElementType::f32, infinity, 0x1.fffffep127), farthest);
  EXPECT_EQ(ulp_difference(ElementType::f32, 1.0, nan), farthest);
}

}  // namespace
}  // namespace stepwright
