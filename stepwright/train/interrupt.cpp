#include "stepwright/train/interrupt.h"

#include <atomic>

#include "stepwright/base/error.h"

namespace stepwright::train {

namespace {

// The only mutable state of the process: a signal handler can reach nothing else.
volatile std::sig_atomic_t signalled = 0;
std::atomic_flag guarded;

}  // namespace

extern "C" {
static void note_signal(int) {
  signalled = 1;
}
}

InterruptGuard::InterruptGuard() {
  require(!guarded.test_and_set(), "one guard against interruption at a time");
  signalled = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  // SA_RESETHAND: the second signal meets the default again.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  guarded.clear();
}

bool InterruptGuard::requested() const {
  return signalled != 0;
}

}  // namespace stepwright::train
