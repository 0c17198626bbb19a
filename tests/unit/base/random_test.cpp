#include "stepwright/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "stepwright/base/error.h"

namespace stepwright {
namespace {

using Block = std::array<std::uint32_t, 4>;

// The known answers published with the authors' Random123 library (tests/kat_vectors, philox4x32, 10 rounds).
TEST(Random, PhiloxGivesThePublishedAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, TheCounterHoldsBlockIndexAndStreamAndTheKeyTheSeed) {
  Random random(0x1122334455667788, Stream::dropout, 0x99AABBCCDDEEFF00);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const Block expected = philox4x32({block, 0xDDEEFF00, 0x99AABBCC, 5}, {0x55667788, 0x11223344});
    for (const std::uint32_t word : expected) EXPECT_EQ(random.bits32(), word);
  }
}

TEST(Random, AnySequenceCanBeReplayedAlone) {
  std::vector<double> first, again;
  Random early(3, Stream::drop_path, 1000);
  Random other(3, Stream::drop_path, 1001);
  for (int i = 0; i < 10; ++i) {
    first.push_back(early.uniform());
    other.uniform();
  }
  Random late(3, Stream::drop_path, 1000);
  for (int i = 0; i < 10; ++i) again.push_back(late.uniform());
  EXPECT_EQ(first, again);
}

TEST(Random, SeedStreamAndIndexEachChangeTheNumbers) {
  const auto first = [](std::uint64_t seed, Stream stream, std::uint64_t index) {
    return Random(seed, stream, index).bits64();
  };
  const std::set<std::uint64_t> distinct{first(1, Stream::shuffle, 1),
                                         first(2, Stream::shuffle, 1),
                                         first(1 + (1ull << 32), Stream::shuffle, 1),
                                         first(1, Stream::dropout, 1),
                                         first(1, Stream::shuffle, 2),
                                         first(1, Stream::shuffle, 1 + (1ull << 32))};
  EXPECT_EQ(distinct.size(), 6u);
}

// The bounds of the statistical tests are five standard deviations of the statistic; the seed is fixed.
TEST(Random, UniformFillsTheUnitIntervalEvenly) {
  Random random(11, Stream::probe, 0);
  constexpr int draws = 100'000;
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const double value = random.uniform();
    ASSERT_TRUE(0 <= value && value < 1) << value;
    sum += value;
  }
  EXPECT_NEAR(sum / draws, 0.5, 5 * std::sqrt(1.0 / 12 / draws));
}

TEST(Random, BelowGivesEachIntegerEquallyOften) {
  Random random(12, Stream::probe, 0);
  constexpr int draws = 70'000, bound = 7;
  std::array<int, bound> counts{};
  for (int i = 0; i < draws; ++i) ++counts.at(random.below(bound));
  for (const int count : counts)
    EXPECT_NEAR(count, draws / bound, 5 * std::sqrt(draws * (1.0 / 7) * (6.0 / 7)));
}

// With this bound a plain multiplication would give every third integer twice as often.
TEST(Random, BelowHasNoBiasAtAHugeBound) {
  Random random(13, Stream::probe, 0);
  constexpr std::uint64_t bound = 3ull << 62;
  constexpr int draws = 30'000;
  std::array<int, 3> counts{};
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t value = random.below(bound);
    ASSERT_LT(value, bound);
    ++counts[value % 3];
  }
  for (const int count : counts) EXPECT_NEAR(count, draws / 3, 5 * std::sqrt(draws * (1.0 / 3) * (2.0 / 3)));
}

TEST(Random, NormalHasTheMomentsOfTheStandardNormal) {
  Random random(14, Stream::initialization, 0);
  constexpr int draws = 200'000;
  std::array<double, 4> moments{};
  for (int i = 0; i < draws; ++i) {
    const double value = random.normal();
    double power = 1;
    for (double& moment : moments) moment += (power *= value) / draws;
  }
  EXPECT_NEAR(moments[0], 0, 5 * std::sqrt(1.0 / draws));
  EXPECT_NEAR(moments[1], 1, 5 * std::sqrt(2.0 / draws));
  EXPECT_NEAR(moments[2], 0, 5 * std::sqrt(15.0 / draws));
  EXPECT_NEAR(moments[3], 3, 5 * std::sqrt(96.0 / draws));
}

TEST(Random, AnEmptyRangeIsAnInternalError) {
  EXPECT_THROW(Random(1, Stream::probe, 0).below(0), InternalError);
}

}  // namespace
}  // namespace stepwright
