// What gradients are at kinks, ties and poles: the sentences that `./sw conventions` shows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stepwright/eval/dual.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::ElementsAre;
using testing::IsNan;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;

// The gradient of the sum of the operation's result, by each operand; the operands are f64, one number: rank
// 0.
std::vector<Numbers> gradients(const Operation& operation, const std::vector<Numbers>& operands) {
  Function function("f");
  std::vector<Value> arguments;
  std::vector<Tensor<Rounding>> values;
  for (const Numbers& operand : operands) {
    const Dimensions dimensions = operand.size() == 1 ? Dimensions{} : Dimensions{std::ssize(operand)};
    const TensorType type{ElementType::f64, dimensions};
    arguments.push_back(function.add_argument(type));
    values.emplace_back(type, operand);
  }
  const Value y = apply_all(operation, arguments).front();
  for (const Value& each : gradient(reduce_sum(y, all_dimensions(y)), arguments)) function.add_result(each);
  std::vector<Numbers> results;
  for (const auto& result : evaluate(function, values, Rounding{})) results.push_back(result.scalars());
  return results;
}

Numbers derivative(const Operation& operation, const Numbers& x) {
  return gradients(operation, {x}).front();
}

TEST(Conventions, AbsIsFlatAtZero) {
  EXPECT_THAT(derivative(op::Abs{}, {-2, -0.0, 0, 3}), ElementsAre(-1, 0, 0, 1));
}

TEST(Conventions, StepsAreFlatEverywhere) {
  const std::vector<Operation> steps{op::Ceil{}, op::Floor{}, op::RoundNearestAfz{}, op::RoundNearestEven{},
                                     op::Sign{}};
  for (const Operation& step : steps) {
    EXPECT_THAT(derivative(step, {-1, -0.5, 0, 0.5, 1}), ElementsAre(0, 0, 0, 0, 0)) << step.name();
  }
}

TEST(Conventions, RootsAreInfinitelySteepAtZero) {
  EXPECT_THAT(derivative(op::Sqrt{}, {0, 4}), ElementsAre(infinity, 0.25));
  EXPECT_THAT(derivative(op::Cbrt{}, {0, 1}), ElementsAre(infinity, 1.0 / 3));
}

TEST(Conventions, MaximumAndMinimumGiveATieAndNaNToTheSecondOperand) {
  const std::vector<Numbers> operands{{1, 2, 3, nan, 1}, {1, 3, 2, 1, nan}};
  const auto of_maximum = gradients(op::Maximum{}, operands);
  EXPECT_THAT(of_maximum[0], ElementsAre(0, 0, 1, 0, 0));
  EXPECT_THAT(of_maximum[1], ElementsAre(1, 1, 0, 1, 1));
  const auto of_minimum = gradients(op::Minimum{}, operands);
  EXPECT_THAT(of_minimum[0], ElementsAre(0, 1, 0, 0, 0));
  EXPECT_THAT(of_minimum[1], ElementsAre(1, 0, 1, 1, 1));
}

TEST(Conventions, ReluIsFlatAtZero) {
  EXPECT_THAT(gradients(op::Maximum{}, {{-1, 0, 1}, {0, 0, 0}})[0], ElementsAre(0, 0, 1));
}

TEST(Conventions, CaseC7Relu6IsFlatAtItsCorners) {
  const auto cotangents = gradients(op::Clamp{}, {{0}, {-1, 0, 3, 6, 8e8}, {6}});
  EXPECT_THAT(cotangents[1], ElementsAre(0, 0, 1, 0, 0));
  EXPECT_THAT(cotangents[0], ElementsAre(2));
  EXPECT_THAT(cotangents[2], ElementsAre(2));
}

