#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "stepwright/ops/evaluation.h"

namespace stepwright {

// "process (replica 1, partition 0)".
std::string to_string(const ProcessId& process);

// Where the processes of a grid, each on its own thread, wait for each other. No process waits for ever: when
// one fails, or when all that still run wait for somebody who cannot come any more, everyone is released.
class Lockstep {
 public:
  Lockstep(std::int64_t replicas, std::int64_t partitions) : replicas_(replicas), partitions_(partitions) {
    running_ = replicas * partitions;
  }

  std::int64_t replicas() const { return replicas_; }
  std::int64_t partitions() const { return partitions_; }

  using Brought = std::shared_ptr<const void>;

  // What each process of `group` brings to this meeting, in the order of the group. A meeting is the n-th one
  // of `process` with this group on this channel. UserError when the group is not one of this grid's;
  // Released when the meeting cannot come about.
  std::vector<Brought> meet(ProcessId process, std::span<const ProcessId> group, std::int64_t channel,
                            Brought brought);

  // The process comes to no further meeting.
  void finish();
  // The process ends with an exception; the first one is the grid's.
  void fail(std::exception_ptr failure);

  // Throws the first failure, if any.
  void rethrow_failure() const;

  // Thrown in a process that must stop because another has failed.
  struct Released {};

 private:
  using Group = std::vector<ProcessId>;
  using MeetingId = std::tuple<Group, std::int64_t, std::int64_t>;  // group, channel, ordinal
  struct Meeting {
    std::map<ProcessId, Brought> brought;
    std::size_t left = 0;
  };

  void expect_member(ProcessId process, const Group& group) const;
  void release_if_stuck();  // with the lock held
  std::string waiting_list() const;

  const std::int64_t replicas_;
  const std::int64_t partitions_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<MeetingId, Meeting> meetings_;
  std::map<std::tuple<ProcessId, Group, std::int64_t>, std::int64_t> ordinals_;
  std::int64_t running_ = 0;
  std::int64_t waiting_ = 0;  // in meetings that are not complete
  std::exception_ptr failure_;
};

}  // namespace stepwright
