#include "stepwright/ops/operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"
#include "tests/support/golden.h"

namespace stepwright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Operators : public testing::Test {
 protected:
  Golden golden;
  Value x = golden.argument({3}, {1, 2, 4}, "x");
  Value y = golden.argument({3}, {8, 4, 2}, "y");
  Value s = golden.argument({}, {2}, "s");
};

TEST_F(Operators, ActOnEachPairOfElements) {
  const auto results = golden.evaluate(std::vector{x + y, x - y, x * y, x / y, -x});
  EXPECT_THAT(results[0], ElementsAre(9, 6, 6));
  EXPECT_THAT(results[1], ElementsAre(-7, -2, 2));
  EXPECT_THAT(results[2], ElementsAre(8, 8, 8));
  EXPECT_THAT(results[3], ElementsAre(0.125, 0.5, 2));
  EXPECT_THAT(results[4], ElementsAre(-1, -2, -4));
}

TEST_F(Operators, BroadcastARank0ValueOnEitherSide) {
  const auto results = golden.evaluate(std::vector{x - s, s - x, x / s, s / x, s * s});
  EXPECT_THAT(results[0], ElementsAre(-1, 0, 2));
  EXPECT_THAT(results[1], ElementsAre(1, 0, -2));
  EXPECT_THAT(results[2], ElementsAre(0.5, 1, 2));
  EXPECT_THAT(results[3], ElementsAre(2, 1, 0.5));
  EXPECT_THAT(results[4], ElementsAre(4));
}

TEST_F(Operators, TakeNumbersOnEitherSide) {
  const auto results = golden.evaluate(std::vector{x + 1.0, 1.0 + x, x - 1.0, 1.0 - x, x * 3.0, 3.0 * x,
                                                   x / 2.0, 4.0 / x, add(x, 0.5), scale(x, -2)});
  EXPECT_THAT(results[0], ElementsAre(2, 3, 5));
  EXPECT_THAT(results[1], ElementsAre(2, 3, 5));
  EXPECT_THAT(results[2], ElementsAre(0, 1, 3));
  EXPECT_THAT(results[3], ElementsAre(0, -1, -3));
  EXPECT_THAT(results[4], ElementsAre(3, 6, 12));
  EXPECT_THAT(results[5], ElementsAre(3, 6, 12));
  EXPECT_THAT(results[6], ElementsAre(0.5, 1, 2));
  EXPECT_THAT(results[7], ElementsAre(4, 2, 1));
  EXPECT_THAT(results[8], ElementsAre(1.5, 2.5, 4.5));
  EXPECT_THAT(results[9], ElementsAre(-2, -4, -8));
}

TEST_F(Operators, WriteNumbersAsRank0Constants) {
  const Value doubled = x * 2.0;
  const Value factor = doubled.definition().operands[1];
  ASSERT_NE(factor.definition().operation->as<op::BroadcastInDim>(), nullptr);
  EXPECT_EQ(factor.definition().operands[0].rank(), 0);
  EXPECT_EQ(doubled, scale(x, 2.0)) << "the same expression is the same value";
}

TEST_F(Operators, MixNoOtherShapes) {
  const Value wide = golden.argument({1}, {1}, "wide");
  EXPECT_THAT(complaint([&] { x + wide; }), HasSubstr("violates add_c1"));
}

}  // namespace
}  // namespace stepwright
