#include "adjoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

constexpr std::uint64_t seed = 20240601;
constexpr int trials = 25;

// One operand of each element-wise operation, in a range where it is smooth.
struct Smooth {
  Operation operation;
  double low;
  double high;
};

std::ostream& operator<<(std::ostream& out, const Smooth& smooth) {
  return out << smooth.operation.name();
}

std::string test_name(const testing::TestParamInfo<Smooth>& info) {
  return std::string(info.param.operation.name().substr(std::string_view("stablehlo.").size())) + "_" +
         std::to_string(info.index);
}

class SmoothUnary : public testing::TestWithParam<Smooth> {};

TEST_P(SmoothUnary, HasTheTransposedDerivative) {
  Random random(seed, Stream::probe, 1);
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 3, 0, 4);
    const std::vector operands{numbers_between(random, shape, GetParam().low, GetParam().high)};
    ASSERT_TRUE(rule_is_adjoint(GetParam().operation, operands, random));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ops, SmoothUnary,
    testing::Values(Smooth{op::Abs{}, -2, -0.1}, Smooth{op::Abs{}, 0.1, 2}, Smooth{op::Cbrt{}, 0.1, 3},
                    Smooth{op::Cbrt{}, -3, -0.1}, Smooth{op::Ceil{}, -3, 3}, Smooth{op::Cosine{}, -4, 4},
                    Smooth{op::Exponential{}, -3, 3}, Smooth{op::ExponentialMinusOne{}, -2, 3},
                    Smooth{op::Floor{}, -3, 3}, Smooth{op::Log{}, 0.1, 5}, Smooth{op::LogPlusOne{}, -0.9, 3},
                    Smooth{op::Logistic{}, -4, 4}, Smooth{op::Negate{}, -3, 3},
                    Smooth{op::RoundNearestAfz{}, -3, 3}, Smooth{op::RoundNearestEven{}, -3, 3},
                    Smooth{op::Rsqrt{}, 0.1, 3}, Smooth{op::Sign{}, -3, 3}, Smooth{op::Sine{}, -4, 4},
                    Smooth{op::Sqrt{}, 0.1, 3}, Smooth{op::Tan{}, -1.2, 1.2}, Smooth{op::Tanh{}, -2, 2}),
    test_name);

class SmoothBinary : public testing::TestWithParam<Smooth> {};

TEST_P(SmoothBinary, HasTheTransposedDerivativeByBothOperands) {
  Random random(seed, Stream::probe, 2);
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 3, 0, 4);
    const std::vector operands{numbers_between(random, shape, GetParam().low, GetParam().high),
                               numbers_between(random, shape, GetParam().low, GetParam().high)};
    ASSERT_TRUE(rule_is_adjoint(GetParam().operation, operands, random));
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, SmoothBinary,
                         testing::Values(Smooth{op::Add{}, -3, 3}, Smooth{op::Atan2{}, 0.1, 3},
                                         Smooth{op::Atan2{}, -3, -0.1}, Smooth{op::Divide{}, 0.2, 3},
                                         Smooth{op::Divide{}, -3, -0.2}, Smooth{op::Maximum{}, -3, 3},
                                         Smooth{op::Minimum{}, -3, 3}, Smooth{op::Multiply{}, -3, 3},
                                         Smooth{op::Power{}, 0.2, 3}, Smooth{op::Remainder{}, 0.3, 3},
                                         Smooth{op::Remainder{}, -3, -0.3}, Smooth{op::Subtract{}, -3, 3}),
                         test_name);

// ---- Linear operations: exact in whole numbers, over random shapes and attributes ----

class Adjoint : public testing::Test {
 protected:
  Random random{seed, Stream::probe, 3};
};

TEST_F(Adjoint, OfBroadcastInDim) {
  for (int trial = 0; trial < 4 * trials; ++trial) {
    const Dimensions to = dimensions_between(random, 0, 4, 0, 3);
    // Each dimension of the result comes from an axis of the operand or not, in a shuffled order.
    std::vector<std::int64_t> dimensions;
    for (std::int64_t axis = 0; axis < std::ssize(to); ++axis) {
      if (random.below(3) == 0) continue;
      const auto place =
          dimensions.begin() + static_cast<std::ptrdiff_t>(random.below(dimensions.size() + 1));
      dimensions.insert(place, axis);
    }
    Dimensions from;
    for (const std::int64_t axis : dimensions) {
      from.push_back(random.below(2) == 0 ? 1 : to[static_cast<std::size_t>(axis)]);
    }
    const op::BroadcastInDim broadcast{dimensions, {ElementType::f64, to}};
    ASSERT_TRUE(rule_is_exact_adjoint(broadcast, std::vector{whole_numbers(random, from)}, random))
        << to_string(from) << " to " << to_string(to) << " by " << to_string(dimensions);
  }
}

