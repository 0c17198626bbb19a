#include "stepwright/eval/bound.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "stepwright/eval/host.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

constexpr auto f32 = ElementType::f32;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Rounding native{};

Bound::Scalar scalar(double value, double error) {
  return {value, error, 1, std::fabs(value) + error, error};
}

struct BoundTest : testing::Test {
  std::atomic<std::int64_t> kinks = 0;
  const Bound bound{kinks};
  std::mt19937_64 engine{23};

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  // A float of random magnitude within the limits.
  double number(double low, double high) {
    const double sign = low < 0 && engine() % 2 == 0 ? -1 : 1;
    const double least = std::max(low, 1e-6);
    return native.literal(sign * std::exp(uniform(std::log(least), std::log(high))), f32);
  }
  // What a device may hold in place of x.
  double within(const Bound::Scalar& x) {
    const double moved = native.literal(x.value + uniform(-1, 1) * x.error, f32);
    return std::fabs(moved - x.value) <= x.error ? moved : native.literal(x.value, f32);
  }
};

// ---- Each operation ----

struct UnaryCase {
  const char* name;
  Bound::Scalar (Bound::*bounded)(const Bound::Scalar&, ElementType) const;
  double (Rounding::*rounded)(double, ElementType) const;
  double low, high;
};
const std::vector<UnaryCase> unary_cases{
    {"negate", &Bound::negate, &Rounding::negate, -1e6, 1e6},
    {"abs", &Bound::abs, &Rounding::abs, -1e6, 1e6},
    {"exponential", &Bound::exponential, &Rounding::exponential, -80, 80},
    {"exponential_minus_one", &Bound::exponential_minus_one, &Rounding::exponential_minus_one, -80, 80},
    {"log", &Bound::log, &Rounding::log, 1e-6, 1e6},
    {"log_plus_one", &Bound::log_plus_one, &Rounding::log_plus_one, 0, 1e6},
    {"logistic", &Bound::logistic, &Rounding::logistic, -80, 80},
    {"sqrt", &Bound::sqrt, &Rounding::sqrt, 1e-6, 1e6},
    {"rsqrt", &Bound::rsqrt, &Rounding::rsqrt, 1e-6, 1e6},
    {"cbrt", &Bound::cbrt, &Rounding::cbrt, -1e6, 1e6},
    {"sine", &Bound::sine, &Rounding::sine, -100, 100},
    {"cosine", &Bound::cosine, &Rounding::cosine, -100, 100},
    {"tan", &Bound::tan, &Rounding::tan, -1.4, 1.4},
    {"tanh", &Bound::tanh, &Rounding::tanh, -10, 10},
};

// The device's operand lies anywhere within its error, and its result is rounded to f32.
TEST_F(BoundTest, HoldsForEveryFunctionOfAnOperandWithinItsError) {
  for (const UnaryCase& each : unary_cases) {
    double largest_share = 0;
    for (int i = 0; i < 20'000; ++i) {
      const double value = number(each.low, each.high);
      const Bound::Scalar x = scalar(value, i % 4 == 0 ? 0 : std::fabs(value) * std::exp2(uniform(-24, -8)));
      const Bound::Scalar y = (bound.*each.bounded)(x, f32);
      const double distance = std::fabs((native.*each.rounded)(within(x), f32) - y.value);
      ASSERT_LE(distance, y.error) << each.name << " at " << x.value << " ± " << x.error;
      if (y.error > 0) largest_share = std::max(largest_share, distance / y.error);
    }
    EXPECT_GT(largest_share, 0.5) << each.name << ": the bound is no better than a guess";
  }
  EXPECT_EQ(kinks, 0);
}

struct BinaryCase {
  const char* name;
  Bound::Scalar (Bound::*bounded)(const Bound::Scalar&, const Bound::Scalar&, ElementType) const;
  double (Rounding::*rounded)(double, double, ElementType) const;
  double low, high;
};
const std::vector<BinaryCase> binary_cases{
    {"add", &Bound::add, &Rounding::add, -1e6, 1e6},
    {"subtract", &Bound::subtract, &Rounding::subtract, -1e6, 1e6},
    {"multiply", &Bound::multiply, &Rounding::multiply, -1e6, 1e6},
    {"divide", &Bound::divide, &Rounding::divide, -1e6, 1e6},
    {"maximum", &Bound::maximum, &Rounding::maximum, -10, 10},
    {"minimum", &Bound::minimum, &Rounding::minimum, -10, 10},
    {"power", &Bound::power, &Rounding::power, 1e-2, 10},
    {"atan2", &Bound::atan2, &Rounding::atan2, 1e-6, 1e3},
};