TEST(Conventions, ClampIsMinimumOfMaximum) {
  const Numbers min{0, 0, 0, 3, nan}, x{-1, nan, 1, 2, 1}, max{1, 1, 1, 2, 1};
  Function function("f");
  const TensorType type{ElementType::f64, {5}};
  const Value a = function.add_argument(type), b = function.add_argument(type),
              c = function.add_argument(type);
  const Value y = minimum(maximum(b, a), c);
  for (const Value& each : gradient(reduce_sum(y, {0}), std::vector{a, b, c})) function.add_result(each);
  const auto composed = evaluate(
      function,
      std::vector{Tensor<Rounding>(type, min), Tensor<Rounding>(type, x), Tensor<Rounding>(type, max)},
      Rounding{});
  const auto clamped = gradients(op::Clamp{}, {min, x, max});
  for (std::size_t operand = 0; operand < 3; ++operand) {
    EXPECT_EQ(clamped[operand], composed[operand].scalars()) << "operand " << operand;
  }
}

TEST(Conventions, ReduceSharesTheCotangentAmongTiesAndLeavesTheInitialValueOut) {
  Function function("f");
  const TensorType type{ElementType::f64, {2, 3}};
  const Value x = function.add_argument(type);
  const Value y = reduce<op::Maximum>(x, 0.0, {1});
  function.add_result(gradient(reduce_sum(y, {0}), std::vector{x}).front());
  const Tensor<Rounding> values(type, Numbers{5, 1, 5, -1, -2, -3});
  EXPECT_THAT(evaluate(function, std::vector{values}, Rounding{}).front().scalars(),
              ElementsAre(0.5, 0, 0.5, 0, 0, 0));
}

TEST(Conventions, PowerIsFlatWhereItsExponentIsZero) {
  EXPECT_THAT(gradients(op::Power{}, {{0, 2, -3}, {0, 0, 0}})[0], ElementsAre(0, 0, 0));
}

TEST(Conventions, PowerOfZeroIsFlatInItsExponent) {
  const auto cotangents = gradients(op::Power{}, {{0, 0, 0}, {0, 1, 2}});
  EXPECT_THAT(cotangents[1], ElementsAre(0, 0, 0));
  EXPECT_THAT(cotangents[0], ElementsAre(0, 1, 0));
}

TEST(Conventions, PowerOfANegativeNumberHasNoDerivativeByTheExponent) {
  const auto cotangents = gradients(op::Power{}, {{-2, -3}, {3, 2}});
  EXPECT_THAT(cotangents[0], ElementsAre(12, -6));
  EXPECT_THAT(cotangents[1], ElementsAre(IsNan(), IsNan()));
}

TEST(Conventions, Atan2HasNoGradientAtTheOrigin) {
  const auto cotangents = gradients(op::Atan2{}, {{0, 1}, {0, 0}});
  EXPECT_THAT(cotangents[0], ElementsAre(IsNan(), 0));
  EXPECT_THAT(cotangents[1], ElementsAre(IsNan(), -1));
}

TEST(Conventions, RemainderHoldsItsQuotientAtTheJumps) {
  const auto cotangents = gradients(op::Remainder{}, {{6, 7, -7}, {3, 3, 3}});
  EXPECT_THAT(cotangents[0], ElementsAre(1, 1, 1));
  EXPECT_THAT(cotangents[1], ElementsAre(-2, -2, 2));
}

TEST(Conventions, AreStatedForEveryOperationWithAKink) {
  std::vector<std::string_view> stated;
  for (const Convention& convention : operation_conventions()) {
    EXPECT_FALSE(convention.statement.empty()) << convention.operation;
    stated.push_back(convention.operation);
  }
  EXPECT_THAT(stated,
              testing::IsSupersetOf({"stablehlo.abs", "stablehlo.all_reduce", "stablehlo.atan2",
                                     "stablehlo.cbrt", "stablehlo.ceil", "stablehlo.clamp", "stablehlo.floor",
                                     "stablehlo.maximum", "stablehlo.minimum", "stablehlo.power",
                                     "stablehlo.reduce", "stablehlo.remainder", "stablehlo.round_nearest_afz",
                                     "stablehlo.round_nearest_even", "stablehlo.sign", "stablehlo.sqrt"}));
}

}  // namespace
}  // namespace stepwright
