#include "stepwright/eval/dual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using Golden = Dual<Rounding>;
constexpr auto f64 = ElementType::f64;
constexpr double infinity = std::numeric_limits<double>::infinity();
const Golden golden{Rounding{}};

struct UnaryCase {
  const char* name;
  Golden::Scalar (Golden::*function)(const Golden::Scalar&, ElementType) const;
  std::function<double(double)> derivative;
  std::vector<double> points;
};

// Closed forms written otherwise than in Dual where there is another way to write them.
const std::vector<UnaryCase>& unary_cases() {
  static const std::vector<UnaryCase> cases{
      {"negate", &Golden::negate, [](double) { return -1.0; }, {-2, 0.5}},
      {"abs", &Golden::abs, [](double x) { return x < 0 ? -1.0 : 1.0; }, {-2, 0.5}},
      {"sign", &Golden::sign, [](double) { return 0.0; }, {-2, 0.5}},
      {"floor", &Golden::floor, [](double) { return 0.0; }, {-2.4, 0.5}},
      {"ceil", &Golden::ceil, [](double) { return 0.0; }, {-2.4, 0.5}},
      {"round_nearest_even", &Golden::round_nearest_even, [](double) { return 0.0; }, {-2.4, 0.7}},
      {"round_nearest_afz", &Golden::round_nearest_afz, [](double) { return 0.0; }, {-2.4, 0.7}},
      {"exponential", &Golden::exponential, [](double x) { return std::exp(x); }, {-3, 0, 1.5}},
      {"exponential_minus_one",
       &Golden::exponential_minus_one,
       [](double x) { return std::exp(x); },
       {-3, 0, 1}},
      {"log", &Golden::log, [](double x) { return 1 / x; }, {0.1, 1, 7}},
      {"log_plus_one", &Golden::log_plus_one, [](double x) { return 1 / (1 + x); }, {-0.5, 0, 7}},
      {"logistic",
       &Golden::logistic,
       [](double x) { return 1 / (2 + std::exp(x) + std::exp(-x)); },
       {-5, 0, 3}},
      {"sqrt", &Golden::sqrt, [](double x) { return 0.5 * std::pow(x, -0.5); }, {0.1, 1, 7}},
      {"rsqrt", &Golden::rsqrt, [](double x) { return -0.5 * std::pow(x, -1.5); }, {0.1, 1, 7}},
      {"cbrt",
       &Golden::cbrt,
       [](double x) { return std::pow(std::fabs(x), -2.0 / 3.0) / 3.0; },
       {-8, 0.1, 7}},
      {"sine", &Golden::sine, [](double x) { return std::cos(x); }, {-2, 0, 1}},
      {"cosine", &Golden::cosine, [](double x) { return -std::sin(x); }, {-2, 0, 1}},
      {"tan", &Golden::tan, [](double x) { return std::pow(std::cos(x), -2.0); }, {-1, 0, 1.2}},
      {"tanh", &Golden::tanh, [](double x) { return std::pow(std::cosh(x), -2.0); }, {-2, 0, 1.2}},
  };
  return cases;
}

// The tangent is a handful of operations on numbers of the size of the derivative or of one: 8 roundings of
// 2⁻⁵³ of the larger of the two, and as many for the closed form.
double closed_form_bound(double derivative) {
  return 16 * 0x1p-53 * std::max(1.0, std::fabs(derivative));
}

// (f(x+h) − f(x−h)) / 2h is off by h²/6 |f‴| + 2⁻⁵³ |f| / h. The largest |f‴| on the points is that of rsqrt
// at 0.1, 15/8 · 0.1^−3.5 < 6 · 10³, so that with h = 2⁻¹⁷ the first term is below 6 · 10⁻⁸.
constexpr double step = 0x1p-17;
double central_bound(double value) {
  return 6e-8 + 0x1p-53 * std::fabs(value) / step;
}

TEST(Dual, UnaryDerivativesAreTheClosedForms) {
  for (const UnaryCase& each : unary_cases()) {
    for (const double x : each.points) {
      const auto y = (golden.*each.function)({x, 1.0}, f64);
      const double expected = each.derivative(x);
      EXPECT_NEAR(y.tangent, expected, closed_form_bound(expected)) << each.name << " at " << x;
      EXPECT_EQ((golden.*each.function)({x, -2.0}, f64).tangent, -2 * y.tangent) << each.name;
    }
  }
}

