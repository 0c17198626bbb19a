#include "stepwright/ops/type_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TensorType f32(Dimensions dimensions = {}) {
  return {ElementType::f32, std::move(dimensions)};
}
TensorType f64(Dimensions dimensions = {}) {
  return {ElementType::f64, std::move(dimensions)};
}
TensorType i32(Dimensions dimensions = {}) {
  return {ElementType::i32, std::move(dimensions)};
}
TensorType ui32(Dimensions dimensions = {}) {
  return {ElementType::ui32, std::move(dimensions)};
}
TensorType i1(Dimensions dimensions = {}) {
  return {ElementType::i1, std::move(dimensions)};
}

Region sum_of(ElementType element) {
  return region_of<op::Add>(element);
}
// A region with these argument types that returns the first ones.
Region first_of(const std::vector<TensorType>& types, std::size_t results = 1) {
  auto function = std::make_shared<Function>("");
  for (const TensorType& type : types) function->add_argument(type);
  for (std::size_t at = 0; at < results; ++at) function->add_result(function->arguments()[at]);
  return function;
}

op::AllReduce all_reduce(ReplicaGroups groups, std::vector<Region> regions = {sum_of(ElementType::f32)}) {
  return {std::move(groups), std::nullopt, std::nullopt, std::move(regions)};
}
op::CustomCall custom_call_with_layouts(std::optional<Attribute> operands, std::optional<Attribute> results) {
  op::CustomCall call;
  call.call_target_name = "target";
  call.operand_layouts = std::move(operands);
  call.result_layouts = std::move(results);
  call.result_types = {f32({2})};
  return call;
}
Attribute layouts(std::size_t count) {
  return {Attribute::List(count, Attribute{OpaqueAttribute{"dense<0> : tensor<1xindex>"}})};
}

// ---- Every constraint has its operation refuse what violates it, by the specification's name of it ----

struct Violation {
  std::string constraint;
  Operation operation;
  std::vector<TensorType> operands;
};

std::ostream& operator<<(std::ostream& out, const Violation& violation) {
  return out << violation.constraint;
}

class Violates : public testing::TestWithParam<Violation> {};

TEST_P(Violates, TheConstraintByItsName) {
  const Violation& violation = GetParam();
  EXPECT_THAT(complaint([&] { violation.operation.infer(violation.operands); }),
              StartsWith("violates " + violation.constraint + ": "));
}

std::vector<Violation> violations_of_elements() {
  const TensorType x = f32({2});
  const TensorType y = f32({3});
  return {
      {"abs_i1", op::Abs{}, {ui32({2})}},
      {"abs_i1", op::Abs{}, {i1({2})}},
      {"add_c1", op::Add{}, {x, y}},
      {"add_c1", op::Add{}, {x, f64({2})}},
      {"and_c1", op::And{}, {i1({2}), i1({3})}},
      {"and_i1", op::And{}, {x, x}},
      {"atan2_c1", op::Atan2{}, {x, y}},
      {"atan2_i1", op::Atan2{}, {i32(), i32()}},
      {"cbrt_i1", op::Cbrt{}, {i32()}},
      {"ceil_i1", op::Ceil{}, {i32()}},
      {"cosine_i1", op::Cosine{}, {i32()}},
      {"divide_c1", op::Divide{}, {x, y}},
      {"divide_i1", op::Divide{}, {i1(), i1()}},
      {"exponential_i1", op::Exponential{}, {i32()}},
      {"exponential_minus_one_i1", op::ExponentialMinusOne{}, {i32()}},
      {"floor_i1", op::Floor{}, {i32()}},
      {"is_finite_i1", op::IsFinite{}, {i32()}},
      {"log_i1", op::Log{}, {i32()}},
      {"log_plus_one_i1", op::LogPlusOne{}, {i32()}},
      {"logistic_i1", op::Logistic{}, {i1()}},
      {"maximum_c1", op::Maximum{}, {x, y}},
      {"minimum_c1", op::Minimum{}, {x, y}},
      {"multiply_c1", op::Multiply{}, {x, y}},
      {"negate_i1", op::Negate{}, {i1()}},
      {"not_i1", op::Not{}, {x}},
      {"or_c1", op::Or{}, {i32(), ui32()}},
      {"or_i1", op::Or{}, {x, x}},
      {"power_c1", op::Power{}, {x, y}},
      {"power_i1", op::Power{}, {i1(), i1()}},
      {"remainder_c1", op::Remainder{}, {x, y}},
      {"remainder_i1", op::Remainder{}, {i1(), i1()}},
      {"round_nearest_afz_i1", op::RoundNearestAfz{}, {i32()}},
      {"round_nearest_even_i1", op::RoundNearestEven{}, {i32()}},
      {"rsqrt_i1", op::Rsqrt{}, {i32()}},
      {"sign_i1", op::Sign{}, {ui32()}},
      {"sine_i1", op::Sine{}, {i32()}},
      {"sqrt_i1", op::Sqrt{}, {i32()}},
      {"subtract_c1", op::Subtract{}, {x, y}},
      {"subtract_i1", op::Subtract{}, {i1(), i1()}},
      {"tan_i1", op::Tan{}, {i32()}},
      {"tanh_i1", op::Tanh{}, {i32()}},
      {"xor_c1", op::Xor{}, {i1({2}), i1({3})}},
      {"xor_i1", op::Xor{}, {x, x}},
  };
}

