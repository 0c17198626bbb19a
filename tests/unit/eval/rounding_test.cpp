#include "stepwright/eval/rounding.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace stepwright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Rounding native{};

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Pairs of floats of all magnitudes, with exponents close enough for rounding to matter in half of them.
class FloatPairs {
 public:
  std::pair<float, float> next() {
    const float a = finite();
    if (engine_() % 2 == 0) return {a, finite()};
    const auto bits = std::bit_cast<std::uint32_t>(a) ^ (engine_() & 0x83FFFFFFu);
    const float b = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return {a, std::isfinite(b) ? b : 1.0F};
  }

 private:
  float finite() {
    for (;;) {
      const float x = std::bit_cast<float>(static_cast<std::uint32_t>(engine_()));
      if (std::isfinite(x)) return x;
    }
  }
  std::mt19937 engine_{17};
};

// The float operations of the machine are IEEE 754's; subnormal results and overflows occur among the pairs.
TEST(Rounding, F32ArithmeticIsTheMachinesBitForBit) {
  FloatPairs pairs;
  int subnormal = 0;
  const auto expect = [&](float expected, double found, float a, float b) {
    if (std::isnan(expected)) return std::isnan(found);
    subnormal += std::fpclassify(expected) == FP_SUBNORMAL;
    EXPECT_TRUE(same_bits(static_cast<double>(expected), found)) << a << " " << b;
    return true;
  };
  constexpr auto f32 = ElementType::f32;
  for (int i = 0; i < 100'000; ++i) {
    const auto [a, b] = pairs.next();
    ASSERT_TRUE(expect(a + b, native.add(a, b, f32), a, b));
    ASSERT_TRUE(expect(a - b, native.subtract(a, b, f32), a, b));
    ASSERT_TRUE(expect(a * b, native.multiply(a, b, f32), a, b));
    ASSERT_TRUE(expect(a / b, native.divide(a, b, f32), a, b));
    ASSERT_TRUE(expect(std::fmod(a, b), native.remainder(a, b, f32), a, b));
    ASSERT_TRUE(expect(std::sqrt(std::fabs(a)), native.sqrt(std::fabs(a), f32), a, b));
    if (HasFailure()) break;
  }
  EXPECT_GT(subnormal, 1000);
}

TEST(Rounding, NarrowTypesRoundOnceToNearestEven) {
  EXPECT_EQ(native.add(1.0, 0x1p-8, ElementType::bf16), 1.0);  // a tie, to even
  EXPECT_EQ(native.add(1.0 + 0x1p-7, 0x1p-8, ElementType::bf16), 1.0 + 0x1p-6);
  EXPECT_EQ(native.add(1.0, 0x1.02p-8, ElementType::bf16), 1.0 + 0x1p-7);
  EXPECT_EQ(native.divide(1.0, 3.0, ElementType::bf16), 0x1.56p-2);
  EXPECT_EQ(native.divide(1.0, 3.0, ElementType::f16), 0x1.554p-2);
  EXPECT_EQ(native.divide(1.0, 3.0, ElementType::f8E4M3FN), 0x1.6p-2);
  EXPECT_EQ(native.multiply(300.0, 300.0, ElementType::f16), infinity);
  EXPECT_TRUE(std::isnan(native.multiply(300.0, 300.0, ElementType::f8E4M3FN)));
  EXPECT_EQ(native.multiply(0x1p-20, 0x1.8p-5, ElementType::f16), 0x1p-24);  // subnormal: 0.75 · 2⁻²⁴
  EXPECT_EQ(native.sqrt(2.0, ElementType::f8E4M3FN), 1.375);
}

TEST(Rounding, F64IsPlainDouble) {
  std::mt19937_64 engine(5);
  for (int i = 0; i < 10'000; ++i) {
    const double a = std::ldexp(static_cast<double>(engine()), -60);
    const double b = std::ldexp(static_cast<double>(engine()), -62);
    ASSERT_EQ(native.add(a, b, ElementType::f64), a + b);
    ASSERT_EQ(native.multiply(a, b, ElementType::f64), a * b);
    ASSERT_EQ(native.divide(a, b, ElementType::f64), a / b);
  }
}

TEST(Rounding, AnOverridingTypeRoundsEveryResult) {
  const Rounding exact{ElementType::f64};
  const Rounding coarse{ElementType::bf16};
  EXPECT_EQ(exact.divide(1.0, 3.0, ElementType::f8E4M3FN), 1.0 / 3.0);
  EXPECT_EQ(exact.convert(1.0 / 3.0, ElementType::f16), 1.0 / 3.0);
  EXPECT_EQ(coarse.divide(1.0, 3.0, ElementType::f64), 0x1.56p-2);
  EXPECT_EQ(coarse.literal(0.1, ElementType::f32), 0x1.9ap-4);
  EXPECT_EQ(coarse.from_integer(257, ElementType::f32), 256.0);
  EXPECT_EQ(native.divide(1.0, 3.0, ElementType::f64), 1.0 / 3.0);
}

TEST(Rounding, MaximumAndMinimumLetNaNWinAndOrderTheZeros) {
  constexpr auto f32 = ElementType::f32;
  EXPECT_TRUE(std::isnan(native.maximum(nan, 1, f32)));
  EXPECT_TRUE(std::isnan(native.maximum(1, nan, f32)));
  EXPECT_TRUE(std::isnan(native.minimum(nan, 1, f32)));
  EXPECT_TRUE(std::isnan(native.minimum(1, nan, f32)));
  EXPECT_TRUE(same_bits(native.maximum(-0.0, 0.0, f32), 0.0));
  EXPECT_TRUE(same_bits(native.maximum(0.0, -0.0, f32), 0.0));
  EXPECT_TRUE(same_bits(native.minimum(-0.0, 0.0, f32), -0.0));
  EXPECT_TRUE(same_bits(native.minimum(0.0, -0.0, f32), -0.0));
  EXPECT_EQ(native.maximum(-infinity, 3, f32), 3);
  EXPECT_EQ(native.minimum(-2, 3, f32), -2);
}

