#include "stepwright/eval/lockstep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace stepwright {
namespace {

using testing::HasSubstr;

Lockstep::Brought number(int value) {
  return std::make_shared<const int>(value);
}

std::vector<int> numbers(const std::vector<Lockstep::Brought>& brought) {
  std::vector<int> values;
  for (const auto& each : brought) values.push_back(*static_cast<const int*>(each.get()));
  return values;
}

// Runs one body for each replica on its own thread, as processes of a grid end.
void run(Lockstep& lockstep, const std::function<void(ProcessId)>& body) {
  std::vector<std::jthread> threads;
  for (std::int64_t replica = 0; replica < lockstep.replicas(); ++replica) {
    threads.emplace_back([&, replica] {
      try {
        body({replica, 0});
        lockstep.finish();
      } catch (...) {
        lockstep.fail(std::current_exception());
      }
    });
  }
}

std::string failure(const Lockstep& lockstep) {
  try {
    lockstep.rethrow_failure();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(Lockstep, GivesEveryMemberWhatEachBroughtInTheOrderOfTheGroup) {
  Lockstep lockstep(3, 1);
  const std::vector<ProcessId> group{{2, 0}, {0, 0}, {1, 0}};
  std::vector<std::vector<int>> seen(3);
  run(lockstep, [&](ProcessId self) {
    const auto own = static_cast<int>(self.replica);
    seen[static_cast<std::size_t>(own)] = numbers(lockstep.meet(self, group, 0, number(own)));
  });
  for (const auto& each : seen) EXPECT_EQ(each, (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(failure(lockstep), "");
}

// A fast process must not take part twice in a meeting that a slow one has yet to leave.
TEST(Lockstep, KeepsRepeatedMeetingsApart) {
  Lockstep lockstep(4, 1);
  const std::vector<ProcessId> group{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  std::atomic<int> wrong = 0;
  run(lockstep, [&](ProcessId self) {
    for (int round = 0; round < 500; ++round) {
      const int own = 10 * round + static_cast<int>(self.replica);
      const auto all = numbers(lockstep.meet(self, group, 0, number(own)));
      for (int member = 0; member < 4; ++member) {
        wrong += all[static_cast<std::size_t>(member)] != 10 * round + member;
      }
    }
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(failure(lockstep), "");
}

TEST(Lockstep, AFailingProcessReleasesThoseWhoWaitAndItsFailureIsTheGrids) {
  Lockstep lockstep(3, 1);
  const std::vector<ProcessId> group{{0, 0}, {1, 0}, {2, 0}};
  std::atomic<int> released = 0;
  run(lockstep, [&](ProcessId self) {
    if (self.replica == 1) throw std::runtime_error("replica 1 has no data");
    try {
      lockstep.meet(self, group, 0, number(0));
    } catch (const Lockstep::Released&) {
      ++released;
      throw;
    }
  });
  EXPECT_EQ(released, 2);
  EXPECT_EQ(failure(lockstep), "replica 1 has no data");
}

TEST(Lockstep, NobodyWaitsForAProcessThatHasEnded) {
  Lockstep lockstep(2, 1);
  const std::vector<ProcessId> group{{0, 0}, {1, 0}};
  run(lockstep, [&](ProcessId self) {
    if (self.replica == 0) lockstep.meet(self, group, 7, number(0));
  });
  EXPECT_THAT(failure(lockstep), HasSubstr("the processes wait for each other and none can go on"));
  EXPECT_THAT(failure(lockstep),
              HasSubstr("process (replica 1, partition 0) is missing in meeting 0 on channel 7"));
}

TEST(Lockstep, ACircleOfWaitingEndsInAnError) {
  Lockstep lockstep(2, 1);
  const std::vector<ProcessId> group{{0, 0}, {1, 0}};
  run(lockstep, [&](ProcessId self) {
    lockstep.meet(self, group, 10 + self.replica, number(0));
    lockstep.meet(self, group, 11 - self.replica, number(0));
  });
  EXPECT_THAT(failure(lockstep), HasSubstr("process (replica 1, partition 0) is missing in meeting 0 on "
                                           "channel 10; process (replica 0, partition 0) is missing"));
}

TEST(Lockstep, AGroupNamesProcessesOfTheGridOnly) {
  Lockstep lockstep(2, 1);
  const std::vector<ProcessId> group{{0, 0}, {2, 0}};
  try {
    lockstep.meet({0, 0}, group, 0, number(0));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "the process group names a process that does not run\n"
                 "  expected: processes of 2 replicas and 1 partitions\n"
                 "  found:    process (replica 2, partition 0)\n"
                 "  remedy:   run the program on as many processes as its groups name");
  }
}

}  // namespace
}  // namespace stepwright