TEST(Dual, UnaryDerivativesAreTheLimitOfCentralDifferences) {
  for (const UnaryCase& each : unary_cases()) {
    for (const double x : each.points) {
      const auto value = [&](double at) { return (golden.*each.function)({at, 0.0}, f64).value; };
      const double difference = (value(x + step) - value(x - step)) / (2 * step);
      EXPECT_NEAR((golden.*each.function)({x, 1.0}, f64).tangent, difference, central_bound(value(x)))
          << each.name << " at " << x;
    }
  }
}

struct BinaryCase {
  const char* name;
  Golden::Scalar (Golden::*function)(const Golden::Scalar&, const Golden::Scalar&, ElementType) const;
  std::function<double(double, double)> by_first;
  std::function<double(double, double)> by_second;
  std::vector<std::pair<double, double>> points;
};

const std::vector<BinaryCase>& binary_cases() {
  const auto one = [](double, double) { return 1.0; };
  const auto zero = [](double, double) { return 0.0; };
  static const std::vector<BinaryCase> cases{
      {"add", &Golden::add, one, one, {{1.5, -2}, {0, 3}}},
      {"subtract", &Golden::subtract, one, [](double, double) { return -1.0; }, {{1.5, -2}, {0, 3}}},
      {"multiply",
       &Golden::multiply,
       [](double, double b) { return b; },
       [](double a, double) { return a; },
       {{1.5, -2}, {0, 3}}},
      {"divide",
       &Golden::divide,
       [](double, double b) { return 1 / b; },
       [](double a, double b) { return -a / (b * b); },
       {{1.5, -2}, {0, 3}}},
      {"remainder",
       &Golden::remainder,
       one,
       [](double a, double b) { return -std::trunc(a / b); },
       {{7.5, 2}, {-7.5, 2}, {7.5, -2}, {1, 3}}},
      {"maximum", &Golden::maximum, one, zero, {{2, 1}, {-1, -3}}},
      {"maximum", &Golden::maximum, zero, one, {{1, 2}}},
      {"minimum", &Golden::minimum, one, zero, {{1, 2}}},
      {"minimum", &Golden::minimum, zero, one, {{2, 1}, {-1, -3}}},
      {"power",
       &Golden::power,
       [](double a, double b) { return b * std::pow(a, b) / a; },
       [](double a, double b) { return std::log(a) * std::exp(b * std::log(a)); },
       {{2, 3}, {0.5, -1.5}, {3, 0}}},
      {"atan2",
       &Golden::atan2,
       [](double y, double x) { return x / (x * x + y * y); },
       [](double y, double x) { return -y / (x * x + y * y); },
       {{1, 2}, {-3, 0.5}, {1, -2}}},
  };
  return cases;
}

TEST(Dual, BinaryDerivativesAreTheClosedForms) {
  for (const BinaryCase& each : binary_cases()) {
    for (const auto& [a, b] : each.points) {
      const double da = each.by_first(a, b);
      const double db = each.by_second(a, b);
      EXPECT_NEAR((golden.*each.function)({a, 1.0}, {b, 0.0}, f64).tangent, da, closed_form_bound(da))
          << each.name << " by the first at " << a << ", " << b;
      EXPECT_NEAR((golden.*each.function)({a, 0.0}, {b, 1.0}, f64).tangent, db, closed_form_bound(db))
          << each.name << " by the second at " << a << ", " << b;
      EXPECT_NEAR((golden.*each.function)({a, 2.0}, {b, -3.0}, f64).tangent, 2 * da - 3 * db,
                  closed_form_bound(2 * std::fabs(da) + 3 * std::fabs(db)))
          << each.name;
    }
  }
}

TEST(Dual, BinaryDerivativesAreTheLimitOfCentralDifferences) {
  for (const BinaryCase& each : binary_cases()) {
    for (const auto& [a, b] : each.points) {
      const auto value = [&](double x, double y) {
        return (golden.*each.function)({x, 0.0}, {y, 0.0}, f64).value;
      };
      const double by_first = (value(a + step, b) - value(a - step, b)) / (2 * step);
      const double by_second = (value(a, b + step) - value(a, b - step)) / (2 * step);
      EXPECT_NEAR((golden.*each.function)({a, 1.0}, {b, 0.0}, f64).tangent, by_first,
                  central_bound(value(a, b)))
          << each.name;
      EXPECT_NEAR((golden.*each.function)({a, 0.0}, {b, 1.0}, f64).tangent, by_second,
                  central_bound(value(a, b)))
          << each.name;
    }
  }
}

