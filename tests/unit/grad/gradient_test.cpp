#include "stepwright/grad/gradient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stepwright/base/error.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

// A rank-1 function to differentiate: x, w : tensor<4xf64>.
struct Example {
  Function function{"f"};
  Value x = function.add_argument({ElementType::f64, {4}}, "x");
  Value w = function.add_argument({ElementType::f64, {4}}, "w");
};

TEST(Gradient, IsZeroWhereTheLossDoesNotDependOnTheValue) {
  Example f;
  const Value loss = reduce_sum(multiply(f.x, f.x), {0});
  const Value dw = gradient(loss, std::vector{f.w})[0];
  EXPECT_EQ(dw, constant_like(f.w, 0.0));
}

TEST(Gradient, OfALinearLossIsTheWeightItself) {
  Example f;
  const Value loss = reduce_sum(multiply(f.x, f.w), {0});
  const Value dx = gradient(loss, std::vector{f.x})[0];
  EXPECT_EQ(dx, multiply(constant_like(f.w, 1.0), f.w));
}

TEST(Gradient, ComputesNothingTwice) {
  Example f;
  const Value y = tanh(f.x);
  const Value loss = reduce_sum(multiply(y, y), {0});
  const std::vector<Value> once = gradient(loss, std::vector{f.x});
  const std::uint32_t nodes = f.function.graph().size();
  EXPECT_EQ(gradient(loss, std::vector{f.x}), once);
  EXPECT_EQ(f.function.graph().size(), nodes);
}

TEST(Gradient, StopsAtStopGradient) {
  Example f;
  const Value loss = reduce_sum(multiply(stop_gradient(f.x), f.w), {0});
  EXPECT_EQ(gradient(loss, std::vector{f.x})[0], constant_like(f.x, 0.0));
}

TEST(Gradient, OfAMatrixLossIsRefused) {
  Example f;
  try {
    gradient(f.x, std::vector{f.x});
    FAIL() << "a rank-1 loss was accepted";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a gradient is taken of one number"));
    EXPECT_THAT(error.what(), HasSubstr("tensor<4xf64>"));
  }
}

TEST(Gradient, ThroughAnOperationWithoutOneNamesThePath) {
  Example f;
  const Value product = reduce<op::Multiply>(f.x, 1.0, {0}).named("product");
  try {
    gradient(product, std::vector{f.x});
    FAIL() << "a gradient through a product reduction was given";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("no gradient through stablehlo.reduce (%product), because its body is "
                          "not add, maximum or minimum"));
    EXPECT_THAT(error.what(), HasSubstr("on the path argument (%x) -> stablehlo.reduce (%product)"));
    EXPECT_THAT(error.what(), HasSubstr("put stop_gradient before it"));
  }
}

}  // namespace
}  // namespace stepwright
