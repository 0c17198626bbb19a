#include "stepwright/data/loader.h"

#include <fmt/format.h>

#include <utility>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

// The exception in flight, with the number of the batch that raised it.
std::exception_ptr placed(std::int64_t number) {
  const std::string batch = fmt::format("batch {}", number);
  try {
    throw;
  } catch (const UserError& error) {
    Complaint complaint = error.complaint();
    complaint.where = complaint.where.empty() ? batch : fmt::format("{}, {}", batch, complaint.where);
    return std::make_exception_ptr(UserError(std::move(complaint)));
  } catch (const std::exception& error) {
    return std::make_exception_ptr(InternalError(fmt::format("{}: {}", batch, error.what())));
  } catch (...) {
    return std::make_exception_ptr(InternalError(batch + ": an exception of unknown type"));
  }
}

}  // namespace

BatchLoader::BatchLoader(Make make, std::int64_t first, std::int64_t last, std::size_t depth)
    : make_(std::move(make)), depth_(depth) {
  require(depth > 0, "a loader keeps at least one batch waiting");
  producer_ = std::jthread([this, first, last](const std::stop_token& stop) { produce(stop, first, last); });
}

std::optional<Batch> BatchLoader::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_.empty() || finished_; });
  if (waiting_.empty()) {
    if (error_) std::rethrow_exception(error_);
    return std::nullopt;
  }
  Batch batch = std::move(waiting_.front());
  waiting_.pop_front();
  lock.unlock();
  changed_.notify_all();
  return batch;
}

void BatchLoader::produce(const std::stop_token& stop, std::int64_t first, std::int64_t last) {
  std::exception_ptr error;
  for (std::int64_t number = first; number < last && !error && !stop.stop_requested(); ++number) {
    try {
      if (!hand_over(stop, make_(number))) return;
    } catch (...) {
      error = placed(number);
    }
  }
  {
    const std::lock_guard lock(mutex_);
    error_ = error;
    finished_ = true;
  }
  changed_.notify_all();
}

// False when the loader is going away.
bool BatchLoader::hand_over(const std::stop_token& stop, Batch batch) {
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return waiting_.size() < depth_; })) return false;
    waiting_.push_back(std::move(batch));
  }
  changed_.notify_all();
  return true;
}

}  // namespace stepwright