TEST_F(BoundTest, HoldsForEveryFunctionOfTwoOperandsWithinTheirErrors) {
  for (const BinaryCase& each : binary_cases) {
    double largest_share = 0;
    for (int i = 0; i < 20'000; ++i) {
      const double first = number(each.low, each.high);
      const double second = number(each.low, each.high);
      const Bound::Scalar a = scalar(first, std::fabs(first) * std::exp2(uniform(-24, -8)));
      const Bound::Scalar b =
          scalar(second, i % 4 == 0 ? 0 : std::fabs(second) * std::exp2(uniform(-24, -8)));
      const Bound::Scalar y = (bound.*each.bounded)(a, b, f32);
      const double distance = std::fabs((native.*each.rounded)(within(a), within(b), f32) - y.value);
      ASSERT_LE(distance, y.error) << each.name << " at " << a.value << ", " << b.value;
      if (y.error > 0) largest_share = std::max(largest_share, distance / y.error);
    }
    EXPECT_GT(largest_share, 0.5) << each.name << ": the bound is no better than a guess";
  }
}

TEST_F(BoundTest, ExactOperandsCostOneRounding) {
  const Bound::Scalar third = bound.divide(bound.literal(1, f32), bound.literal(3, f32), f32);
  EXPECT_EQ(third.value, 1.0 / 3.0);
  EXPECT_NEAR(third.error, 5 * 0x1p-24 / 3, 1e-12);  // 2.5 ulp allowed, for a multiplied reciprocal
  EXPECT_NEAR(bound.multiply(bound.literal(3, f32), bound.literal(5, f32), f32).error, 15 * 0x1p-24, 1e-12);
  EXPECT_EQ(bound.literal(0.5, f32).error, 0.0);
  EXPECT_EQ(bound.multiply(bound.literal(0, f32), scalar(5, 1), f32).error, 0.0);
  EXPECT_EQ(bound.convert(bound.literal(0.5, f32), ElementType::bf16).error, 0.0);
  EXPECT_NEAR(bound.convert(bound.literal(0.1, f32), ElementType::bf16).error, 0.1 * 0x1p-8, 1e-8);
  EXPECT_NEAR(bound.from_integer((1 << 24) + 1, f32).error, 1.0, 1e-6);
}

// ---- Sums ----

// The sum of the terms in the order given, each addition rounded to f32.
double forward(const std::vector<double>& terms) {
  double sum = 0;
  for (const double term : terms) sum = native.add(sum, term, f32);
  return sum;
}
double pairwise(std::span<const double> terms) {
  if (terms.size() == 1) return terms.front();
  return native.add(pairwise(terms.first(terms.size() / 2)), pairwise(terms.subspan(terms.size() / 2)), f32);
}

Bound::Scalar bounded_sum(const Bound& bound, const std::vector<double>& terms) {
  Bound::Scalar sum = bound.literal(0, f32);
  for (const double term : terms) sum = bound.add(sum, bound.literal(term, f32), f32);
  return sum;
}

TEST_F(BoundTest, OfASumHoldsInEveryOrder) {
  for (int i = 0; i < 200; ++i) {
    std::vector<double> terms(1 + engine() % 500);
    for (double& term : terms) term = number(-1, 1e5);
    const Bound::Scalar sum = bounded_sum(bound, terms);
    const auto expect = [&](double found) { EXPECT_LE(std::fabs(found - sum.value), sum.error); };
    expect(forward(terms));
    expect(pairwise(terms));
    for (int order = 0; order < 4; ++order) {
      std::ranges::shuffle(terms, engine);
      expect(forward(terms));
    }
    std::ranges::sort(terms);
    expect(forward(terms));
    std::ranges::reverse(terms);
    expect(forward(terms));
  }
}

// 1 + k · 2⁻²⁴ in f32: forward every small term is a tie that is lost, backward none is. The bound by the
// partial sums of the backward order would be half a unit of each partial sum, 2⁻²⁴ k · (k 2⁻²⁴) / 2 and one
// of the last sum, which the forward order exceeds k-fold.
TEST_F(BoundTest, OfASumIsAttainedByTheWorstOrderAndNotByTheBest) {
  std::vector<double> terms(1001, 0x1p-24);
  terms.front() = 1;
  const Bound::Scalar sum = bounded_sum(bound, terms);
  const double forward_error = std::fabs(forward(terms) - sum.value);
  EXPECT_EQ(forward_error, 1000 * 0x1p-24);
  EXPECT_LE(forward_error, sum.error);
  EXPECT_GT(forward_error, 0.99 * sum.error);
  std::ranges::reverse(terms);
  EXPECT_LE(std::fabs(forward(terms) - sum.value), 0x1p-24);
  // A scalar that says it is one term costs one rounding: the order of its own sum is lost.
  EXPECT_LT(bound.add(scalar(1, 0), scalar(1000 * 0x1p-24, 0), f32).error, 0x1.01p-24);
}

