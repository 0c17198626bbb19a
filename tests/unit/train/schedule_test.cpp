#include "stepwright/train/schedule.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "stepwright/base/error.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

TEST(Schedule, CaseD7_WarmUpAndCosineGiveThePublishedTable) {
  const Schedule schedule = Schedule::warm_up_cosine(1, 2, 10, 0);
  constexpr std::array expected{0., .5, 1., .961940, .853553, .691342, .5, .308658, .146447, .038060, 0.};
  // The table has six decimals, so it is met to half a unit of the sixth.
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(schedule.at(static_cast<std::int64_t>(i)), expected[i], 0.5e-6) << "index " << i;
  }
  EXPECT_EQ(schedule.at(0), 0);
  EXPECT_EQ(schedule.at(2), 1);
  EXPECT_EQ(schedule.at(10), 0);
}

TEST(Schedule, CaseD7_TheFirstUpdateHasAPositiveRateAndTheLastExactlyTheFinalOne) {
  const Schedule schedule = Schedule::warm_up_cosine(1, 2, 10, 0.25);
  EXPECT_EQ(schedule.of_update(1), 0.5);
  EXPECT_EQ(schedule.of_update(10), 0.25);
  EXPECT_EQ(
      Schedule::warm_up_cosine(1, 2, 10).description(),
      "cosine from 1 to 0 over 10 updates, warm-up 2; the first update uses index 1 (0.5), the last index 10 "
      "(0)");
  EXPECT_THROW(schedule.of_update(0), InternalError);
}

TEST(Schedule, CaseD7_ItNeverRisesAfterThePeakAndNeverFallsBeforeIt) {
  for (const std::int64_t total : {1, 2, 3, 10, 97}) {
    for (std::int64_t warm_up = 0; warm_up <= total; ++warm_up) {
      const Schedule schedule = Schedule::warm_up_cosine(0.3, warm_up, total, 0.01);
      EXPECT_EQ(schedule.at(warm_up), 0.3);
      for (std::int64_t i = 1; i <= total + 3; ++i) {
        if (i <= warm_up) {
          EXPECT_GT(schedule.at(i), schedule.at(i - 1)) << warm_up << " of " << total << ", index " << i;
        } else {
          EXPECT_LE(schedule.at(i), schedule.at(i - 1)) << warm_up << " of " << total << ", index " << i;
        }
      }
      EXPECT_EQ(schedule.at(total + 1), 0.01);
    }
  }
}

TEST(Schedule, CaseD7_NoWarmUpAndNothingButWarmUpBothWork) {
  const Schedule cosine = Schedule::warm_up_cosine(1, 0, 10);
  EXPECT_EQ(cosine.at(0), 1);
  EXPECT_NEAR(cosine.at(5), 0.5, 1e-15);  // cos(π/2) is within 2^-53 of zero
  EXPECT_EQ(cosine.at(10), 0);
  const Schedule rise = Schedule::warm_up_cosine(1, 10, 10);
  EXPECT_EQ(rise.at(0), 0);
  EXPECT_EQ(rise.at(5), 0.5);
  EXPECT_EQ(rise.of_update(10), 1);
}

TEST(Schedule, AConstantRateIsTheSameEverywhere) {
  const Schedule schedule = Schedule::constant(0.1);
  EXPECT_EQ(schedule.of_update(1), 0.1);
  EXPECT_EQ(schedule.of_update(1'000'000), 0.1);
  EXPECT_EQ(schedule.description(), "constant 0.1");
}

TEST(Schedule, RefusalsSayWhatWasExpected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint([] { Schedule::constant(0); }),
            "the learning rate cannot be used\n  expected: a positive finite number\n  found:    0");
  EXPECT_EQ(complaint([&] { Schedule::warm_up_cosine(nan, 0, 1); }),
            "the learning rate cannot be used\n  expected: a positive finite number\n  found:    nan");
  EXPECT_EQ(
      complaint([] { Schedule::warm_up_cosine(1, 0, 1, 2); }),
      "the final learning rate cannot be used\n  expected: a number from 0 to the peak 1\n  found:    2");
  EXPECT_EQ(complaint([] { Schedule::warm_up_cosine(1, 0, 0); }),
            "a cosine schedule needs at least one update\n  found:    0 updates\n"
            "  remedy:   train for more epochs or with a smaller batch");
  EXPECT_EQ(complaint([] { Schedule::warm_up_cosine(1, 11, 10); }),
            "the warm-up does not fit into the run\n  expected: 0 to 10 updates\n  found:    11 updates\n"
            "  remedy:   shorten the warm-up or train longer");
}

}  // namespace
}  // namespace stepwright
