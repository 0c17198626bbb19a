#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stepwright/ir/codecs.h"
#include "stepwright/ops/evaluation.h"

namespace stepwright {

// What the collective operations have in common.

// `#stablehlo.channel_handle<handle = 1, type = 0>`
struct ChannelHandle {
  std::int64_t handle = 0;
  std::int64_t type = 0;
  friend bool operator==(const ChannelHandle&, const ChannelHandle&) = default;
};
template <>
struct Codec<ChannelHandle> {
  static Attribute encode(const ChannelHandle& value);
  static ChannelHandle decode(const Attribute& attribute);
};

// An attribute that is there or not: `use_global_device_ids`.
template <>
struct Codec<UnitAttribute> {
  static Attribute encode(UnitAttribute value) { return {value}; }
  static UnitAttribute decode(const Attribute& attribute);
};

// Rows of process numbers; −1 fills a shorter row.
using ReplicaGroups = std::vector<std::vector<std::int64_t>>;

// Rows made equally long with −1, as the attribute has them.
ReplicaGroups filled(ReplicaGroups groups);

// How replica groups become process groups (specification, "Process grid").
enum class GroupStrategy { cross_replica, cross_replica_and_partition, flattened_ids };
// As all_gather, all_reduce and reduce_scatter choose it.
GroupStrategy group_strategy(std::int64_t channel, bool use_global_device_ids);

// UserError unless the groups hold each of 0, 1, … n − 1 exactly once: with the constraint `unique` for a
// number held twice, `covering` for a gap.
void expect_replica_groups(const ReplicaGroups& groups, std::string_view unique, std::string_view covering);

// The processes that run, and which of them this is.
struct ProcessGrid {
  ProcessId process;
  std::int64_t replicas = 1;
  std::int64_t partitions = 1;
};

// The group that holds this process, in the specification's order. UserError with the constraint `covering`
// unless the groups hold all replicas of the grid (flattened_ids: all processes).
std::vector<ProcessId> process_group(const ReplicaGroups& groups, GroupStrategy strategy,
                                     const ProcessGrid& grid, std::string_view covering);

}  // namespace stepwright
