#include "stepwright/ops/dot_general.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "adjoint.h"
#include "numbers.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t seed = 20240604;

// ---- The meaning ----

// A product of any ranks, dimensions in any order, with operand types that fit.
struct Case {
  op::DotGeneral op;
  TensorType lhs{ElementType::f64, {}};
  TensorType rhs{ElementType::f64, {}};
};
Case any_product(Random& random) {
  Case c;
  c.op.result_element = ElementType::f64;
  DotDimensions& dot = c.op.dot_dimension_numbers;
  enum Role { batching, contracting, rest };
  std::vector<std::int64_t> shared[2];  // sizes of the batching and contracting dimensions
  for (auto& sizes : shared) {
    sizes.resize(random.below(3));
    for (std::int64_t& size : sizes) size = integer_between(random, 1, 3);
  }
  const auto place = [&](TensorType& type, std::vector<std::int64_t>& of_batching,
                         std::vector<std::int64_t>& of_contracting) {
    std::vector<std::pair<Role, std::size_t>> roles;
    for (std::size_t at = 0; at < shared[0].size(); ++at) roles.emplace_back(batching, at);
    for (std::size_t at = 0; at < shared[1].size(); ++at) roles.emplace_back(contracting, at);
    for (std::uint64_t at = random.below(3); at > 0; --at) roles.emplace_back(rest, 0);
    for (std::size_t last = roles.size(); last > 1; --last)
      std::swap(roles[last - 1], roles[random.below(last)]);
    of_batching.resize(shared[0].size());
    of_contracting.resize(shared[1].size());
    for (std::size_t axis = 0; axis < roles.size(); ++axis) {
      const auto [role, at] = roles[axis];
      if (role == batching) of_batching[at] = static_cast<std::int64_t>(axis);
      if (role == contracting) of_contracting[at] = static_cast<std::int64_t>(axis);
      type.dimensions.push_back(role == rest ? integer_between(random, 1, 3) : shared[role][at]);
    }
  };
  place(c.lhs, dot.lhs_batching, dot.lhs_contracting);
  place(c.rhs, dot.rhs_batching, dot.rhs_contracting);
  return c;
}

// Every pair of elements whose indices agree, added where the specification puts it.
Numbers by_definition(const Case& c, const Numbers& x, const Numbers& w) {
  const DotDimensions& dot = c.op.dot_dimension_numbers;
  const TensorType type = c.op.infer(std::vector{c.lhs, c.rhs}).front();
  const auto agree = [](const Index& a, const std::vector<std::int64_t>& a_axes, const Index& b,
                        const std::vector<std::int64_t>& b_axes) {
    for (std::size_t at = 0; at < a_axes.size(); ++at) {
      if (a[static_cast<std::size_t>(a_axes[at])] != b[static_cast<std::size_t>(b_axes[at])]) return false;
    }
    return true;
  };
  const auto append_rest = [](Index& to, const Index& from, const std::vector<std::int64_t>& batching,
                              const std::vector<std::int64_t>& contracting) {
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
      const auto number = static_cast<std::int64_t>(axis);
      if (std::ranges::count(batching, number) + std::ranges::count(contracting, number) == 0) {
        to.push_back(from[axis]);
      }
    }
  };
  Numbers result(static_cast<std::size_t>(type.count()), 0.0);
  for_each_index(c.lhs.dimensions, [&](const Index& l, std::int64_t l_position) {
    for_each_index(c.rhs.dimensions, [&](const Index& r, std::int64_t r_position) {
      if (!agree(l, dot.lhs_batching, r, dot.rhs_batching)) return;
      if (!agree(l, dot.lhs_contracting, r, dot.rhs_contracting)) return;
      Index to;
      for (const std::int64_t axis : dot.lhs_batching) to.push_back(l[static_cast<std::size_t>(axis)]);
      append_rest(to, l, dot.lhs_batching, dot.lhs_contracting);
      append_rest(to, r, dot.rhs_batching, dot.rhs_contracting);
      result[static_cast<std::size_t>(position(type.dimensions, to))] +=
          x[static_cast<std::size_t>(l_position)] * w[static_cast<std::size_t>(r_position)];
    });
  });
  return result;
}

TEST(DotGeneral, IsTheSumOfProductsThatTheSpecificationDefines) {
  Random random(seed, Stream::probe, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const Case c = any_product(random);
    NumericFunction program;
    const Numbers x = whole(random, c.lhs.count());
    const Numbers w = whole(random, c.rhs.count());
    program.result(
        apply(c.op, {program.argument(c.lhs.dimensions, x), program.argument(c.rhs.dimensions, w)}));
    ASSERT_EQ(program.run()[0], by_definition(c, x, w));
  }
}