TEST(Rounding, TotalOrderIsStrictThroughZerosInfinitiesAndNaNs) {
  const std::array ascending{-nan, -infinity, -1.0, -0x1p-1074, -0.0, 0.0, 0x1p-1074, 1.0, infinity, nan};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(native.total_order_less(ascending[i], ascending[j]), i < j) << i << " " << j;
    }
  }
  EXPECT_FALSE(native.less(nan, 1.0));
  EXPECT_FALSE(native.equal(nan, nan));
  EXPECT_TRUE(native.equal(-0.0, 0.0));
}

TEST(Rounding, SignAndRoundingKeepZerosSignAndNaN) {
  constexpr auto f32 = ElementType::f32;
  EXPECT_TRUE(same_bits(native.sign(-0.0, f32), -0.0));
  EXPECT_EQ(native.sign(-3.5, f32), -1.0);
  EXPECT_EQ(native.sign(infinity, f32), 1.0);
  EXPECT_TRUE(std::isnan(native.sign(nan, f32)));
  EXPECT_EQ(native.round_nearest_even(2.5, f32), 2.0);
  EXPECT_EQ(native.round_nearest_even(3.5, f32), 4.0);
  EXPECT_EQ(native.round_nearest_afz(2.5, f32), 3.0);
  EXPECT_EQ(native.round_nearest_afz(-2.5, f32), -3.0);
  EXPECT_TRUE(same_bits(native.round_nearest_even(-0.25, f32), -0.0));
  EXPECT_EQ(native.remainder(-17.1, 3.0, ElementType::f64), std::fmod(-17.1, 3.0));
  EXPECT_TRUE(std::isnan(native.remainder(1.0, 0.0, f32)));
  EXPECT_TRUE(same_bits(native.remainder(-6.0, 3.0, f32), -0.0));
}

// 1 − logistic(x) = logistic(−x), and in the far tail logistic(x) = eˣ to within a relative e^x.
TEST(Rounding, LogisticHoldsItsDigitsInBothTails) {
  constexpr auto f64 = ElementType::f64;
  EXPECT_EQ(native.logistic(0.0, f64), 0.5);
  EXPECT_EQ(native.logistic(-700.0, f64), std::exp(-700.0));
  EXPECT_EQ(native.logistic(-740.0, f64), std::exp(-740.0));  // e⁷⁴⁰ overflows
  EXPECT_EQ(native.logistic(-1e6, f64), 0.0);
  EXPECT_EQ(native.logistic(1e6, f64), 1.0);
  EXPECT_EQ(native.logistic(-infinity, f64), 0.0);
  EXPECT_TRUE(std::isnan(native.logistic(nan, f64)));
  EXPECT_EQ(native.logistic(-87.0, ElementType::f32),
            static_cast<double>(static_cast<float>(std::exp(-87.0))));
}

TEST(Rounding, IntegersRoundOnce) {
  // 2⁶² + 2³⁸ + 1 lies just above the tie of two f32 neighbours; by way of a double it would fall on it.
  const std::int64_t above_tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 38) + 1;
  EXPECT_EQ(native.from_integer(above_tie, ElementType::f32), 0x1.000002p62);
  EXPECT_EQ(native.from_integer(-above_tie, ElementType::f32), -0x1.000002p62);
  EXPECT_EQ(native.from_integer(above_tie - 1, ElementType::f32), 0x1p62);
  EXPECT_EQ(native.from_integer(std::numeric_limits<std::int64_t>::min(), ElementType::f64), -0x1p63);
  EXPECT_EQ(native.from_unsigned(~std::uint64_t{0}, ElementType::f64), 0x1p64);
  EXPECT_EQ(native.from_unsigned(~std::uint64_t{0}, ElementType::f16), infinity);
  std::mt19937_64 engine(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = engine() >> (engine() % 40);
    ASSERT_EQ(native.from_unsigned(bits, ElementType::f32), static_cast<double>(static_cast<float>(bits)));
    ASSERT_EQ(native.from_unsigned(bits, ElementType::f64), static_cast<double>(bits));
  }
}

TEST(Rounding, FloatsBecomeIntegersTowardsZeroWithinTheTypesLimits) {
  EXPECT_EQ(native.to_integer(-2.9, ElementType::i32), -2);
  EXPECT_EQ(native.to_integer(nan, ElementType::i32), 0);
  EXPECT_EQ(native.to_integer(1e10, ElementType::i32), 2147483647);
  EXPECT_EQ(native.to_integer(-1e10, ElementType::i32), -2147483648);
  EXPECT_EQ(native.to_integer(127.9, ElementType::i8), 127);
  EXPECT_EQ(native.to_integer(-128.9, ElementType::i8), -128);
  EXPECT_EQ(native.to_integer(-0.9, ElementType::ui8), 0);
  EXPECT_EQ(native.to_integer(-5.0, ElementType::ui8), 0);
  EXPECT_EQ(native.to_integer(255.9, ElementType::ui8), 255);
  EXPECT_EQ(native.to_integer(3.0, ElementType::i2), 1);
  EXPECT_EQ(native.to_integer(infinity, ElementType::i64), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(native.to_integer(-infinity, ElementType::i64), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(native.to_integer(0x1p63, ElementType::ui64), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(native.to_integer(infinity, ElementType::ui64), -1);  // all bits set
}

}  // namespace
}  // namespace stepwright
