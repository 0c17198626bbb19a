#include "stepwright/base/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "stepwright/base/error.h"

namespace stepwright {
namespace {

TEST(ThreadPool, EveryIterationRunsOnce) {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const std::size_t count : {0, 1, 2, 7, 8, 9, 1000}) {
      std::vector<std::atomic<int>> runs(count);
      pool.parallel_for(count, [&](std::size_t i) { ++runs[i]; });
      for (const auto& run : runs) ASSERT_EQ(run, 1) << threads << " threads, " << count << " iterations";
    }
  }
}

TEST(ThreadPool, ThePartitionDependsOnCountAndThreadsAlone) {
  ThreadPool pool(3);
  for (int repetition = 0; repetition < 50; ++repetition) {
    std::mutex mutex;
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    pool.parallel_ranges(10, [&](std::size_t begin, std::size_t end) {
      const std::lock_guard lock(mutex);
      ranges.emplace_back(begin, end);
    });
    std::ranges::sort(ranges);
    ASSERT_EQ(ranges, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {3, 6}, {6, 10}}));
  }
}

TEST(ThreadPool, TheExceptionOfTheLowestIterationReachesTheCaller) {
  ThreadPool pool(4);
  for (int repetition = 0; repetition < 50; ++repetition) {
    std::atomic<int> finished = 0;
    try {
      pool.parallel_for(100, [&](std::size_t i) {
        if (i == 30 || i == 31 || i == 99) throw std::runtime_error(std::to_string(i));
        ++finished;
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      ASSERT_STREQ(error.what(), "30");
    }
    ASSERT_EQ(finished, 25 + 5 + 25 + 24);  // the ranges of the other threads are finished
  }
  int runs = 0;
  ThreadPool(1).parallel_for(3, [&](std::size_t) { ++runs; });
  pool.parallel_for(0, [](std::size_t) { throw std::runtime_error("never called"); });
  EXPECT_EQ(runs, 3);
}

TEST(ThreadPool, SeveralThreadsMayShareAPool) {
  ThreadPool pool(2);
  std::atomic<int> total = 0;
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int repetition = 0; repetition < 100; ++repetition)
        pool.parallel_for(10, [&](std::size_t) { ++total; });
    });
  }
  callers.clear();
  EXPECT_EQ(total, 4 * 100 * 10);
}

TEST(ThreadPool, ALoopInsideALoopIsAnErrorAndNotADeadlock) {
  ThreadPool pool(2);
  EXPECT_THROW(pool.parallel_for(2, [&](std::size_t) { pool.parallel_for(2, [](std::size_t) {}); }),
               InternalError);
  EXPECT_THROW(ThreadPool(0), InternalError);
}

}  // namespace
}  // namespace stepwright
