#include "stepwright/base/thread_pool.h"

#include <algorithm>

#include "stepwright/base/error.h"

namespace stepwright {

ThreadPool::ThreadPool(std::size_t threads) : errors_(threads) {
  require(threads > 0, "a thread pool has at least one thread");
  workers_.reserve(threads - 1);
  for (std::size_t thread = 1; thread < threads; ++thread) {
    workers_.emplace_back([this, thread] { work(thread); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::parallel_ranges(std::size_t count, const std::function<void(std::size_t, std::size_t)>& f) {
  require(!runs_on_this_thread(), "a loop of a thread pool starts no loop of the same pool");
  const std::lock_guard one_loop(loop_);
  {
    const std::lock_guard lock(mutex_);
    caller_ = std::this_thread::get_id();
    body_ = &f;
    count_ = count;
    threads_busy_ = workers_.size();
    std::ranges::fill(errors_, nullptr);
    ++loops_started_;
  }
  changed_.notify_all();
  run_range(0);
  std::exception_ptr error;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return threads_busy_ == 0; });
    caller_ = {};
    const auto first =
        std::ranges::find_if(errors_, [](const std::exception_ptr& e) { return e != nullptr; });
    if (first != errors_.end()) error = *first;
  }
  if (error) std::rethrow_exception(error);
}

void ThreadPool::work(std::size_t thread) {
  std::size_t loops_seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || loops_started_ != loops_seen; });
      if (stopping_) return;
      loops_seen = loops_started_;
    }
    run_range(thread);
    {
      const std::lock_guard lock(mutex_);
      --threads_busy_;
    }
    changed_.notify_all();
  }
}

void ThreadPool::run_range(std::size_t thread) {
  const std::size_t share = count_ / threads(), rest = count_ % threads();
  const auto bound = [&](std::size_t t) { return share * t + rest * t / threads(); };
  if (bound(thread) == bound(thread + 1)) return;
  try {
    (*body_)(bound(thread), bound(thread + 1));
  } catch (...) {
    errors_[thread] = std::current_exception();
  }
}

bool ThreadPool::runs_on_this_thread() {
  const std::thread::id self = std::this_thread::get_id();
  const std::lock_guard lock(mutex_);
  return caller_ == self ||
         std::ranges::any_of(workers_, [&](const std::thread& w) { return w.get_id() == self; });
}

}  // namespace stepwright
