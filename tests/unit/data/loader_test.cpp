#include "stepwright/data/loader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "stepwright/base/error.h"
#include "stepwright/data/sampler.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

Batch numbered(std::int64_t number) {
  Batch batch;
  batch.count = number;
  return batch;
}

TEST(Loader, TheBatchesComeInOrderAndEnd) {
  BatchLoader loader(numbered, 3, 50);
  for (std::int64_t number = 3; number < 50; ++number) ASSERT_EQ(loader.next().value().count, number);
  EXPECT_FALSE(loader.next().has_value());
  EXPECT_FALSE(loader.next().has_value());
  EXPECT_FALSE(BatchLoader(numbered, 5, 5).next().has_value());
}

TEST(Loader, CaseD2_ALoaderStartedInMidEpochGivesTheBatchesOfTheStraightRun) {
  ImageDataset dataset{"test", HostTensor::zeros({ElementType::ui8, {10, 1, 2, 2}}), {}, {"a", "b"}};
  for (std::size_t i = 0; i < 40; ++i) dataset.images.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(i);
  for (std::int32_t i = 0; i < 10; ++i) dataset.labels.push_back(i % 2);
  const BatchAssembler assembler(dataset, 2);
  const auto run = [&](std::int64_t first, std::size_t threads) {
    ThreadPool pool(threads);
    TrainingSampler sampler(10, 2, 42);
    BatchLoader loader(
        [&](std::int64_t number) { return assembler.assemble(sampler.ids(sampler.position(number)), pool); },
        first, 15);
    std::vector<Batch> batches;
    while (std::optional<Batch> batch = loader.next()) batches.push_back(*std::move(batch));
    return batches;
  };
  const std::vector<Batch> straight = run(0, 1);
  ASSERT_EQ(straight.size(), 15u);
  for (std::int64_t cut = 0; cut < 15; ++cut) {
    EXPECT_EQ(run(cut, 8), std::vector<Batch>(straight.begin() + cut, straight.end())) << "cut at " << cut;
  }
}

TEST(Loader, AnExceptionReachesTheConsumerAfterTheBatchesBeforeIt) {
  BatchLoader loader(
      [](std::int64_t number) {
        if (number == 7) throw UserError({.what = "the image is damaged", .where = "cat.jpg"});
        return numbered(number);
      },
      4, 100, 8);
  for (std::int64_t number = 4; number < 7; ++number) ASSERT_EQ(loader.next().value().count, number);
  EXPECT_EQ(complaint([&] { loader.next(); }), "batch 7, cat.jpg: the image is damaged");
  EXPECT_EQ(complaint([&] { loader.next(); }), "batch 7, cat.jpg: the image is damaged");
}

TEST(Loader, OtherExceptionsAreInternalErrorsWithTheBatchNumber) {
  const auto text = [](const BatchLoader::Make& make) -> std::string {
    BatchLoader loader(make, 2, 3);
    try {
      loader.next();
    } catch (const InternalError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(text([](std::int64_t) -> Batch { throw std::runtime_error("lost"); }),
            "internal error (please report it): batch 2: lost");
  EXPECT_EQ(text([](std::int64_t) -> Batch { throw 1; }),
            "internal error (please report it): batch 2: an exception of unknown type");
  EXPECT_EQ(complaint([] {
              BatchLoader([](std::int64_t) -> Batch { throw UserError({.what = "no place"}); }, 2, 3).next();
            }),
            "batch 2: no place");
}

TEST(Loader, ItNeverRunsFurtherAheadThanItsDepth) {
  std::atomic<std::int64_t> made = 0;
  std::atomic<std::int64_t> taken = 0;
  std::atomic<std::int64_t> furthest = 0;
  constexpr std::int64_t depth = 3;
  BatchLoader loader(
      [&](std::int64_t number) {
        furthest = std::max<std::int64_t>(furthest, ++made - taken);
        return numbered(number);
      },
      0, 200, depth);
  while (loader.next()) ++taken;
  EXPECT_EQ(made, 200);
  // Waiting batches, the one being made, and the one that next() has handed out but the loop not yet counted.
  EXPECT_LE(furthest, depth + 2);
}

TEST(Loader, ItCanBeLeftAtAnyTime) {
  for (int taken = 0; taken < 5; ++taken) {
    std::atomic<std::int64_t> made = 0;
    {
      BatchLoader loader([&](std::int64_t number) { return ++made, numbered(number); }, 0, 1'000'000'000, 2);
      for (int i = 0; i < taken; ++i) ASSERT_TRUE(loader.next().has_value());
    }
    EXPECT_LE(made, taken + 3);
  }
  EXPECT_THROW(BatchLoader(numbered, 0, 1, 0), InternalError);
}

}  // namespace
}  // namespace stepwright
