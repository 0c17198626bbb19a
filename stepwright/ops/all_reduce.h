#pragma once

#include "stepwright/ops/collective.h"
#include "stepwright/ops/combiner.h"
#include "stepwright/ops/common.h"
#include "stepwright/ops/convert.h"

namespace stepwright {

namespace op {

// all_reduce: each element folded by `computation` over the processes of a group; every one of them gets the
// result. Evaluated in the order of the group; the specification leaves the tree open.
struct AllReduce {
  static constexpr std::string_view name = "stablehlo.all_reduce";
  static constexpr std::string_view convention =
      "the loss is the sum of the losses of all processes: the gradient of a sum over a group is the sum of "
      "the "
      "cotangents over the group";
  ReplicaGroups replica_groups;
  std::optional<ChannelHandle> channel_handle;
  std::optional<UnitAttribute> use_global_device_ids;
  std::vector<Region> regions;
  static constexpr auto fields() {
    return std::tuple{field("replica_groups", &AllReduce::replica_groups),
                      field("channel_handle", &AllReduce::channel_handle),
                      field("use_global_device_ids", &AllReduce::use_global_device_ids)};
  }

  const Region& computation() const { return regions.front(); }
  std::int64_t channel() const { return channel_handle ? channel_handle->handle : 0; }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    Machine<D>& machine = here.machine;
    const ProcessGrid grid{machine.process(), machine.replica_count(), machine.partition_count()};
    const GroupStrategy strategy = group_strategy(channel(), use_global_device_ids.has_value());
    const auto group = process_group(replica_groups, strategy, grid, "all_reduce_c2");
    const auto brought = machine.exchange(group, channel(), here.operands);
    Results<D> results;
    for (std::size_t operand = 0; operand < here.operands.size(); ++operand) {
      const TensorType& type = here.types[operand];
      Tensor<D> total = converted(here, brought.front()[operand], type);
      for (std::size_t member = 1; member < brought.size(); ++member) {
        total = combined(machine, total, converted(here, brought[member][operand], type));
      }
      results.push_back(std::move(total));
    }
    return results;
  }

  Gradient vjp(const Application& here) const;

 private:
  template <Domain D>
  static Tensor<D> converted(const Evaluation<D>& here, const Tensor<D>& operand, const TensorType& type) {
    if (operand.type() == type) return operand;
    return Convert{type}.evaluate(Evaluation<D>{here.machine, {&operand, 1}, {&type, 1}}).front();
  }

  template <Domain D>
  Tensor<D> combined(Machine<D>& machine, const Tensor<D>& a, const Tensor<D>& b) const {
    const Combiner<D> combine(machine, computation(), a.element());
    const auto zipped = [&](auto left, const auto& right) {
      for (std::size_t at = 0; at < left.size(); ++at) left[at] = combine(left[at], right[at]);
      return Tensor<D>(a.type(), std::move(left));
    };
    if (is_floating(a.element())) return zipped(a.scalars(), b.scalars());
    return zipped(a.integers(), b.integers());
  }
};

inline std::vector<TensorType> AllReduce::infer(OperandTypes types) const {
  const auto shown = [&] { return to_string(types); };
  constrain(!types.empty(), "all_reduce_i1", "there is an operand", shown);
  expect_replica_groups(replica_groups, "all_reduce_c1", "all_reduce_c3");
  constrain(
      !use_global_device_ids || channel() > 0, "all_reduce_c4",
      "use_global_device_ids goes with a positive channel_id",
      [&] { return "channel_id " + std::to_string(channel()); }, "give a channel_handle");
  constrain(regions.size() == 1, "all_reduce_i5", "there is one computation", shown);
  const std::vector<TensorType> arguments = computation()->argument_types();
  const std::vector<TensorType> totals = computation()->result_types();
  constrain(arguments.size() == 2 && totals.size() == 1 && totals[0].rank() == 0 &&
                arguments[0] == totals[0] && arguments[1] == totals[0],
            "all_reduce_c5", "computation takes two rank-0 tensors of one type and gives one of it",
            [&] { return to_string(arguments) + " -> " + to_string(totals); });
  std::vector<TensorType> results;
  for (const TensorType& type : types) {
    constrain(is_promotable(type.element, totals[0].element), "all_reduce_c5",
              "the operands' element types are promotable to the computation's",
              [&] { return to_string(type) + " for " + to_string(arguments) + " -> " + to_string(totals); });
    results.push_back({totals[0].element, type.dimensions});
  }
  return results;
}

}  // namespace op

// The sum of x over the processes of each group, of any length; {{0, 1, …}} is all replicas.
inline Value all_reduce_sum(Value x, ReplicaGroups groups, std::optional<ChannelHandle> channel = {}) {
  const Region computation = region_of<op::Add>(x.element());
  return apply(op::AllReduce{filled(std::move(groups)), channel, std::nullopt, {computation}}, {x});
}

inline Gradient op::AllReduce::vjp(const Application& here) const {
  if (!combines_by<op::Add>(computation())) return NotDifferentiable{"its computation is not a sum"};
  const std::vector<Value> sums = apply_all(*this, here.cotangents);
  Cotangents cotangents;
  for (std::size_t operand = 0; operand < sums.size(); ++operand) {
    cotangents.push_back(convert(sums[operand], here.operands[operand].element()));
  }
  return cotangents;
}

}  // namespace stepwright
