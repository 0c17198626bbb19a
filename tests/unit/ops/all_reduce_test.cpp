#include "stepwright/ops/all_reduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "stepwright/eval/dual.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Group = std::vector<ProcessId>;

// ---- Process groups, by the examples of the specification's section on the process grid ----

TEST(ProcessGroup, CrossReplicaStaysInItsPartition) {
  const auto group = [](ProcessId process) {
    return process_group({{0, 1}, {2, 3}}, GroupStrategy::cross_replica, {process, 4, 2}, "all_reduce_c2");
  };
  EXPECT_EQ(group({1, 0}), (Group{{0, 0}, {1, 0}}));
  EXPECT_EQ(group({0, 1}), (Group{{0, 1}, {1, 1}}));
  EXPECT_EQ(group({3, 1}), (Group{{2, 1}, {3, 1}}));
}

TEST(ProcessGroup, CrossReplicaAndPartitionTakesEveryPartition) {
  EXPECT_EQ(process_group({{0, 1}, {2, 3}}, GroupStrategy::cross_replica_and_partition, {{2, 1}, 4, 2},
                          "all_reduce_c2"),
            (Group{{2, 0}, {3, 0}, {2, 1}, {3, 1}}));
}

TEST(ProcessGroup, FlattenedIdsCountPartitionsFirst) {
  EXPECT_EQ(process_group({{0, 1, 2, 3}, {4, 5, 6, 7}}, GroupStrategy::flattened_ids, {{2, 1}, 4, 2},
                          "all_reduce_c2"),
            (Group{{2, 0}, {2, 1}, {3, 0}, {3, 1}}));
}

TEST(ProcessGroup, LeavesTheFillersOut) {
  EXPECT_EQ(process_group({{1, 2}, {0, -1}}, GroupStrategy::cross_replica, {{0, 0}, 3, 1}, "all_reduce_c2"),
            (Group{{0, 0}}));
}

TEST(ProcessGroup, IsRefusedWhereTheGroupsDoNotCoverTheGrid) {
  EXPECT_EQ(complaint([] {
              process_group({{0, 1}}, GroupStrategy::cross_replica, {{0, 0}, 4, 1}, "all_reduce_c2");
            }),
            "violates all_reduce_c2: replica groups hold every replica\n"
            "  found:    [[0, 1]] for 4 replicas and 1 partitions");
  EXPECT_THAT(complaint([] {
                process_group({{0, 1}}, GroupStrategy::flattened_ids, {{0, 0}, 2, 2}, "all_reduce_c2");
              }),
              HasSubstr("replica groups hold every process"));
}

// ---- Attributes ----

TEST(ChannelHandle, ReadsBackAsWritten) {
  const ChannelHandle handle{7, 1};
  const Attribute attribute = Codec<ChannelHandle>::encode(handle);
  EXPECT_EQ(to_string(attribute), "#stablehlo.channel_handle<handle = 7, type = 1>");
  EXPECT_EQ(Codec<ChannelHandle>::decode(attribute), handle);
}

TEST(ChannelHandle, RefusesAnythingElse) {
  const auto message_for = [](std::string text) {
    return complaint([&] { Codec<ChannelHandle>::decode({DialectAttribute{"stablehlo", text}}); });
  };
  EXPECT_THAT(message_for("channel_handle<handle = 1>"), HasSubstr("handle = 1, type = 0"));
  EXPECT_THAT(message_for("channel_handle<handle = 1, type = 0> more"), HasSubstr("wrong kind"));
}

TEST(AllReduce, FillsShorterGroups) {
  Graph graph;
  const Value y = all_reduce_sum(graph.argument({ElementType::f32, {}}, "x"), {{0, 1}, {2}});
  EXPECT_EQ(y.definition().operation->as<op::AllReduce>()->replica_groups, (ReplicaGroups{{0, 1}, {2, -1}}));
}

// ---- The gradient ----

TEST(AllReduce, OfAMaximumHasNoGradient) {
  Graph graph;
  const Value x = graph.argument({ElementType::f32, {}}, "x");
  const op::AllReduce largest{{{0}}, std::nullopt, std::nullopt, {region_of<op::Maximum>(ElementType::f32)}};
  const Value y = apply(largest, {x});
  EXPECT_THAT(complaint([&] { gradient(y, std::vector{x}); }), HasSubstr("its computation is not a sum"));
}

// Summed over all processes, ⟨J v, u⟩ = ⟨v, Jᵀ u⟩; in whole numbers, so exactly.
TEST(AllReduce, HasTheTransposedDerivativeAcrossProcesses) {
  const TensorType type{ElementType::f64, {2}};
  const ReplicaGroups groups{{0, 2}, {1}};
  auto forward = std::make_shared<Function>("forward");
  forward->add_result(all_reduce_sum(forward->add_argument(type), groups));
  auto backward = std::make_shared<Function>("backward");
  const std::vector<Value> x{backward->add_argument(type)};
  const std::vector<Value> u{backward->add_argument(type)};
  const std::vector<Value> y{all_reduce_sum(x[0], groups)};
  backward->add_result(pull_back(y, u, x).front());
  Module module;
  module.functions = {forward, backward};

  const Rounding domain;
  const auto tensor = [&](std::vector<double> numbers) { return Tensor<Rounding>(type, std::move(numbers)); };
  const std::vector xs{tensor({1, 2}), tensor({3, 4}), tensor({5, 6})};
  const std::vector vs{tensor({2, -1}), tensor({3, 5}), tensor({-4, 7})};
  const std::vector us{tensor({1, 3}), tensor({-2, 6}), tensor({8, -5})};
  std::vector<Program<Dual<Rounding>>> forwards;
  std::vector<Program<Rounding>> backwards;
  for (std::size_t process = 0; process < 3; ++process) {
    forwards.push_back({"forward", {with_tangent(xs[process], vs[process])}});
    backwards.push_back({"backward", {xs[process], us[process]}});
  }
  const auto tangents = evaluate_parallel(module, forwards, 1, Dual<Rounding>(domain));
  const auto cotangents = evaluate_parallel(module, backwards, 1, domain);
  double left = 0;
  double right = 0;
  const auto product = [](const Tensor<Rounding>& a, const Tensor<Rounding>& b) {
    return std::inner_product(a.scalars().begin(), a.scalars().end(), b.scalars().begin(), 0.0);
  };
  for (std::size_t process = 0; process < 3; ++process) {
    left += product(tangent_of(tangents[process].front()), us[process]);
    right += product(vs[process], cotangents[process].front());
  }
  EXPECT_EQ(left, right);
  EXPECT_THAT(cotangents[0].front().scalars(), ElementsAre(9, -2));
  EXPECT_THAT(cotangents[1].front().scalars(), ElementsAre(-2, 6));
}

}  // namespace
}  // namespace stepwright
