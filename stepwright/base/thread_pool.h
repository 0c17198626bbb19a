#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stepwright {

// A fixed set of threads that share the iterations of a loop; the calling thread is one of them.
// Several threads may use one pool: their loops run one after the other.
class ThreadPool {
 public:
  // At least one thread, the caller's; a pool of one starts none.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t threads() const { return errors_.size(); }

  // Calls f(i) once for every i below `count` and returns when all are done. Thread t of T takes the
  // contiguous range [count·t/T, count·(t+1)/T), so which iterations share a thread depends on (count, T)
  // alone. When calls throw, each thread stops at its first exception, the others finish, and the exception
  // of the lowest i is thrown here. A loop inside a loop of the same pool is an InternalError.
  template <class F>
  void parallel_for(std::size_t count, F&& f) {
    parallel_ranges(count, [&f](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) f(i);
    });
  }

  // The same with one call f(begin, end) for each thread whose range is not empty.
  void parallel_ranges(std::size_t count, const std::function<void(std::size_t, std::size_t)>& f);

 private:
  void work(std::size_t thread);
  void run_range(std::size_t thread);
  bool runs_on_this_thread();

  std::mutex loop_;   // held through one loop
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::thread::id caller_;  // of the loop in progress
  const std::function<void(std::size_t, std::size_t)>* body_ = nullptr;
  std::size_t count_ = 0;
  std::size_t loops_started_ = 0;
  std::size_t threads_busy_ = 0;
  bool stopping_ = false;
  std::vector<std::exception_ptr> errors_;  // one for each thread, the caller's first
  std::vector<std::thread> workers_;
};

}  // namespace stepwright