TEST(DotGeneral, HasTheTransposedDerivativeForAnyDimensionNumbers) {
  Random random(seed, Stream::probe, 2);
  for (int trial = 0; trial < 300; ++trial) {
    const Case c = any_product(random);
    const std::vector operands{whole_numbers(random, c.lhs.dimensions),
                               whole_numbers(random, c.rhs.dimensions)};
    ASSERT_TRUE(rule_is_exact_adjoint(c.op, operands, random));
  }
}

TEST(DotGeneral, OverNoElementsIsZero) {
  NumericFunction program;
  const Value x = program.argument({2, 0}, {});
  const Value w = program.argument({0, 3}, {});
  const Value y = dot(x, w);
  const Pulled values = pulled(program, y, Numbers(6, 1.0), {x, w});
  EXPECT_EQ(values.y, Numbers(6, 0.0));
  EXPECT_EQ(values.cotangents[0], Numbers{});
}

TEST(DotGeneral, SumsInTheWiderElementType) {
  Function function("main");
  const Value x = function.add_argument({ElementType::bf16, {2}});
  const Value wide =
      dot_general(x, x, {.lhs_contracting = {0}, .rhs_contracting = {0}, .result_element = ElementType::f32});
  EXPECT_EQ(wide.type(), (TensorType{ElementType::f32, {}}));
  function.add_result(wide);
  function.add_result(dot(x, x));
  // 1 + 2⁻⁸: halfway between two bf16 numbers, so that rounding to one of them shows.
  const std::vector<Tensor<Rounding>> arguments{{x.type(), Numbers{1, 0.0625}}};
  const auto results = evaluate(function, arguments, Rounding{});
  EXPECT_EQ(results[0].scalars(), (Numbers{1.00390625}));
  EXPECT_EQ(results[1].scalars(), (Numbers{1}));
  const std::vector<Value> wrt{x};
  const std::vector<Value> dx = pull_back(std::vector{wide}, std::vector{constant_like(wide, 1.0)}, wrt);
  EXPECT_EQ(dx[0].type(), x.type());
}

TEST(DotGeneral, OfSmallIntegersWidensBeforeItMultiplies) {
  Function function("main");
  const Value x = function.add_argument({ElementType::i8, {2}});
  function.add_result(dot_general(
      x, x, {.lhs_contracting = {0}, .rhs_contracting = {0}, .result_element = ElementType::i32}));
  function.add_result(dot(x, x));
  const std::vector<Tensor<Rounding>> arguments{{x.type(), std::vector<std::int64_t>{100, -100}}};
  const auto results = evaluate(function, arguments, Rounding{});
  EXPECT_EQ(results[0].integers(), (std::vector<std::int64_t>{20000}));
  EXPECT_EQ(results[1].integers(), (std::vector<std::int64_t>{32})) << "20000 modulo 256";
}

// ---- What the gradient looks like ----

// Neither gradient of a dense layer needs a transpose.
TEST(DotGeneral, TheGradientsOfAMatrixProductAreTwoMatrixProducts) {
  NumericFunction program;
  const Value x = program.argument({2, 3}, Numbers(6, 1.0));
  const Value w = program.argument({3, 4}, Numbers(12, 1.0));
  pulled(program, dot(x, w), Numbers(8, 1.0), {x, w});
  EXPECT_EQ(operations_in<op::DotGeneral>(program.function()).size(), 3u);
  EXPECT_EQ(operations_in<op::Transpose>(program.function()).size(), 0u);
}

TEST(DotGeneral, ThePrecisionOfAnOperandFollowsItsCotangent) {
  NumericFunction program;
  const Value x = program.argument({2, 3}, Numbers(6, 1.0));
  const Value w = program.argument({3, 4}, Numbers(12, 1.0));
  const Value y = dot_general(
      x, w,
      {.lhs_contracting = {1}, .rhs_contracting = {0}, .precision = {Precision::HIGH, Precision::HIGHEST}});
  const Value dy = program.argument({2, 4}, Numbers(8, 1.0));
  const std::vector<Value> d = pull_back(std::vector{y}, std::vector{dy}, std::vector{x, w});
  const PrecisionConfig same{Precision::HIGH, Precision::HIGHEST};
  EXPECT_EQ(d[0].definition().operation->as<op::DotGeneral>()->precision_config, same);
  EXPECT_EQ(d[1].definition().operation->as<op::DotGeneral>()->precision_config, same) << "x, then dy for w";
}

