#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "stepwright/data/batch.h"

namespace stepwright {

// Makes batches ahead of their use: one thread calls make(first), make(first + 1), … make(last − 1) in this
// order and keeps at most `depth` finished batches waiting. The batches are those that calling `make`
// directly would give.
class BatchLoader {
 public:
  using Make = std::function<Batch(std::int64_t number)>;

  // A depth of zero is an InternalError.
  BatchLoader(Make make, std::int64_t first, std::int64_t last, std::size_t depth = 2);

  // Stops after the batch in progress and forgets the waiting ones.
  ~BatchLoader() = default;
  BatchLoader(const BatchLoader&) = delete;
  BatchLoader& operator=(const BatchLoader&) = delete;

  // The next batch, waiting for it if need be; nothing after the last. When make(n) throws, the batches
  // before n are still handed out; then this throws, now and at every later call: a UserError stays one, with
  // "batch n" in front of its place, anything else is an InternalError "batch n: …".
  std::optional<Batch> next();

 private:
  void produce(const std::stop_token& stop, std::int64_t first, std::int64_t last);
  bool hand_over(const std::stop_token& stop, Batch batch);

  Make make_;
  std::size_t depth_;
  std::mutex mutex_;  // guards everything below but the thread
  std::condition_variable_any changed_;
  std::deque<Batch> waiting_;
  bool finished_ = false;
  std::exception_ptr error_;
  std::jthread producer_;  // last: it uses everything above, and is stopped and joined first
};

}  // namespace stepwright
