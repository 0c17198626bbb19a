#pragma once

#include <csignal>

namespace stepwright::train {

// While this lives, the first Ctrl-C (SIGINT) or SIGTERM is noted instead of ending the process; the second
// ends it at once. One at a time: a second one is an InternalError.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;

 private:
  struct sigaction interrupt_before_;
  struct sigaction terminate_before_;
};

}  // namespace stepwright::train