TEST_F(Adjoint, OfConcatenate) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 0, 3);
    const std::int64_t axis = integer_between(random, 0, std::ssize(shape) - 1);
    std::vector<Literal> operands;
    for (std::int64_t input = integer_between(random, 1, 4); input-- > 0;) {
      Dimensions part = shape;
      part[static_cast<std::size_t>(axis)] = integer_between(random, 0, 3);
      operands.push_back(whole_numbers(random, part));
    }
    ASSERT_TRUE(rule_is_exact_adjoint(op::Concatenate{axis}, operands, random));
  }
}

TEST_F(Adjoint, OfPadWithNegativeAndInteriorPadding) {
  int tried = 0;
  while (tried < 4 * trials) {
    const Dimensions shape = dimensions_between(random, 0, 3, 0, 4);
    op::Pad pad;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      pad.edge_padding_low.push_back(integer_between(random, -3, 3));
      pad.edge_padding_high.push_back(integer_between(random, -3, 3));
      pad.interior_padding.push_back(integer_between(random, 0, 2));
    }
    const std::vector operands{whole_numbers(random, shape), whole_numbers(random, {})};
    try {
      pad.infer(std::vector{operands[0].type(), operands[1].type()});
    } catch (const UserError&) {
      continue;  // more removed than there is
    }
    ASSERT_TRUE(rule_is_exact_adjoint(pad, operands, random))
        << to_string(shape) << " by low " << to_string(pad.edge_padding_low) << " high "
        << to_string(pad.edge_padding_high) << " interior " << to_string(pad.interior_padding);
    ++tried;
  }
}

TEST_F(Adjoint, OfReduceSum) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 3, 0, 4);
    std::vector<std::int64_t> dimensions;
    for (std::int64_t axis = 0; axis < std::ssize(shape); ++axis) {
      if (random.below(2) == 0) dimensions.push_back(axis);
    }
    const op::Reduce reduce{dimensions, {region_of<op::Add>(ElementType::f64)}};
    const std::vector operands{whole_numbers(random, shape), whole_numbers(random, {})};
    ASSERT_TRUE(rule_is_exact_adjoint(reduce, operands, random));
  }
}

// Uniform numbers do not tie.
template <class Extremum>
void expect_adjoint_of_extremum(Random& random, double initial) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 1, 4);
    const op::Reduce reduce{{integer_between(random, 0, std::ssize(shape) - 1)},
                            {region_of<Extremum>(ElementType::f64)}};
    const std::vector operands{numbers_between(random, shape, -3, 3),
                               Literal::splat({ElementType::f64, {}}, initial)};
    ASSERT_TRUE(rule_is_exact_adjoint(reduce, operands, random, {true, false}));
  }
}

TEST_F(Adjoint, OfReduceMaximum) {
  expect_adjoint_of_extremum<op::Maximum>(random, -std::numeric_limits<double>::infinity());
}

TEST_F(Adjoint, OfReduceMinimum) {
  expect_adjoint_of_extremum<op::Minimum>(random, std::numeric_limits<double>::infinity());
}

TEST_F(Adjoint, OfReshape) {
  const op::Reshape reshape{{ElementType::f64, {3, 2, 2}}};
  ASSERT_TRUE(rule_is_exact_adjoint(reshape, std::vector{whole_numbers(random, {4, 3})}, random));
}

TEST_F(Adjoint, OfReverse) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 4, 0, 3);
    std::vector<std::int64_t> dimensions;
    for (std::int64_t axis = std::ssize(shape); axis-- > 0;) {
      if (random.below(2) == 0) dimensions.push_back(axis);
    }
    ASSERT_TRUE(
        rule_is_exact_adjoint(op::Reverse{dimensions}, std::vector{whole_numbers(random, shape)}, random));
  }
}

