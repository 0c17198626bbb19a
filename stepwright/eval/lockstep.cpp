#include "stepwright/eval/lockstep.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepwright {

std::string to_string(const ProcessId& process) {
  return fmt::format("process (replica {}, partition {})", process.replica, process.partition);
}

void Lockstep::expect_member(ProcessId process, const Group& group) const {
  require(std::ranges::count(group, process) == 1, "a process meets a group that it belongs to once");
  for (const ProcessId& member : group) {
    if (member.replica >= 0 && member.replica < replicas_ && member.partition >= 0 &&
        member.partition < partitions_) {
      continue;
    }
    throw UserError(
        {.what = "the process group names a process that does not run",
         .where = {},
         .expected = fmt::format("processes of {} replicas and {} partitions", replicas_, partitions_),
         .found = to_string(member),
         .remedy = "run the program on as many processes as its groups name"});
  }
}

std::vector<Lockstep::Brought> Lockstep::meet(ProcessId process, std::span<const ProcessId> members,
                                              std::int64_t channel, Brought brought) {
  const Group group(members.begin(), members.end());
  expect_member(process, group);
  std::unique_lock lock(mutex_);
  if (failure_) throw Released{};
  const MeetingId id{group, channel, ordinals_[{process, group, channel}]++};
  Meeting& meeting = meetings_[id];
  meeting.brought.emplace(process, std::move(brought));
  const auto complete = [&] { return meeting.brought.size() == group.size(); };
  if (complete()) {
    waiting_ -= std::ssize(group) - 1;
    changed_.notify_all();
  } else {
    ++waiting_;
    release_if_stuck();
    changed_.wait(lock, [&] { return complete() || failure_; });
    if (!complete()) throw Released{};
  }
  std::vector<Brought> all;
  for (const ProcessId& member : group) all.push_back(meeting.brought.at(member));
  if (++meeting.left == group.size()) meetings_.erase(id);
  return all;
}

std::string Lockstep::waiting_list() const {
  std::string list;
  for (const auto& [id, meeting] : meetings_) {
    const auto& [group, channel, ordinal] = id;
    if (meeting.brought.size() == group.size()) continue;
    for (const ProcessId& member : group) {
      if (meeting.brought.contains(member)) continue;
      list += fmt::format("{}{} is missing in meeting {} on channel {}", list.empty() ? "" : "; ",
                          to_string(member), ordinal, channel);
    }
  }
  return list;
}

void Lockstep::release_if_stuck() {
  if (failure_ || running_ == 0 || waiting_ < running_) return;
  failure_ = std::make_exception_ptr(UserError(
      {.what = "the processes wait for each other and none can go on",
       .where = {},
       .expected = "every process of a group to come to the same collective operations in the same order",
       .found = waiting_list(),
       .remedy = {}}));
  changed_.notify_all();
}

void Lockstep::finish() {
  const std::lock_guard lock(mutex_);
  --running_;
  release_if_stuck();
}

void Lockstep::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  --running_;
  if (!failure_) failure_ = std::move(failure);
  changed_.notify_all();
}

void Lockstep::rethrow_failure() const {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace stepwright