TEST_F(BoundTest, OfADotProductHoldsWithAndWithoutFusedMultiplyAdd) {
  for (int i = 0; i < 200; ++i) {
    Bound::Scalar sum = bound.literal(0, f32);
    double separate = 0;
    float fused = 0;
    for (int k = 0; k < 300; ++k) {
      const double a = number(-1, 100);
      const double b = number(-1, 100);
      sum = bound.add(sum, bound.multiply(bound.literal(a, f32), bound.literal(b, f32), f32), f32);
      separate = native.add(separate, native.multiply(a, b, f32), f32);
      fused = std::fma(static_cast<float>(a), static_cast<float>(b), fused);
    }
    EXPECT_LE(std::fabs(separate - sum.value), sum.error);
    EXPECT_LE(std::fabs(static_cast<double>(fused) - sum.value), sum.error);
  }
}

TEST_F(BoundTest, AnExactZeroIsNoTermOfASum) {
  const Bound::Scalar zero = bound.literal(0, f32);
  EXPECT_EQ(bound.add(zero, scalar(3, 0.5), f32).error, 0.5);
  EXPECT_EQ(bound.add(scalar(3, 0.5), bound.multiply(zero, scalar(7, 1), f32), f32).terms, 1);
}

TEST_F(BoundTest, StaysFiniteForManyTermsOfANarrowType) {
  const Bound::Scalar one = bound.literal(1, ElementType::bf16);
  Bound::Scalar sum = one;
  for (int k = 1; k < 1000; ++k) sum = bound.add(sum, one, ElementType::bf16);
  // In bf16 adding ones one by one stops at 256.
  EXPECT_GE(sum.error, 744);
  EXPECT_TRUE(std::isfinite(sum.error));
}

// ---- Ranges ----

TEST_F(BoundTest, SubnormalsMayBeFlushedAndOverflowEndsTheClaim) {
  EXPECT_EQ(bound.literal(1e-40, f32).error, 1e-40);
  EXPECT_GE(bound.multiply(bound.literal(1e-30, f32), bound.literal(1e-30, f32), f32).error, 1e-60);
  EXPECT_EQ(bound.literal(1e-7, ElementType::f16).error, 0x1p-25);
  EXPECT_EQ(bound.multiply(bound.literal(1e30, f32), bound.literal(1e30, f32), f32).error, infinity);
  EXPECT_EQ(bound.exponential(bound.literal(100, f32), f32).error, infinity);
  EXPECT_EQ(bound.multiply(bound.literal(30, f32), bound.literal(30, f32), ElementType::f8E4M3FN).error,
            infinity);
}

TEST_F(BoundTest, InfinitiesThatAreExactStayClaims) {
  const Bound::Scalar low = bound.literal(-infinity, f32);
  EXPECT_EQ(bound.maximum(low, scalar(3, 0.5), f32).error, 0.5);
  EXPECT_EQ(bound.exponential(low, f32).value, 0.0);
  EXPECT_EQ(bound.exponential(low, f32).error, 0.0);
  EXPECT_EQ(bound.add(low, scalar(3, 0.5), f32).error, 0.0);
}

// ---- Decisions within the error ----

