#include "stepwright/ops/reduce_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "adjoint.h"
#include "numbers.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t seed = 20240605;
constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- The meaning ----

op::ReduceWindow any_window(Random& random, std::size_t rank, bool dilated, std::int64_t lowest_padding) {
  op::ReduceWindow op;
  op.window_strides.emplace();
  op.base_dilations.emplace();
  op.window_dilations.emplace();
  op.padding.emplace();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    op.window_dimensions.push_back(integer_between(random, 1, 3));
    op.window_strides->push_back(integer_between(random, 1, 3));
    op.base_dilations->push_back(dilated ? integer_between(random, 1, 2) : 1);
    op.window_dilations->push_back(dilated ? integer_between(random, 1, 2) : 1);
    op.padding->emplace_back(integer_between(random, lowest_padding, 2),
                             integer_between(random, lowest_padding, 2));
  }
  return op;
}

// The specification word for word: pad with the initial value, slice each window, fold.
Numbers by_definition(const op::ReduceWindow& op, const TensorType& type, const Numbers& x, double initial,
                      const std::function<double(double, double)>& combine) {
  const std::size_t rank = type.dimensions.size();
  Dimensions padded_sizes(rank);
  Dimensions windows(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::int64_t dilated = (type.dimensions[axis] - 1) * (*op.base_dilations)[axis] + 1;
    const auto [low, high] = (*op.padding)[axis];
    padded_sizes[axis] = std::max<std::int64_t>(low + dilated + high, 0);
    const std::int64_t window = (op.window_dimensions[axis] - 1) * (*op.window_dilations)[axis] + 1;
    windows[axis] =
        window > padded_sizes[axis] ? 0 : (padded_sizes[axis] - window) / (*op.window_strides)[axis] + 1;
  }
  Numbers padded(static_cast<std::size_t>(element_count(padded_sizes)), initial);
  for_each_index(type.dimensions, [&](const Index& index, std::int64_t from) {
    Index to = index;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      to[axis] = (*op.padding)[axis].first + index[axis] * (*op.base_dilations)[axis];
    }
    if (contains(padded_sizes, to)) {
      padded[static_cast<std::size_t>(position(padded_sizes, to))] = x[static_cast<std::size_t>(from)];
    }
  });
  Numbers result;
  for_each_index(windows, [&](const Index& window, std::int64_t) {
    double sum = initial;
    for_each_index(op.window_dimensions, [&](const Index& at, std::int64_t) {
      Index from = window;
      for (std::size_t axis = 0; axis < rank; ++axis) {
        from[axis] = window[axis] * (*op.window_strides)[axis] + at[axis] * (*op.window_dilations)[axis];
      }
      sum = combine(sum, padded[static_cast<std::size_t>(position(padded_sizes, from))]);
    });
    result.push_back(sum);
  });
  return result;
}

TEST(ReduceWindow, FoldsThePaddedWindowsThatTheSpecificationDefines) {
  Random random(seed, Stream::probe, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const TensorType type{ElementType::f64, dimensions_between(random, 0, 3, 1, 4)};
    op::ReduceWindow op = any_window(random, type.dimensions.size(), true, -1);
    const Numbers x = whole(random, type.count());
    const double initial = static_cast<double>(integer_between(random, -2, 2));
    NumericFunction program;
    const Value operand = program.argument(type.dimensions, x);
    const Value start = scalar(*operand.graph, ElementType::f64, initial);
    op.regions = {region_of<op::Add>(ElementType::f64)};
    program.result(apply(op, {operand, start}));
    op.regions = {region_of<op::Maximum>(ElementType::f64)};
    program.result(apply(op, {operand, start}));
    const auto values = program.run();
    ASSERT_EQ(values[0], by_definition(op, type, x, initial, std::plus<>{}));
    ASSERT_EQ(values[1],
              by_definition(op, type, x, initial, [](double a, double b) { return std::max(a, b); }));
  }
}