std::vector<Violation> violations_of_shapes() {
  using Broadcast = op::BroadcastInDim;
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const TensorType m = f32({2, 3});
  return {
      {"broadcast_in_dim_c1", Broadcast{{0, 1}, f64({2, 3})}, {m}},
      {"broadcast_in_dim_c2", Broadcast{{0}, m}, {m}},
      {"broadcast_in_dim_c3", Broadcast{{0, 2}, m}, {m}},
      {"broadcast_in_dim_c3", Broadcast{{-1, 1}, m}, {m}},
      {"broadcast_in_dim_c4", Broadcast{{0, 0}, f32({1, 1})}, {f32({1, 1})}},
      {"broadcast_in_dim_c5", Broadcast{{0}, m}, {f32({3})}},
      {"clamp_c1", op::Clamp{}, {f32({3}), f32({2}), f32()}},
      {"clamp_c2", op::Clamp{}, {f32(), f32({2}), f32({1})}},
      {"clamp_c3", op::Clamp{}, {f64(), f32({2}), f32()}},
      {"clamp_c3", op::Clamp{}, {f32(), f32({2}), i32()}},
      {"compare_c1", op::Compare{}, {f32(), f64()}},
      {"compare_c2", op::Compare{}, {f32({2}), f32({3})}},
      {"compare_c3", op::Compare{ComparisonDirection::LT, ComparisonType::SIGNED}, {f32(), f32()}},
      {"compare_c3", op::Compare{ComparisonDirection::LT, ComparisonType::SIGNED}, {ui32(), ui32()}},
      {"compare_c3", op::Compare{ComparisonDirection::LT, ComparisonType::UNSIGNED}, {i32(), i32()}},
      {"compare_c3", op::Compare{ComparisonDirection::LT, ComparisonType::FLOAT}, {i32(), i32()}},
      {"compare_c3", op::Compare{ComparisonDirection::LT, ComparisonType::TOTALORDER}, {i1(), i1()}},
      {"concatenate_c1", op::Concatenate{0}, {f32({2}), i32({2})}},
      {"concatenate_c2", op::Concatenate{0}, {m, f32({2, 4})}},
      {"concatenate_c2", op::Concatenate{0}, {m, f32({2})}},
      {"concatenate_c3", op::Concatenate{0}, {}},
      {"concatenate_c4", op::Concatenate{2}, {m}},
      {"concatenate_c6", op::Concatenate{0}, {f32({largest, 0}), f32({1, 0})}},
      {"concatenate_c4", op::Concatenate{-1}, {m}},
      {"concatenate_c4", op::Concatenate{0}, {f32()}},
      {"convert_c1", op::Convert{f64({3})}, {f32({2})}},
      {"iota_c1", op::Iota{2, m}, {}},
      {"iota_c1", op::Iota{-1, m}, {}},
      {"iota_c1", op::Iota{0, f32()}, {}},
      {"pad_i2", op::Pad{{0}, {0}, {0}}, {f32({2}), f32({1})}},
      {"pad_c1", op::Pad{{0}, {0}, {0}}, {f32({2}), f64()}},
      {"pad_c2", op::Pad{{0}, {0, 0}, {0}}, {f32({2}), f32()}},
      {"pad_c2", op::Pad{{}, {}, {}}, {f32({2}), f32()}},
      {"pad_c3", op::Pad{{0}, {0}, {-1}}, {f32({2}), f32()}},
      {"pad_c4", op::Pad{{-2}, {-1}, {0}}, {f32({2}), f32()}},
      {"pad_c4", op::Pad{{largest}, {0}, {0}}, {f32({1}), f32()}},
      {"pad_c4", op::Pad{{0}, {0}, {largest}}, {f32({1}), f32()}},
      {"pad_c4", op::Pad{{0}, {0}, {largest / 2}}, {f32({4}), f32()}},
      {"pad_c4", op::Pad{{-largest - 1}, {largest}, {0}}, {f32({2}), f32()}},
      {"reshape_c1", op::Reshape{f64({6})}, {m}},
      {"reshape_c2", op::Reshape{f32({5})}, {m}},
      {"reverse_c2", op::Reverse{{1, 0, 1}}, {m}},
      {"reverse_c3", op::Reverse{{2}}, {m}},
      {"reverse_c3", op::Reverse{{-1}}, {m}},
      {"select_i1", op::Select{}, {i32({2}), f32({2}), f32({2})}},
      {"select_c1", op::Select{}, {i1({3}), f32({2}), f32({2})}},
      {"select_c2", op::Select{}, {i1({2}), f32({2}), f64({2})}},
      {"slice_c2", op::Slice{{0}, {2, 3}, {1, 1}}, {m}},
      {"slice_c2", op::Slice{{0, 0}, {2, 3}, {1}}, {m}},
      {"slice_c3", op::Slice{{-1, 0}, {2, 3}, {1, 1}}, {m}},
      {"slice_c3", op::Slice{{0, 0}, {2, 4}, {1, 1}}, {m}},
      {"slice_c3", op::Slice{{2, 0}, {1, 3}, {1, 1}}, {m}},
      {"slice_c4", op::Slice{{0, 0}, {2, 3}, {1, 0}}, {m}},
      {"transpose_c2", op::Transpose{{0, 0}}, {m}},
      {"transpose_c2", op::Transpose{{0}}, {m}},
  };
}