TEST_F(Adjoint, OfSlice) {
  for (int trial = 0; trial < 4 * trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 3, 0, 6);
    op::Slice slice;
    for (const std::int64_t size : shape) {
      slice.start_indices.push_back(integer_between(random, 0, size));
      slice.limit_indices.push_back(integer_between(random, slice.start_indices.back(), size));
      slice.strides.push_back(integer_between(random, 1, 4));
    }
    ASSERT_TRUE(rule_is_exact_adjoint(slice, std::vector{whole_numbers(random, shape)}, random));
  }
}

TEST_F(Adjoint, OfTranspose) {
  const op::Transpose transpose{{2, 0, 1}};
  ASSERT_TRUE(rule_is_exact_adjoint(transpose, std::vector{whole_numbers(random, {2, 3, 4})}, random));
}

TEST_F(Adjoint, OfSelect) {
  const Literal pred = Literal::integral({ElementType::i1, {4}}, std::vector<std::int64_t>{1, 0, 0, 1});
  const std::vector operands{pred, whole_numbers(random, {4}), whole_numbers(random, {4})};
  ASSERT_TRUE(rule_is_exact_adjoint(op::Select{}, operands, random));
}

TEST_F(Adjoint, OfSelectByOnePredicate) {
  for (const std::int64_t truth : {0, 1}) {
    const Literal pred = Literal::splat_integer({ElementType::i1, {}}, truth);
    const std::vector operands{pred, whole_numbers(random, {3}), whole_numbers(random, {3})};
    ASSERT_TRUE(rule_is_exact_adjoint(op::Select{}, operands, random));
  }
}

TEST_F(Adjoint, OfConvert) {
  const op::Convert convert{{ElementType::f32, {5}}};
  ASSERT_TRUE(rule_is_exact_adjoint(convert, std::vector{whole_numbers(random, {5})}, random));
}

TEST_F(Adjoint, OfOptimizationBarrierWithAnInteger) {
  const Literal count = Literal::splat_integer({ElementType::i32, {2}}, 3);
  const std::vector operands{whole_numbers(random, {2, 3}), count, whole_numbers(random, {})};
  ASSERT_TRUE(rule_is_exact_adjoint(op::OptimizationBarrier{}, operands, random));
}

// Bounds that cross too: then the result is max.
TEST_F(Adjoint, OfClampWithBoundsOfEachElement) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 2, 1, 5);
    const std::vector operands{numbers_between(random, shape, -2, 1), numbers_between(random, shape, -3, 3),
                               numbers_between(random, shape, -1, 2)};
    ASSERT_TRUE(rule_is_exact_adjoint(op::Clamp{}, operands, random));
  }
}

TEST_F(Adjoint, OfClampWithOneBoundForAll) {
  for (int trial = 0; trial < trials; ++trial) {
    const Dimensions shape = dimensions_between(random, 0, 2, 0, 5);
    const std::vector operands{numbers_between(random, {}, -2, 1), numbers_between(random, shape, -3, 3),
                               numbers_between(random, {}, -1, 2)};
    ASSERT_TRUE(rule_is_exact_adjoint(op::Clamp{}, operands, random));
  }
}

// ---- The property itself must be able to fail ----

TEST_F(Adjoint, IsRefusedToARuleOfAnotherDerivative) {
  const std::vector operands{numbers_between(random, {4}, 1, 2)};
  const auto wrong = [](const Application& here) -> Gradient { return Cotangents{here.cotangent()}; };
  const auto verdict = rule_is_adjoint(op::Sine{}, operands, random, {.rule = wrong});
  EXPECT_FALSE(verdict);
  EXPECT_THAT(verdict.message(), testing::HasSubstr("further apart than"));
}

TEST_F(Adjoint, IsRefusedToARuleThatLeavesOutAnOperand) {
  const std::vector operands{whole_numbers(random, {4}), whole_numbers(random, {4})};
  const auto wrong = [](const Application& here) -> Gradient {
    return Cotangents{here.cotangent(), std::nullopt};
  };
  EXPECT_FALSE(rule_is_adjoint(op::Add{}, operands, random, {.exact = true, .rule = wrong}));
}

TEST_F(Adjoint, IsRefusedToAnOperationThatHasNoGradient) {
  const op::Reduce product{{0}, {region_of<op::Multiply>(ElementType::f64)}};
  const std::vector operands{whole_numbers(random, {4}), whole_numbers(random, {})};
  const auto verdict = rule_is_adjoint(product, operands, random);
  EXPECT_FALSE(verdict);
  EXPECT_THAT(verdict.message(), testing::HasSubstr("its body is not add, maximum or minimum"));
}

}  // namespace
}  // namespace stepwright