// x - y twice, in a region that no kernel knows, next to a sum in one that a kernel knows.
TEST(ReduceWindow, OfSeveralInputsAndOfAnyBody) {
  auto body = std::make_shared<Function>("");
  const TensorType element{ElementType::f64, {}};
  const Value a = body->add_argument(element), b = body->add_argument(element);
  const Value c = body->add_argument(element), d = body->add_argument(element);
  body->add_result(add(a, c));
  body->add_result(subtract(add(b, d), scalar(body->graph(), ElementType::f64, 0.0)));
  NumericFunction program;
  const Value x = program.argument({4}, {1, 2, 3, 4});
  const Value y = program.argument({4}, {10, 20, 30, 40});
  const Value zero = scalar(*x.graph, ElementType::f64, 0.0);
  op::ReduceWindow op;
  op.window_dimensions = {2};
  op.regions = {body};
  for (const Value& each : apply_all(op, std::vector{x, y, zero, zero})) program.result(each);
  program.result(reduce_window<op::Add>(x, 0.0, {.dimensions = {2}}));
  const auto values = program.run();
  EXPECT_EQ(values[0], (Numbers{3, 5, 7}));
  EXPECT_EQ(values[1], (Numbers{30, 50, 70}));
  EXPECT_EQ(values[0], values[2]);
}

TEST(ReduceWindow, ABodyMayWidenTheElements) {
  Function function("main");
  const Value x = function.add_argument({ElementType::bf16, {2}});
  op::ReduceWindow op;
  op.window_dimensions = {2};
  op.regions = {region_of<op::Add>(ElementType::f32)};
  const Value y = apply(op, {x, scalar(function.graph(), ElementType::bf16, 0.0)});
  EXPECT_EQ(y.type(), (TensorType{ElementType::f32, {1}}));
  function.add_result(y);
  const std::vector<Tensor<Rounding>> arguments{{x.type(), Numbers{1, 0.00390625}}};
  EXPECT_EQ(evaluate(function, arguments, Rounding{})[0].scalars(), (Numbers{1.00390625}));
}

TEST(ReduceWindow, DefaultsSpelledOutAreTheSameOperation) {
  NumericFunction program;
  const Value x = program.argument({4}, Numbers(4, 1.0));
  const WindowOptions spelled{{2}, {1}, {{0, 0}}, {1}, {1}};
  EXPECT_EQ(reduce_window<op::Add>(x, 0.0, {.dimensions = {2}}), reduce_window<op::Add>(x, 0.0, spelled));
  EXPECT_NE(reduce_window<op::Add>(x, 0.0, {.dimensions = {2}}),
            reduce_window<op::Add>(x, 0.0, {.dimensions = {2}, .strides = {2}}));
}

// ---- Negative padding ----

TEST(ReduceWindow, case_A4_CropThenPadIsNotNetPadding) {
  NumericFunction program;
  const Value x = program.argument({2}, {5, 9});
  const Value zero = scalar(*x.graph, ElementType::f64, 0.0);
  program.result(
      reduce_window<op::Add>(pad(x, zero, {-1}, {0}), 0.0, {.dimensions = {2}, .padding = {{1, 0}}}));
  EXPECT_EQ(program.run()[0], (Numbers{9}));
}

TEST(ReduceWindow, case_A4_NegativePaddingBecomesASlice) {
  NumericFunction program;
  const Value x = program.argument({4, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Value y = reduce_window<op::Add>(x, 0.0, {.dimensions = {1, 1}, .padding = {{-1, 0}, {0, -1}}});
  program.result(y);
  EXPECT_EQ(program.run()[0], (Numbers{4, 5, 7, 8, 10, 11}));
  for (const auto* op : operations_in<op::ReduceWindow>(program.function()))
    EXPECT_EQ(op->padding, std::nullopt);
  EXPECT_EQ(operations_in<op::Slice>(program.function()).size(), 1u);
}

TEST(ReduceWindow, CroppedAwayIsTheInitialValue) {
  NumericFunction program;
  const Value x = program.argument({2}, {1, 2});
  program.result(reduce_window<op::Maximum>(x, -infinity, {.dimensions = {1}, .padding = {{-3, 4}}}));
  EXPECT_EQ(program.run()[0], (Numbers{-infinity, -infinity, -infinity}));
}

// ---- Gradients ----

TEST(ReduceWindow, ASumHasTheTransposedDerivative) {
  Random random(seed, Stream::probe, 2);
  for (int trial = 0; trial < 500; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 1, 5);
    op::ReduceWindow op = any_window(random, shape.size(), true, -2);
    op.regions = {region_of<op::Add>(ElementType::f64)};
    const std::vector operands{whole_numbers(random, shape), Literal::splat({ElementType::f64, {}}, 0)};
    ASSERT_TRUE(rule_is_exact_adjoint(op, operands, random, {true, false}));
  }
}

// Distinct elements, so that forward mode and the rule need not agree about ties.
Literal distinct_numbers(Random& random, const Dimensions& shape) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<double>(at + 1);
  for (std::size_t last = values.size(); last > 1; --last)
    std::swap(values[last - 1], values[random.below(last)]);
  return Literal::floating({ElementType::f64, shape}, values);
}