std::vector<Violation> violations_of_regions_and_groups() {
  const TensorType m = f32({2, 3});
  const Region sum = sum_of(ElementType::f32);
  const Region first_two = first_of({f32(), f32(), f32(), f32()}, 2);
  op::AllReduce without_channel = all_reduce({{0}});
  without_channel.use_global_device_ids = UnitAttribute{};
  return {
      {"reduce_c1", op::Reduce{{0}, {first_two}}, {m, f32({2}), f32(), f32()}},
      {"reduce_c2", op::Reduce{{0}, {sum}}, {m, f64()}},
      {"reduce_c2", op::Reduce{{0}, {sum}}, {m, f32({1})}},
      {"reduce_c3", op::Reduce{{0}, {sum}}, {m}},
      {"reduce_c4", op::Reduce{{2}, {sum}}, {m, f32()}},
      {"reduce_c5", op::Reduce{{0, 0}, {sum}}, {m, f32()}},
      {"reduce_c6", op::Reduce{{0}, {first_of({f32()})}}, {m, f32()}},
      {"reduce_c6", op::Reduce{{0}, {first_of({f32({1}), f32({1})})}}, {m, f32()}},
      {"reduce_c6", op::Reduce{{0}, {sum_of(ElementType::bf16)}}, {m, f32()}},
      {"reduce_c6", op::Reduce{{0}, {sum_of(ElementType::i64)}}, {m, f32()}},
      {"reduce_i4", op::Reduce{{0}, {}}, {m, f32()}},
      {"all_reduce_i1", all_reduce({{0}}), {}},
      {"all_reduce_c1", all_reduce({{0, 1}, {1, 2}}), {m}},
      {"all_reduce_c3", all_reduce({{0, 2}}), {m}},
      {"all_reduce_c3", all_reduce({{-2, 0}}), {m}},
      {"all_reduce_c4", without_channel, {m}},
      {"all_reduce_i5", all_reduce({{0}}, {}), {m}},
      {"all_reduce_c5", all_reduce({{0}}, {first_of({f32()})}), {m}},
      {"all_reduce_c5", all_reduce({{0}}, {first_of({f32({1}), f32({1})})}), {m}},
      {"all_reduce_c5", all_reduce({{0}}, {sum_of(ElementType::bf16)}), {m}},
      {"custom_call layouts", custom_call_with_layouts(layouts(1), std::nullopt), {m}},
      {"custom_call layouts", custom_call_with_layouts(layouts(2), layouts(1)), {m}},
      {"custom_call layouts", custom_call_with_layouts(layouts(1), layouts(0)), {m}},
  };
}

