#include "stepwright/base/small_float.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "stepwright/base/error.h"

namespace stepwright {
namespace {

constexpr std::array small_types{ElementType::f16, ElementType::bf16, ElementType::f8E4M3FN};
constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint64_t pattern_count(ElementType type) {
  return std::uint64_t{1} << info(type).bits;
}

TEST(SmallFloat, EveryPatternSurvivesDecodingAndEncoding) {
  for (const ElementType type : small_types) {
    for (std::uint64_t bits = 0; bits < pattern_count(type); ++bits) {
      ASSERT_EQ(encode(type, decode(type, bits)), bits) << name(type);
    }
  }
}

constexpr std::array tiny_types{ElementType::f8E5M2,     ElementType::f8E4M3,     ElementType::f8E3M4,
                                ElementType::f8E4M3FNUZ, ElementType::f8E5M2FNUZ, ElementType::f8E4M3B11FNUZ,
                                ElementType::f8E8M0FNU,  ElementType::f6E2M3FN,   ElementType::f6E3M2FN,
                                ElementType::f4E2M1FN};

TEST(SmallFloat, EveryPatternOfATinyTypeSurvivesDecodingAndEncoding) {
  for (const ElementType type : tiny_types) {
    for (std::uint64_t bits = 0; bits < pattern_count(type); ++bits) {
      ASSERT_EQ(encode(type, decode(type, bits)), bits) << name(type);
    }
  }
}

// The largest finite values of the formats, from the types of the StableHLO specification and ml_dtypes.
TEST(SmallFloat, TinyTypesEndAtTheirLargestValue) {
  const std::array largest{57344.0, 240.0, 15.5, 240.0, 57344.0, 30.0, 0x1p127, 7.5, 28.0, 6.0};
  for (std::size_t at = 0; at < tiny_types.size(); ++at) {
    EXPECT_EQ(range_of(tiny_types[at]).largest, largest[at]) << name(tiny_types[at]);
    EXPECT_EQ(round_to(tiny_types[at], largest[at]), largest[at]) << name(tiny_types[at]);
  }
}

TEST(SmallFloat, PastTheLargestValueLiesWhatTheTypeHas) {
  EXPECT_EQ(round_to(ElementType::f8E5M2, 1e9), infinity);
  EXPECT_TRUE(std::isnan(round_to(ElementType::f8E4M3FNUZ, 1e9)));
  EXPECT_TRUE(std::isnan(round_to(ElementType::f8E8M0FNU, 1e39)));
  EXPECT_EQ(round_to(ElementType::f4E2M1FN, -1e9), -6.0);
}

TEST(SmallFloat, TypesWithoutNegativeZeroKeepZeroPositive) {
  EXPECT_EQ(encode(ElementType::f8E4M3FNUZ, -0.0), 0u);
  EXPECT_EQ(encode(ElementType::f8E4M3FNUZ, -1e-9), 0u);
  EXPECT_EQ(encode(ElementType::f6E2M3FN, -0.0), 0x20u);
}

TEST(SmallFloat, PowersOfTwoRoundToTheNearer) {
  EXPECT_EQ(round_to(ElementType::f8E8M0FNU, 0.1), 0.125);
  EXPECT_EQ(round_to(ElementType::f8E8M0FNU, 3.0), 4.0);
  EXPECT_EQ(round_to(ElementType::f8E8M0FNU, 2.9), 2.0);
  EXPECT_TRUE(std::isnan(round_to(ElementType::f8E8M0FNU, -1.0)));
}

TEST(SmallFloat, ValuesBetweenNeighboursRoundToTheNearerAndTiesToTheEvenPattern) {
  for (const ElementType type : small_types) {
    for (std::uint64_t bits = 0; std::isfinite(decode(type, bits + 1)); ++bits) {
      const double low = decode(type, bits);
      const double high = decode(type, bits + 1);
      ASSERT_LT(low, high);
      const double middle = (low + high) / 2;  // exact: two more bits than the format has
      const std::uint64_t even = bits % 2 == 0 ? bits : bits + 1;
      ASSERT_EQ(encode(type, middle), even) << name(type) << " " << bits;
      ASSERT_EQ(encode(type, std::nextafter(middle, 0.0)), bits) << name(type) << " " << bits;
      ASSERT_EQ(encode(type, std::nextafter(middle, infinity)), bits + 1) << name(type) << " " << bits;
      ASSERT_EQ(round_to(type, -std::nextafter(middle, infinity)), -high) << name(type) << " " << bits;
    }
  }
}

// Patterns as ml_dtypes 0.6 and NumPy 2.4 give them.
TEST(SmallFloat, OverflowIsAnInfinityExceptInF8E4M3FNWhereItIsNaN) {
  EXPECT_EQ(encode(ElementType::f16, 65519.99), 0x7BFFu);
  EXPECT_EQ(encode(ElementType::f16, 65520.0), 0x7C00u);
  EXPECT_EQ(encode(ElementType::bf16, 0x1.FEp127), 0x7F7Fu);
  EXPECT_EQ(encode(ElementType::bf16, -0x1.FFp127), 0xFF80u);
  EXPECT_EQ(encode(ElementType::f8E4M3FN, 464.0), 0x7Eu);
  EXPECT_EQ(encode(ElementType::f8E4M3FN, 464.0001), 0x7Fu);
  EXPECT_EQ(encode(ElementType::f8E4M3FN, -1e300), 0xFFu);
  EXPECT_EQ(encode(ElementType::f8E4M3FN, -infinity), 0xFFu);
  EXPECT_EQ(round_to(ElementType::f32, 1e300), infinity);
}

TEST(SmallFloat, SpecialValuesKeepTheirSign) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(encode(ElementType::f16, nan), 0x7E00u);
  EXPECT_EQ(encode(ElementType::bf16, -nan), 0xFFC0u);
  EXPECT_EQ(encode(ElementType::f8E4M3FN, -nan), 0xFFu);
  EXPECT_EQ(encode(ElementType::f32, nan), 0x7FC00000u);
  EXPECT_EQ(encode(ElementType::f16, -0.0), 0x8000u);
  EXPECT_TRUE(std::signbit(round_to(ElementType::f8E4M3FN, -1e-9)));
  EXPECT_EQ(round_to(ElementType::f8E4M3FN, 1e-9), 0.0);
}

// A double rounded first to f32 and then to bf16 would land on the tie and go down to 1.
TEST(SmallFloat, RoundsOnceFromTheDouble) {
  const double above_tie = 1.0 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(round_to(ElementType::bf16, above_tie), 1.0 + 0x1p-7);
  EXPECT_EQ(round_to(ElementType::bf16, static_cast<double>(static_cast<float>(above_tie))), 1.0);
  EXPECT_EQ(round_to(ElementType::f16, 1.0 + 0x1p-11 + 0x1p-50), 1.0 + 0x1p-10);
  EXPECT_EQ(round_to(ElementType::f8E4M3FN, 1.0 + 0x1p-4 + 0x1p-50), 1.125);
}

TEST(SmallFloat, F32AgreesWithTheHardware) {
  std::mt19937_64 engine(7);
  for (int i = 0; i < 2'000'000; ++i) {
    const auto value = std::bit_cast<double>(engine());
    // Half of the patterns are moved into the range of f32, where rounding and subnormals occur.
    const double scaled = i % 2 == 0 ? value
                                     : std::ldexp(std::frexp(value, std::array<int, 1>{}.data()),
                                                  static_cast<int>(engine() % 300) - 160);
    if (std::isnan(scaled)) continue;
    const auto expected = std::bit_cast<std::uint32_t>(static_cast<float>(scaled));
    ASSERT_EQ(encode(ElementType::f32, scaled), expected) << scaled;
    ASSERT_EQ(decode(ElementType::f32, expected), static_cast<double>(static_cast<float>(scaled)));
  }
}

TEST(SmallFloat, F64IsTheIdentity) {
  EXPECT_EQ(encode(ElementType::f64, 0.1), std::bit_cast<std::uint64_t>(0.1));
  EXPECT_EQ(round_to(ElementType::f64, 0x1.123456789abcdp-1050), 0x1.123456789abcdp-1050);
}

TEST(SmallFloat, MisuseIsAnInternalError) {
  EXPECT_THROW(encode(ElementType::i32, 1.0), InternalError);
  EXPECT_THROW(decode(ElementType::f8E4M3FN, 0x100), InternalError);
}

}  // namespace
}  // namespace stepwright