TEST(ReduceWindow, AnExtremumHasTheTransposedDerivativeWhereNothingTies) {
  Random random(seed, Stream::probe, 3);
  for (int trial = 0; trial < 500; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 1, 5);
    const bool maximum = random.below(2) == 0;
    op::ReduceWindow op = any_window(random, shape.size(), trial % 2 == 0, trial % 3 == 0 ? -1 : 0);
    op.regions = {maximum ? region_of<op::Maximum>(ElementType::f64)
                          : region_of<op::Minimum>(ElementType::f64)};
    const std::vector operands{distinct_numbers(random, shape),
                               Literal::splat({ElementType::f64, {}}, maximum ? -infinity : infinity)};
    ASSERT_TRUE(rule_is_exact_adjoint(op, operands, random, {true, false}));
  }
}

// A fraction as the initial value ties with no element, and is the extremum of some windows.
TEST(ReduceWindow, WhereTheInitialValueIsTheExtremumItGetsTheCotangent) {
  Random random(seed, Stream::probe, 4);
  for (int trial = 0; trial < 200; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 2, 1, 4);
    const bool maximum = random.below(2) == 0;
    op::ReduceWindow op = any_window(random, shape.size(), trial % 2 == 0, 0);
    op.regions = {maximum ? region_of<op::Maximum>(ElementType::f64)
                          : region_of<op::Minimum>(ElementType::f64)};
    const std::vector operands{distinct_numbers(random, shape), Literal::splat({ElementType::f64, {}}, 3.5)};
    ASSERT_TRUE(rule_is_exact_adjoint(op, operands, random));
  }
}

TEST(ReduceWindow, case_C4_TheFirstMaximumWins) {
  NumericFunction program;
  const Value x = program.argument({2, 2}, {3, 7, 7, 7});
  const Value y = reduce_window<op::Maximum>(x, -infinity, {.dimensions = {2, 2}});
  EXPECT_EQ(pulled(program, y, {6}, {x}).cotangents[0], (Numbers{0, 6, 0, 0}));

  NumericFunction row;
  const Value five = row.argument({3}, {5, 5, 5});
  const Value pooled = reduce_window<op::Maximum>(five, -infinity, {.dimensions = {2}});
  EXPECT_EQ(pulled(row, pooled, {1, 1}, {five}).cotangents[0], (Numbers{1, 1, 0}));
}

TEST(ReduceWindow, case_C4_TheFirstMaximumWinsInADilatedWindowToo) {
  NumericFunction program;
  const Value x = program.argument({5}, {5, 1, 5, 1, 5});
  const Value y = reduce_window<op::Maximum>(x, -infinity, {.dimensions = {2}, .window_dilations = {2}});
  EXPECT_EQ(pulled(program, y, {1, 10, 100}, {x}).cotangents[0], (Numbers{1, 10, 100, 0, 0}));
  EXPECT_EQ(operations_in<op::SelectAndScatter>(program.function()).size(), 0u);
}

TEST(ReduceWindow, ThePlainMaximumGoesBackBySelectAndScatterAlone) {
  NumericFunction program;
  const Value x = program.argument({1, 1, 4, 4}, Numbers(16, 1.0));
  const Value y = reduce_window<op::Maximum>(
      x, -infinity,
      {.dimensions = {1, 1, 3, 3}, .strides = {1, 1, 2, 2}, .padding = {{0, 0}, {0, 0}, {1, 1}, {1, 1}}});
  pulled(program, y, Numbers(4, 1.0), {x});
  EXPECT_EQ(operations_in<op::SelectAndScatter>(program.function()).size(), 1u);
  EXPECT_EQ(program.function().body().size(), 4u) << "two constants, forward and backward";
}

