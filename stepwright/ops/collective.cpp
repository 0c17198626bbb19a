#include "stepwright/ops/collective.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "stepwright/ir/constraint.h"

namespace stepwright {

namespace {

[[noreturn]] void wrong_kind(std::string_view wanted, const Attribute& found) {
  throw UserError({.what = "the attribute has the wrong kind",
                   .where = {},
                   .expected = std::string(wanted),
                   .found = to_string(found),
                   .remedy = {}});
}

// Without the fillers, sorted.
std::vector<std::int64_t> members(const ReplicaGroups& groups) {
  std::vector<std::int64_t> ids;
  for (const auto& group : groups) ids.insert(ids.end(), group.begin(), group.end());
  std::erase(ids, -1);
  std::ranges::sort(ids);
  return ids;
}

}  // namespace

Attribute Codec<ChannelHandle>::encode(const ChannelHandle& value) {
  return {DialectAttribute{"stablehlo",
                           fmt::format("channel_handle<handle = {}, type = {}>", value.handle, value.type)}};
}

ChannelHandle Codec<ChannelHandle>::decode(const Attribute& attribute) {
  const auto* dialect = std::get_if<DialectAttribute>(&attribute.value);
  long long handle = 0;
  long long type = 0;
  int read = 0;
  const bool matches = dialect != nullptr && dialect->dialect == "stablehlo" &&
                       std::sscanf(dialect->text.c_str(), "channel_handle < handle = %lld , type = %lld > %n",
                                   &handle, &type, &read) == 2 &&
                       static_cast<std::size_t>(read) == dialect->text.size();
  if (!matches) wrong_kind("`#stablehlo.channel_handle<handle = 1, type = 0>`", attribute);
  return {handle, type};
}

UnitAttribute Codec<UnitAttribute>::decode(const Attribute& attribute) {
  if (!std::holds_alternative<UnitAttribute>(attribute.value)) wrong_kind("the name alone", attribute);
  return {};
}

ReplicaGroups filled(ReplicaGroups groups) {
  std::size_t longest = 0;
  for (const auto& group : groups) longest = std::max(longest, group.size());
  for (auto& group : groups) group.resize(longest, -1);
  return groups;
}

GroupStrategy group_strategy(std::int64_t channel, bool use_global_device_ids) {
  if (use_global_device_ids) return GroupStrategy::flattened_ids;
  return channel > 0 ? GroupStrategy::cross_replica_and_partition : GroupStrategy::cross_replica;
}

void expect_replica_groups(const ReplicaGroups& groups, std::string_view unique, std::string_view covering) {
  const auto shown = [&] { return fmt::format("[{}]", fmt::join(groups, ", ")); };
  const std::vector<std::int64_t> ids = members(groups);
  constrain(std::ranges::adjacent_find(ids) == ids.end(), unique, "no process is in two replica groups",
            shown);
  constrain(ids.empty() || (ids.front() == 0 && ids.back() == std::ssize(ids) - 1), covering,
            "replica groups hold the numbers from 0 up to their count", shown);
}

std::vector<ProcessId> process_group(const ReplicaGroups& groups, GroupStrategy strategy,
                                     const ProcessGrid& grid, std::string_view covering) {
  const bool flattened = strategy == GroupStrategy::flattened_ids;
  const std::int64_t expected = flattened ? grid.replicas * grid.partitions : grid.replicas;
  constrain(std::ssize(members(groups)) == expected, covering,
            flattened ? "replica groups hold every process" : "replica groups hold every replica", [&] {
              return fmt::format("[{}] for {} replicas and {} partitions", fmt::join(groups, ", "),
                                 grid.replicas, grid.partitions);
            });
  const std::int64_t own =
      flattened ? grid.process.replica * grid.partitions + grid.process.partition : grid.process.replica;
  const auto group =
      std::ranges::find_if(groups, [&](const auto& ids) { return std::ranges::find(ids, own) != ids.end(); });
  require(group != groups.end(), "replica groups that hold all processes hold this one");
  std::vector<std::int64_t> ids = *group;
  std::erase(ids, -1);
  std::vector<ProcessId> processes;
  switch (strategy) {
    case GroupStrategy::cross_replica:
      for (const std::int64_t id : ids) processes.push_back({id, grid.process.partition});
      break;
    case GroupStrategy::cross_replica_and_partition:
      for (std::int64_t partition = 0; partition < grid.partitions; ++partition) {
        for (const std::int64_t id : ids) processes.push_back({id, partition});
      }
      break;
    case GroupStrategy::flattened_ids:
      for (const std::int64_t id : ids) processes.push_back({id / grid.partitions, id % grid.partitions});
      break;
  }
  return processes;
}

}  // namespace stepwright