TEST_F(BoundTest, CountsDecisionsThatTheDeviceMayTakeOtherwise) {
  const auto counted = [&](const std::function<void()>& decide) {
    const std::int64_t before = kinks;
    decide();
    return kinks - before;
  };
  EXPECT_EQ(counted([&] { bound.less(scalar(1, 0), scalar(1, 0)); }), 0);
  EXPECT_EQ(counted([&] { bound.equal(scalar(1, 0.1), scalar(2, 0.1)); }), 0);
  EXPECT_EQ(counted([&] { bound.less(scalar(1, 0.6), scalar(2, 0.6)); }), 1);
  EXPECT_EQ(counted([&] { bound.equal(scalar(1, 0.1), scalar(1, 0)); }), 1);
  EXPECT_EQ(counted([&] { bound.total_order_less(scalar(1, 0.1), scalar(1, 0)); }), 1);
  EXPECT_EQ(counted([&] { bound.floor(scalar(1.5, 0.1), f32); }), 0);
  EXPECT_EQ(counted([&] { bound.floor(scalar(1.95, 0.1), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.sign(scalar(0.1, 0.2), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.to_integer(scalar(1.5, 0.1), ElementType::i32); }), 0);
  EXPECT_EQ(counted([&] { bound.to_integer(scalar(1.95, 0.1), ElementType::i32); }), 1);
  EXPECT_EQ(counted([&] { bound.divide(scalar(1, 0), scalar(0.1, 0.2), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.log(scalar(0.1, 0.2), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.sqrt(scalar(0, 0.2), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.tan(scalar(1.5, 0.1), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.remainder(scalar(5.99, 0.1), scalar(2, 0), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.remainder(scalar(5.5, 0.1), scalar(2, 0), f32); }), 0);
  EXPECT_EQ(counted([&] { bound.power(scalar(0.1, 0.2), scalar(0.5, 0), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.power(scalar(0.1, 0.2), scalar(2, 0), f32); }), 0);
  EXPECT_EQ(counted([&] { bound.atan2(scalar(0, 0.1), scalar(-1, 0), f32); }), 1);
  EXPECT_EQ(counted([&] { bound.is_finite(scalar(1, infinity)); }), 1);
  EXPECT_EQ(bound.floor(scalar(1.95, 0.1), f32).error, 1.0);
  EXPECT_EQ(bound.power(scalar(0.1, 0.2), scalar(2, 0), f32).value, 0.1 * 0.1);
}

// ---- Programs ----

// The softmax of the rows of x·w, a matrix product written as broadcast, multiply and reduce.
Function softmax_of_product() {
  Function function("main");
  const Value x = function.add_argument({f32, {4, 64}}, "x");
  const Value w = function.add_argument({f32, {64, 8}}, "w");
  const Value products =
      multiply(broadcast_in_dim(x, {4, 64, 8}, {0, 1}), broadcast_in_dim(w, {4, 64, 8}, {1, 2}));
  const Value logits = reduce_sum(products, {1});
  const Value shifted = subtract(logits, broadcast_back(reduce_max(logits, {1}), logits, {1}));
  const Value powers = exponential(shifted);
  function.add_result(divide(powers, broadcast_back(reduce_sum(powers, {1}), powers, {1})));
  return function;
}

TEST_F(BoundTest, HoldsForAProgramAndAFaultOfItsSizeIsFound) {
  const Function function = softmax_of_product();
  std::vector<HostTensor> inputs;
  for (const TensorType& type : function.argument_types()) {
    HostTensor input = HostTensor::zeros(type);
    for (float& element : input.as<float>()) element = static_cast<float>(uniform(-1, 1));
    inputs.push_back(std::move(input));
  }
  std::vector<Tensor<Bound>> bounded;
  std::vector<Tensor<Rounding>> rounded;
  for (const HostTensor& input : inputs) {
    bounded.push_back(from_host(bound, input));
    rounded.push_back(from_host(native, input));
  }
  const Tensor<Bound> expected = evaluate(function, bounded, bound)[0];
  HostTensor device = to_host(native, evaluate(function, rounded, native)[0]);
  const BoundReport report = within_bound(device, expected);
  EXPECT_TRUE(report.holds()) << report.message;
  EXPECT_EQ(report.elements, 32);
  EXPECT_GT(report.largest_share, 1e-3);
  // Of 64 products of up to 1: 64 · 64 · 2⁻²⁴ at the logits, doubled by the softmax.
  for (const auto& scalar : expected.scalars()) EXPECT_LT(scalar.error, 5e-4);
  EXPECT_EQ(kinks, 0);

  device.as<float>()[11] += static_cast<float>(2 * expected.scalars()[11].error);
  const BoundReport faulty = within_bound(device, expected);
  EXPECT_FALSE(faulty.holds());
  EXPECT_EQ(faulty.outside, 1);
  EXPECT_THAT(faulty.message, HasSubstr("element [1, 3] is "));
  EXPECT_THAT(faulty.message, HasSubstr("; the bound is "));
}

TEST_F(BoundTest, ReportsElementsWithoutAClaimAndWrongIntegers) {
  const Tensor<Bound> open({f32, {1}}, Tensor<Bound>::Scalars{scalar(1, infinity)});
  const BoundReport report = within_bound(HostTensor::of<float>({f32, {1}}, std::vector{1.0F}), open);
  EXPECT_EQ(report.unbounded, 1);
  EXPECT_FALSE(report.holds());
  const TensorType i32{ElementType::i32, {2}};
  const Tensor<Bound> integers(i32, Tensor<Bound>::Integers{5, 6});
  const auto found = HostTensor::of<std::int32_t>(i32, std::vector<std::int32_t>{5, 7});
  EXPECT_EQ(within_bound(found, integers).message, "element [1] is 7, not 6");
  EXPECT_THROW(within_bound(found, open), UserError);
  const Tensor<Bound> nan({f32, {1}}, Tensor<Bound>::Scalars{scalar(std::nan(""), 0)});
  EXPECT_TRUE(within_bound(HostTensor::of<float>({f32, {1}}, std::vector{std::nanf("")}), nan).holds());
  EXPECT_FALSE(within_bound(HostTensor::of<float>({f32, {1}}, std::vector{0.0F}), nan).holds());
}

}  // namespace
}  // namespace stepwright