TEST(ReduceWindow, RefusesAGradientThatItHasNoRuleFor) {
  NumericFunction program;
  const Value x = program.argument({4}, Numbers(4, 1.0));
  const Value product = reduce_window<op::Multiply>(x, 1.0, {.dimensions = {2}});
  const auto gradient_of = [](Value y, Value wrt) {
    return complaint(
        [&] { pull_back(std::vector{y}, std::vector{constant_like(y, 1.0)}, std::vector{wrt}); });
  };
  EXPECT_THAT(gradient_of(product, x), HasSubstr("its body is not add, maximum or minimum"));
  const Value initial = program.argument({}, {0});
  op::ReduceWindow op;
  op.window_dimensions = {2};
  op.regions = {region_of<op::Add>(ElementType::f64)};
  EXPECT_THAT(gradient_of(apply(op, {x, initial}), initial),
              HasSubstr("the initial value of a windowed sum has no gradient rule"));
}

// ---- Type rules ----

TEST(ReduceWindow, TheTypeRuleNamesTheConstraint) {
  Function function("main");
  Graph& graph = function.graph();
  const Value x = function.add_argument({ElementType::f32, {4, 5}});
  const Value other = function.add_argument({ElementType::f32, {4}});
  const Value zero = scalar(graph, ElementType::f32, 0.0);
  const Value wide = scalar(graph, ElementType::f64, 0.0);
  const Region sum = region_of<op::Add>(ElementType::f32);
  const auto type_complaint = [&](op::ReduceWindow op, const std::vector<Value>& operands) {
    return complaint([&] { apply_all(op, operands); });
  };
  struct Fault {
    std::string_view expected;
    op::ReduceWindow op;
    std::vector<Value> operands;
  };
  const Fault faults[] = {
      {"reduce_window_c1: there are as many initial values", {{2, 2}, {}, {}, {}, {}, {sum}}, {x}},
      {"reduce_window_c2: the inputs have one shape",
       {{2, 2}, {}, {}, {}, {}, {sum}},
       {x, other, zero, zero}},
      {"reduce_window_c3: an initial value is rank 0", {{2, 2}, {}, {}, {}, {}, {sum}}, {x, wide}},
      {"reduce_window_c4: window_dimensions has one value", {{2}, {}, {}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c5: window_dimensions is positive", {{2, 0}, {}, {}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c6: window_strides has one value", {{2, 2}, Index{1}, {}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c7: window_strides is positive", {{2, 2}, Index{1, 0}, {}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c8: base_dilations has one value", {{2, 2}, {}, Index{1}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c9: base_dilations is positive", {{2, 2}, {}, Index{1, 0}, {}, {}, {sum}}, {x, zero}},
      {"reduce_window_c10: window_dilations has one value", {{2, 2}, {}, {}, Index{1}, {}, {sum}}, {x, zero}},
      {"reduce_window_c11: window_dilations is positive",
       {{2, 2}, {}, {}, Index{1, 0}, {}, {sum}},
       {x, zero}},
      {"reduce_window_c12: padding has a low and a high value",
       {{2, 2}, {}, {}, {}, Padding{{0, 0}}, {sum}},
       {x, zero}},
      {"reduce_window_c13: the body takes two rank-0 tensors",
       {{2, 2}, {}, {}, {}, {}, {sum}},
       {x, x, zero, zero}},
      {"reduce_window_c13: the body's element type holds the input's",
       {{2, 2}, {}, {}, {}, {}, {region_of<op::Add>(ElementType::f16)}},
       {x, zero}},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(type_complaint(fault.op, fault.operands),
                HasSubstr("stablehlo.reduce_window violates " + std::string(fault.expected)));
  }
  EXPECT_EQ(type_complaint({{2, 2}, {}, {}, {}, {}, {sum}}, {x, zero}), "no complaint");
}

}  // namespace
}  // namespace stepwright
