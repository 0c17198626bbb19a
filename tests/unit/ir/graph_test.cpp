#include "stepwright/ir/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"
#include "stepwright/base/error.h"

namespace stepwright {
namespace {

using test::Add;
using test::Check;

const TensorType pair{ElementType::f32, {2}};

TEST(Graph, MergesTheSameOperationOnTheSameOperands) {
  Graph graph;
  const Value a = graph.argument(pair, "a");
  const Value b = graph.argument(pair, "b");
  const Value sum = apply(Add{}, {a, b});
  EXPECT_EQ(apply(Add{}, {a, b}), sum);
  EXPECT_NE(apply(Add{}, {b, a}), sum);
  EXPECT_EQ(graph.size(), 4u);
}

TEST(Graph, TellsAttributesApart) {
  Graph graph;
  const Value a = graph.argument({ElementType::f32, {2, 2}}, "a");
  const Value first = apply(test::Transpose{{0, 1}}, {a});
  EXPECT_NE(apply(test::Transpose{{1, 0}}, {a}), first);
  EXPECT_EQ(apply(test::Transpose{{0, 1}}, {a}), first);
}

TEST(Graph, TellsConstantsApartByTheirBits) {
  Graph graph;
  const auto constant = [&](double value) {
    return graph.apply(test::Constant{Literal::splat(pair, value)}, {});
  };
  EXPECT_NE(constant(0.0), constant(-0.0));
  EXPECT_EQ(constant(1.5), constant(1.5));
  EXPECT_NE(graph.apply(test::Constant{Literal::splat({ElementType::f64, {2}}, 1.5)}, {}), constant(1.5));
}

TEST(Graph, AppendedAndEffectfulOperationsAreNeverMerged) {
  Graph graph;
  const Value a = graph.argument(pair, "a");
  const std::array<Value, 2> operands{a, a};
  EXPECT_NE(graph.append(Add{}, operands), graph.append(Add{}, operands));
  const std::array<Value, 1> checked{a};
  EXPECT_NE(graph.apply(Check{}, checked), graph.apply(Check{}, checked));
}

TEST(Graph, InfersTypesWhenANodeIsMade) {
  Graph graph;
  const Value a = graph.argument(pair, "a");
  EXPECT_EQ(apply(Add{}, {a, a}).type(), pair);
  const Value other = graph.argument({ElementType::f32, {3}}, "b");
  try {
    apply(Add{}, {a, other});
    FAIL() << "operands of two types were added";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("stablehlo.add violates add_c1: the operands have one type"));
  }
}

TEST(Graph, ANameIsAHintThatTheFirstGiverDecides) {
  Graph graph;
  const Value a = graph.argument(pair, "");
  EXPECT_EQ(a.named("x").definition().name, "x");
  EXPECT_EQ(a.named("y").definition().name, "x");
}

TEST(Graph, OperandsOfAnotherGraphAreOurFault) {
  Graph graph;
  Graph other;
  const Value a = graph.argument(pair, "a");
  const Value b = other.argument(pair, "b");
  EXPECT_THROW(apply(Add{}, {a, b}), InternalError);
}

}  // namespace
}  // namespace stepwright
