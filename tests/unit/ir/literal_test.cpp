#include "stepwright/ir/literal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "stepwright/base/error.h"

namespace stepwright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Literal, EqualElementsAreASplat) {
  const std::array<double, 3> same{2, 2, 2};
  const Literal literal = Literal::floating({ElementType::f32, {3}}, same);
  EXPECT_TRUE(literal.is_splat());
  EXPECT_EQ(literal, Literal::splat({ElementType::f32, {3}}, 2));
  const std::array<double, 2> zeros{0.0, -0.0};
  EXPECT_FALSE(Literal::floating({ElementType::f32, {2}}, zeros).is_splat());
}

TEST(Literal, NumbersRoundToTheElementType) {
  EXPECT_EQ(Literal::splat({ElementType::f32, {}}, 0.1).bits(0), 0x3DCCCCCDu);
  EXPECT_EQ(Literal::splat({ElementType::bf16, {}}, 1.0 + 1.0 / 256).bits(0), 0x3F80u);  // a tie, to even
  EXPECT_EQ(Literal::splat({ElementType::i32, {}}, -3.7).as_integer(0), -3);
}

TEST(Literal, IntegersKeepTheLowBitsOfTheirType) {
  const Literal minus_one = Literal::splat_integer({ElementType::i4, {}}, -1);
  EXPECT_EQ(minus_one.bits(0), 0xFu);
  EXPECT_EQ(minus_one.as_integer(0), -1);
  EXPECT_EQ(minus_one.as_double(0), -1.0);
  const Literal largest = Literal::splat_integer({ElementType::ui64, {}}, -1);
  EXPECT_EQ(largest.as_double(0), 18446744073709551615.0);
}

TEST(Literal, HostBytesComeBackTheSame) {
  const std::array<std::int64_t, 4> values{-2, 1, 0, -1};
  const Literal literal = Literal::integral({ElementType::i2, {2, 2}}, values);
  const HostTensor host = literal.to_host();
  EXPECT_EQ(host.as<std::int8_t>()[0], -2);
  EXPECT_EQ(Literal::from_host(host), literal);
}

TEST(Literal, ATensorWithoutElementsHasNone) {
  EXPECT_EQ(Literal::splat({ElementType::f32, {0, 3}}, 1),
            Literal::from_bits({ElementType::f32, {0, 3}}, {7}));
  EXPECT_FALSE(Literal::splat({ElementType::f32, {0}}, 1).is_splat());
}

TEST(Literal, TheWrongNumberOfElementsIsOurFault) {
  const std::array<double, 2> two{1, 2};
  EXPECT_THROW(Literal::floating({ElementType::f32, {3}}, two), InternalError);
}

TEST(Literal, CaseA1InfinitiesHaveTheBitsOfTheirType) {
  const auto bits = [](ElementType element, double value) {
    return Literal::splat({element, {}}, value).bits(0);
  };
  EXPECT_EQ(bits(ElementType::f32, -infinity), 0xFF800000u);
  EXPECT_EQ(bits(ElementType::bf16, -infinity), 0xFF80u);
  EXPECT_EQ(bits(ElementType::f16, -infinity), 0xFC00u);
  EXPECT_EQ(bits(ElementType::f64, -infinity), 0xFFF0000000000000u);
  EXPECT_EQ(bits(ElementType::f32, infinity), 0x7F800000u);
  EXPECT_EQ(bits(ElementType::f32, std::nan("")), 0x7FC00000u);
}

TEST(Literal, CaseA1InfinityInF8E4M3FNIsAnError) {
  const std::array<double, 2> values{1, -infinity};
  for (const auto& make :
       std::vector<std::function<void()>>{[] {
                                            Literal::splat({ElementType::f8E4M3FN, {}}, infinity);
                                          },
                                          [&] {
                                            Literal::floating({ElementType::f8E4M3FN, {2}}, values);
                                          }}) {
    try {
      make();
      FAIL() << "f8E4M3FN took an infinity";
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("f8E4M3FN has no infinity"));
      EXPECT_THAT(error.what(), testing::HasSubstr("expected: a number of at most 448"));
    }
  }
}

TEST(Literal, ANumberBeyondF8E4M3FNIsAnErrorRatherThanANaN) {
  EXPECT_EQ(Literal::splat({ElementType::f8E4M3FN, {}}, 448).bits(0), 0x7Eu);
  EXPECT_EQ(Literal::splat({ElementType::f8E4M3FN, {}}, std::nan("")).bits(0), 0x7Fu);
  try {
    Literal::splat({ElementType::f8E4M3FN, {}}, 500);
    FAIL() << "f8E4M3FN took 500";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the number is too large for f8E4M3FN"));
  }
}

}  // namespace
}  // namespace stepwright