TEST(Dual, KinksFollowTheConventionsOfTheGradientRules) {
  const Golden::Scalar first{1.0, 10.0};
  const Golden::Scalar second{1.0, 20.0};
  EXPECT_EQ(golden.maximum(first, second, f64).tangent, 20.0);
  EXPECT_EQ(golden.minimum(first, second, f64).tangent, 20.0);
  EXPECT_EQ(golden.maximum({std::nan(""), 10.0}, second, f64).tangent, 20.0);
  EXPECT_EQ(golden.abs({0.0, 5.0}, f64).tangent, 0.0);
  EXPECT_EQ(golden.sign({0.0, 5.0}, f64).tangent, 0.0);
  EXPECT_EQ(golden.floor({2.0, 5.0}, f64).tangent, 0.0);
  EXPECT_EQ(golden.sqrt({0.0, 5.0}, f64).tangent, infinity);
  EXPECT_EQ(golden.power({0.0, 5.0}, {0.0, 0.0}, f64).tangent, 0.0);
  EXPECT_EQ(golden.power({0.0, 5.0}, {2.0, 7.0}, f64).tangent, 0.0);
  EXPECT_EQ(golden.power({-2.0, 5.0}, {3.0, 0.0}, f64).value, -8.0);
}

TEST(Dual, LiteralsAndIntegersDoNotMoveAndComparisonsSeeTheValueAlone) {
  EXPECT_EQ(golden.literal(3.0, f64).tangent, 0.0);
  EXPECT_EQ(golden.from_integer(-3, f64).value, -3.0);
  EXPECT_EQ(golden.from_integer(-3, f64).tangent, 0.0);
  EXPECT_EQ(golden.from_unsigned(3, f64).tangent, 0.0);
  EXPECT_TRUE(golden.equal({1.0, 2.0}, {1.0, 3.0}));
  EXPECT_FALSE(golden.less({1.0, 2.0}, {1.0, 3.0}));
  EXPECT_TRUE(golden.total_order_less({-0.0, 2.0}, {0.0, 1.0}));
  EXPECT_TRUE(golden.is_finite({1.0, infinity}));
  EXPECT_EQ(golden.to_integer({2.5, 9.0}, ElementType::i32), 2);
  EXPECT_EQ(golden.to_double({2.5, 9.0}), 2.5);
}

// Values are those of the base domain bit for bit, and tangents round as it rounds.
TEST(Dual, RoundsValueAndTangentInTheBaseDomain) {
  const Golden::Scalar third = golden.divide({1.0, 1.0}, {3.0, 0.0}, ElementType::bf16);
  EXPECT_EQ(third.value, 0x1.56p-2);
  EXPECT_EQ(third.tangent, 0x1.56p-2);
  const Golden::Scalar converted = golden.convert({1.0 / 3.0, 1.0 / 3.0}, ElementType::f16);
  EXPECT_EQ(converted.tangent, 0x1.554p-2);
}

// d/dt (tanh(x w) + w)² at x + t, summed: 2 (tanh(x w) + w) · w / cosh²(x w).
TEST(Dual, FollowsTheChainRuleThroughAProgram) {
  Function function("main");
  const Value x = function.add_argument({f64, {2}}, "x");
  const Value w = function.add_argument({f64, {2}}, "w");
  const Value inner = add(tanh(multiply(x, w)), w);
  function.add_result(reduce_sum(multiply(inner, inner), {0}));
  const TensorType type{f64, {2}};
  using Scalars = Tensor<Rounding>::Scalars;
  const Tensor<Rounding> vx(type, Scalars{0.3, -0.7});
  const Tensor<Rounding> vw(type, Scalars{1.25, 0.5});
  const Tensor<Rounding> zero(type, Scalars{0, 0});
  const Tensor<Rounding> direction(type, Scalars{1, 2});
  const auto results =
      evaluate(function, std::vector{with_tangent(vx, direction), with_tangent(vw, zero)}, golden);
  double expected = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const double product = vx.scalars()[i] * vw.scalars()[i];
    expected += direction.scalars()[i] * 2 * (std::tanh(product) + vw.scalars()[i]) * vw.scalars()[i] /
                std::pow(std::cosh(product), 2);
  }
  EXPECT_NEAR(tangent_of(results[0]).scalars()[0], expected, 2 * closed_form_bound(expected));
  const auto plain = evaluate(function, std::vector{vx, vw}, Rounding{});
  EXPECT_EQ(value_of(results[0]).scalars(), plain[0].scalars());
}

}  // namespace
}  // namespace stepwright