INSTANTIATE_TEST_SUITE_P(Elements, Violates, testing::ValuesIn(violations_of_elements()));
INSTANTIATE_TEST_SUITE_P(Shapes, Violates, testing::ValuesIn(violations_of_shapes()));
INSTANTIATE_TEST_SUITE_P(RegionsAndGroups, Violates, testing::ValuesIn(violations_of_regions_and_groups()));

// ---- What the messages say ----

TEST(TypeRules, SayWhatIsExpectedAndFoundAndTheRemedy) {
  EXPECT_EQ(complaint([] {
              op::Add{}.infer(std::vector{f32({2}), f64({2})});
            }),
            "violates add_c1: the operands have one type\n"
            "  found:    (tensor<2xf32>, tensor<2xf64>)\n"
            "  remedy:   broadcast, reshape or convert one of them");
  EXPECT_EQ(complaint([] {
              op::Pad{{-2}, {-1}, {0}}.infer(std::vector{f32({2}), f32()});
            }),
            "violates pad_c4: padding leaves sizes from 0 to 2^63 - 1\n"
            "  found:    low [-2], high [-1], interior [0] for (tensor<2xf32>, tensor<f32>)\n"
            "  remedy:   remove or add fewer elements");
  EXPECT_EQ(complaint([] {
              op::Slice{{0, 1}, {2, 4}, {1, 2}}.infer(std::vector{f32({2, 3})});
            }),
            "violates slice_c3: 0 <= start <= limit <= size in every dimension\n"
            "  found:    [0:2, 1:4:2] of tensor<2x3xf32>");
  EXPECT_EQ(complaint([] {
              op::Reverse{{0, 2}}.infer(std::vector{f32({2, 3})});
            }),
            "violates reverse_c3: dimensions are dimensions of the operand\n"
            "  found:    dimensions [0, 2] of tensor<2x3xf32>");
  EXPECT_EQ(complaint([] {
              op::Concatenate{1}.infer(std::vector{f32({2, 3}), f32({3, 3})});
            }),
            "violates concatenate_c2: the inputs have one shape but for `dimension`\n"
            "  found:    dimension 1 of (tensor<2x3xf32>, tensor<3x3xf32>)");
  EXPECT_EQ(complaint([] {
              op::Clamp{}.infer(std::vector{i32(), f32({2}), f32()});
            }),
            "violates clamp_c3: min, operand and max have one element type\n"
            "  found:    (tensor<i32>, tensor<2xf32>, tensor<f32>)\n"
            "  remedy:   convert the bounds");
  EXPECT_EQ(complaint([] {
              op::Iota{0, i1({2})}.infer({});
            }),
            "violates the type of iota's output: the elements are floating-point or integer\n"
            "  found:    tensor<2xi1>\n"
            "  remedy:   convert the operand");
}

TEST(TypeRules, SayWhichElementsAreAllowed) {
  EXPECT_THAT(complaint([] { op::Sign{}.infer(std::vector{ui32()}); }),
              HasSubstr("the elements are floating-point or signed integer"));
  EXPECT_THAT(complaint([] { op::Not{}.infer(std::vector{f32()}); }),
              HasSubstr("the elements are integer or boolean"));
}

TEST(TypeRules, SayHowManyOperandsThereAre) {
  EXPECT_EQ(complaint([] {
              op::Sine{}.infer(std::vector{f32(), f32()});
            }),
            "takes another number of operands\n"
            "  expected: 1 operand\n"
            "  found:    2: (tensor<f32>, tensor<f32>)");
}

TEST(TypeRules, NameTheOperationInAGraph) {
  Graph graph;
  const Value x = graph.argument(f32({2}), "x");
  const Value y = graph.argument(f32({3}), "y");
  EXPECT_THAT(complaint([&] { multiply(x, y); }), StartsWith("stablehlo.multiply violates multiply_c1: "));
}

TEST(TypeRules, TakeStridesOfAnySize) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ((op::Slice{{1}, {3}, {largest}}.infer(std::vector{f32({4})})), std::vector{f32({1})});
}

TEST(TypeRules, PromoteWithinAKindToAtLeastAsManyBits) {
  EXPECT_TRUE(is_promotable(ElementType::bf16, ElementType::f32));
  EXPECT_TRUE(is_promotable(ElementType::f32, ElementType::f32));
  EXPECT_TRUE(is_promotable(ElementType::i8, ElementType::i32));
  EXPECT_FALSE(is_promotable(ElementType::f64, ElementType::f32));
  EXPECT_FALSE(is_promotable(ElementType::i32, ElementType::f64));
  EXPECT_FALSE(is_promotable(ElementType::i1, ElementType::i8));
}

}  // namespace
}  // namespace stepwright
