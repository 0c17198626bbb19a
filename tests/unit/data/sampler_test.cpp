#include "stepwright/data/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "stepwright/base/error.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

using Ids = std::vector<std::int64_t>;

Ids copy(std::span<const std::int64_t> ids) {
  return {ids.begin(), ids.end()};
}

TEST(Sampler, APermutationHoldsEverySampleOnce) {
  for (const std::int64_t samples : {0, 1, 2, 1000}) {
    Ids order = permutation(samples, 5, 3);
    std::ranges::sort(order);
    for (std::int64_t i = 0; i < samples; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(samples));
  }
}

// The run's record depends on these numbers staying as they are.
TEST(Sampler, APermutationIsAFixedFunctionOfSeedAndEpoch) {
  EXPECT_EQ(permutation(10, 1, 0), (Ids{7, 5, 0, 3, 8, 6, 1, 2, 9, 4}));
  EXPECT_NE(permutation(10, 1, 0), permutation(10, 1, 1));
  EXPECT_NE(permutation(10, 1, 0), permutation(10, 2, 0));
}

TEST(Sampler, EveryOrderIsEquallyLikely) {
  std::map<Ids, int> counts;
  constexpr int draws = 24'000;
  for (int seed = 0; seed < draws; ++seed) ++counts[permutation(4, static_cast<std::uint64_t>(seed), 0)];
  ASSERT_EQ(counts.size(), 24u);
  // Five standard deviations of a binomial count with p = 1/24.
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 5 * std::sqrt(1000 * 23.0 / 24));
}

TEST(Sampler, CaseD2_ResumingAtAnyStepGivesTheSamplesOfTheStraightRun) {
  constexpr std::int64_t steps = 15;  // 10 samples, batch 2, 3 epochs
  std::vector<Ids> straight;
  TrainingSampler sampler(10, 2, 42);
  ASSERT_EQ(sampler.steps_per_epoch(), 5);
  for (SamplePosition at; at.epoch < 3; at = sampler.after(at)) straight.push_back(copy(sampler.ids(at)));
  ASSERT_EQ(straight.size(), static_cast<std::size_t>(steps));
  for (std::int64_t cut = 0; cut < steps; ++cut) {
    TrainingSampler resumed(10, 2, 42);
    SamplePosition at = resumed.position(cut);
    for (std::int64_t step = cut; step < steps; ++step, at = resumed.after(at)) {
      ASSERT_EQ(at, (SamplePosition{step / 5, step % 5}));
      ASSERT_EQ(resumed.number(at), step);
      ASSERT_EQ(copy(resumed.ids(at)), straight[static_cast<std::size_t>(step)]) << "cut at " << cut;
    }
  }
}

TEST(Sampler, CaseD2_EveryEpochHasItsOwnPermutationOfAllSamples) {
  TrainingSampler sampler(10, 2, 42);
  std::set<Ids> epochs;
  for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
    Ids order;
    for (std::int64_t step = 0; step < 5; ++step) {
      const auto ids = sampler.ids({epoch, step});
      order.insert(order.end(), ids.begin(), ids.end());
    }
    EXPECT_EQ(order, permutation(10, 42, epoch));
    epochs.insert(order);
  }
  EXPECT_EQ(epochs.size(), 3u);
}

TEST(Sampler, TrainingDropsThePartialBatchAndOtherSamplesEachEpoch) {
  TrainingSampler sampler(11, 4, 0);
  EXPECT_EQ(sampler.steps_per_epoch(), 2);
  std::set<std::int64_t> seen;
  for (std::int64_t number = 0; number < 2 * 20; ++number) {
    const auto ids = sampler.ids(sampler.position(number));
    ASSERT_EQ(ids.size(), 4u);
    seen.insert(ids.begin(), ids.end());
  }
  EXPECT_EQ(seen.size(), 11u);
}

TEST(Sampler, EvaluationCountsThePartialBatchExactly) {
  for (const std::int64_t samples : {1, 4, 10, 11, 12}) {
    Ids all;
    for (std::int64_t step = 0; step < evaluation_steps(samples, 4); ++step) {
      const Ids ids = evaluation_ids(samples, 4, step);
      ASSERT_LE(ids.size(), 4u);
      all.insert(all.end(), ids.begin(), ids.end());
    }
    ASSERT_EQ(all.size(), static_cast<std::size_t>(samples));
    for (std::int64_t i = 0; i < samples; ++i) ASSERT_EQ(all[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(evaluation_ids(10, 4, 2), (Ids{8, 9}));
}

TEST(Sampler, ABatchLargerThanTheDataIsRefused) {
  EXPECT_EQ(
      complaint([] { TrainingSampler(10, 11, 0); }),
      "the batch size cannot be used\n  expected: 1 to 10, the number of training samples\n  found:    11");
  EXPECT_EQ(
      complaint([] { TrainingSampler(10, 0, 0); }),
      "the batch size cannot be used\n  expected: 1 to 10, the number of training samples\n  found:    0");
  EXPECT_THROW(TrainingSampler(10, 2, 0).ids({0, 5}), InternalError);
  EXPECT_THROW(evaluation_ids(10, 4, 3), InternalError);
}

}  // namespace
}  // namespace stepwright
