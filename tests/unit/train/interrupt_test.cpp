#include "stepwright/train/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stepwright/base/error.h"

namespace stepwright::train {
namespace {

TEST(InterruptGuard, TheFirstSignalIsNoted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptGuard guard;
    EXPECT_FALSE(guard.requested());
    raise(signal);
    EXPECT_TRUE(guard.requested());
  }
  EXPECT_FALSE(InterruptGuard().requested()) << "a new guard has heard nothing";
}

// The signal that ends a process in which `body` runs; 0 when none does.
template <class Body>
int signal_of(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(InterruptGuard, TheSecondSignalEndsTheProcess) {
  EXPECT_EQ(signal_of([] {
              const InterruptGuard guard;
              raise(SIGINT);
            }),
            0);
  EXPECT_EQ(signal_of([] {
              const InterruptGuard guard;
              raise(SIGINT);
              raise(SIGINT);
            }),
            SIGINT);
}

TEST(InterruptGuard, AfterwardsSignalsDoWhatTheyDidBefore) {
  EXPECT_EQ(signal_of([] {
              { const InterruptGuard guard; }
              raise(SIGTERM);
            }),
            SIGTERM);
}

TEST(InterruptGuard, ThereIsOneAtATime) {
  const InterruptGuard guard;
  EXPECT_THROW(InterruptGuard(), InternalError);
}

}  // namespace
}  // namespace stepwright::train