TEST(DotGeneral, DefaultPrecisionSpelledOutIsTheSameOperation) {
  NumericFunction program;
  const Value x = program.argument({2, 2}, Numbers(4, 1.0));
  const DotOptions brief{.lhs_contracting = {1}, .rhs_contracting = {0}};
  DotOptions spelled = brief;
  spelled.precision = {Precision::DEFAULT, Precision::DEFAULT};
  EXPECT_EQ(dot_general(x, x, brief), dot_general(x, x, spelled));
  EXPECT_EQ(dot_general(x, x, brief), dot(x, x));
}

// ---- Type rules ----

std::string type_complaint(const Dimensions& lhs, const Dimensions& rhs, DotOptions options) {
  Function function("main");
  const Value x = function.add_argument({ElementType::f32, lhs});
  const Value w = function.add_argument({ElementType::f32, rhs});
  return complaint([&] { dot_general(x, w, std::move(options)); });
}

TEST(DotGeneral, TheTypeRuleNamesTheConstraint) {
  struct Fault {
    std::string_view expected;
    DotOptions options;
  };
  const Dimensions lhs{2, 3, 4};
  const Dimensions rhs{2, 4, 5};
  const Fault faults[] = {
      {"dot_general_c1: lhs and rhs have as many batching", {{0}, {}, {2}, {1}}},
      {"dot_general_c2: lhs and rhs have as many contracting", {{0}, {0}, {2}, {}}},
      {"dot_general_c3: the batching and contracting dimensions of lhs are distinct", {{0}, {0}, {0}, {1}}},
      {"dot_general_c4: the batching and contracting dimensions of rhs are distinct", {{0}, {1}, {2}, {1}}},
      {"dot_general_c5: batching dimensions are dimensions of lhs", {{3}, {0}, {2}, {1}}},
      {"dot_general_c6: contracting dimensions are dimensions of lhs", {{0}, {0}, {-1}, {1}}},
      {"dot_general_c7: batching dimensions are dimensions of rhs", {{0}, {-1}, {2}, {1}}},
      {"dot_general_c8: contracting dimensions are dimensions of rhs", {{0}, {0}, {2}, {3}}},
      {"dot_general_c9: batching dimensions of lhs and rhs have the same size", {{1}, {0}, {2}, {1}}},
      {"dot_general_c10: contracting dimensions of lhs and rhs have the same size", {{0}, {0}, {1}, {1}}},
      {"dot_general_c11: precision_config has one value", {{0}, {0}, {2}, {1}, {Precision::HIGH}}},
      {"dot_general_c13: lhs and rhs have one element type, and the result's",
       {{0}, {0}, {2}, {1}, {}, ElementType::i32}},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(type_complaint(lhs, rhs, fault.options),
                HasSubstr("stablehlo.dot_general violates " + std::string(fault.expected)));
  }
  EXPECT_EQ(type_complaint(lhs, rhs, {{0}, {0}, {2}, {1}}), "no complaint");
}

TEST(DotGeneral, TheTypeRuleOfElementTypesAndAlgorithms) {
  Function function("main");
  const Value x = function.add_argument({ElementType::f32, {2}});
  const Value other = function.add_argument({ElementType::bf16, {2}});
  EXPECT_THAT(complaint([&] { dot(x, other); }),
              HasSubstr("dot_general_c13: lhs and rhs have one element type"));
  const auto with = [&](DotAlgorithm algorithm, std::optional<PrecisionConfig> precision = {}) {
    op::DotGeneral op;
    op.dot_dimension_numbers = {{}, {}, {0}, {0}};
    op.algorithm = std::move(algorithm);
    op.precision_config = std::move(precision);
    return complaint([&] { apply(op, {x, x}); });
  };
  EXPECT_EQ(with({}), "no complaint");
  EXPECT_THAT(with({}, PrecisionConfig{Precision::HIGH, Precision::HIGH}),
              HasSubstr("dot_general_c21: an algorithm goes with the DEFAULT precision"));
  EXPECT_THAT(with({.lhs_component_count = 0}), HasSubstr("dot_general_c22"));
  EXPECT_THAT(with({.rhs_component_count = 0}), HasSubstr("dot_general_c23"));
  EXPECT_THAT(with({.num_primitive_operations = 0}), HasSubstr("dot_general_c24"));
}

TEST(DotGeneral, TheComplaintShowsShapesAndRemedy) {
  EXPECT_EQ(
      type_complaint({2, 3}, {4, 5}, {{}, {}, {1}, {0}}),
      "stablehlo.dot_general violates dot_general_c10: contracting dimensions of lhs and rhs have the same "
      "size\n"
      "  found:    (tensor<2x3xf32>, tensor<4x5xf32>), batching [] x [], contracting [1] x [0]\n"
      "  remedy:   transpose or reshape an operand, or contract other dimensions");
}

}  // namespace
}  // namespace stepwright
