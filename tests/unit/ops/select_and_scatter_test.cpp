#include "stepwright/ops/select_and_scatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "adjoint.h"
#include "numbers.h"
#include "stepwright/ops/all.h"
#include "stepwright/ops/lowering.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t seed = 20240606;
constexpr double infinity = std::numeric_limits<double>::infinity();

Region comparing(ComparisonDirection direction) {
  return binary_region(ElementType::f64, [&](Value a, Value b) { return compare(a, b, direction); });
}

op::SelectAndScatter any_scatter(Random& random, std::size_t rank, ComparisonDirection direction) {
  op::SelectAndScatter op;
  op.window_strides.emplace();
  op.padding.emplace();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    op.window_dimensions.push_back(integer_between(random, 1, 3));
    op.window_strides->push_back(integer_between(random, 1, 3));
    op.padding->emplace_back(integer_between(random, 0, 2), integer_between(random, 0, 2));
  }
  op.regions = {comparing(direction), region_of<op::Add>(ElementType::f64)};
  return op;
}

Dimensions windows_of(const op::SelectAndScatter& op, const Dimensions& operand) {
  Dimensions windows;
  const Window window = op.window();
  for (std::size_t axis = 0; axis < window.size(); ++axis)
    windows.push_back(window[axis].count(operand[axis]));
  return windows;
}

// ---- The meaning ----

// The specification word for word: in each window, the element that survives; then the sums.
Numbers by_definition(const op::SelectAndScatter& op, const Dimensions& shape, const Numbers& x,
                      const Dimensions& windows, const Numbers& source, double initial,
                      const std::function<bool(double, double)>& keeps) {
  Numbers result(x.size(), initial);
  for_each_index(windows, [&](const Index& window, std::int64_t number) {
    std::int64_t selected = -1;
    for_each_index(op.window_dimensions, [&](const Index& at, std::int64_t) {
      Index element(shape.size());
      for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        element[axis] = window[axis] * (*op.window_strides)[axis] + at[axis] - (*op.padding)[axis].first;
      }
      if (!contains(shape, element)) return;
      const std::int64_t place = position(shape, element);
      const auto value = [&](std::int64_t of) { return x[static_cast<std::size_t>(of)]; };
      if (selected < 0 || !keeps(value(selected), value(place))) selected = place;
    });
    if (selected >= 0) result[static_cast<std::size_t>(selected)] += source[static_cast<std::size_t>(number)];
  });
  return result;
}

TEST(SelectAndScatter, ScattersToTheElementThatTheSpecificationSelects) {
  Random random(seed, Stream::probe, 1);
  const std::pair<ComparisonDirection, std::function<bool(double, double)>> selections[] = {
      {ComparisonDirection::GE, std::greater_equal<>{}}, {ComparisonDirection::GT, std::greater<>{}},
      {ComparisonDirection::LE, std::less_equal<>{}},    {ComparisonDirection::LT, std::less<>{}},
      {ComparisonDirection::EQ, std::equal_to<>{}},      {ComparisonDirection::NE, std::not_equal_to<>{}}};
  for (int trial = 0; trial < 600; ++trial) {
    const auto& [direction, keeps] = selections[trial % 6];
    const Dimensions shape = dimensions_between(random, 0, 3, 1, 4);
    const op::SelectAndScatter op = any_scatter(random, shape.size(), direction);
    const Dimensions windows = windows_of(op, shape);
    const Numbers x = whole(random, element_count(shape));
    const Numbers source = whole(random, element_count(windows));
    NumericFunction program;
    const Value operand = program.argument(shape, x);
    program.result(apply(op, {operand, program.argument(windows, source), program.argument({}, {2})}));
    ASSERT_EQ(program.run()[0], by_definition(op, shape, x, windows, source, 2, keeps));
  }
}

// The same selection written so that no kernel knows it: not (kept < next).
TEST(SelectAndScatter, AnyRegionMeansTheSameAsTheKnownOne) {
  Random random(seed, Stream::probe, 2);
  for (int trial = 0; trial < 50; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 2, 2, 5);
    op::SelectAndScatter op = any_scatter(random, shape.size(), ComparisonDirection::GE);
    NumericFunction program;
    const Value operand = program.argument(shape, whole(random, element_count(shape)));
    const Dimensions windows = windows_of(op, shape);
    const Value source = program.argument(windows, whole(random, element_count(windows)));
    const Value zero = scalar(*operand.graph, ElementType::f64, 0.0);
    program.result(apply(op, {operand, source, zero}));
    const auto not_less = [](Value kept, Value next) {
      return not_(compare(kept, next, ComparisonDirection::LT));
    };
    const auto sum = [](Value a, Value b) { return add(b, a); };
    op.regions = {binary_region(ElementType::f64, not_less), binary_region(ElementType::f64, sum)};
    ASSERT_EQ(op.direction(), std::nullopt);
    program.result(apply(op, {operand, source, zero}));
    const auto values = program.run();
    ASSERT_EQ(values[0], values[1]);
  }
}

// ---- Gradients ----

TEST(SelectAndScatter, HasTheTransposedDerivativeBySourceAndInitialValue) {
  Random random(seed, Stream::probe, 3);
  for (int trial = 0; trial < 300; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 1, 4);
    const auto direction = trial % 2 == 0 ? ComparisonDirection::GE : ComparisonDirection::LE;
    const op::SelectAndScatter op = any_scatter(random, shape.size(), direction);
    const std::vector operands{whole_numbers(random, shape), whole_numbers(random, windows_of(op, shape)),
                               whole_numbers(random, {})};
    ASSERT_TRUE(rule_is_exact_adjoint(op, operands, random, {false, true, true}));
  }
}

TEST(SelectAndScatter, RefusesTheGradientOfAnotherSelection) {
  NumericFunction program;
  const Value x = program.argument({4}, Numbers(4, 1.0));
  const Value source = program.argument({3}, Numbers(3, 1.0));
  op::SelectAndScatter op;
  op.window_dimensions = {2};
  op.regions = {comparing(ComparisonDirection::GT), region_of<op::Add>(ElementType::f64)};
  const Value y = apply(op, {x, source, scalar(*x.graph, ElementType::f64, 0.0)});
  const auto gradient_by = [&](Value wrt) {
    return complaint([&] { pull_back(std::vector{y}, std::vector{x}, std::vector{wrt}); });
  };
  EXPECT_THAT(gradient_by(source), HasSubstr("its regions are not `compare GE` or `compare LE`, and add"));
  EXPECT_EQ(gradient_by(x), "no complaint") << "the operand has derivative zero, whatever is selected";
}

// ---- Without it ----

// A max pool of 4×4 whole numbers with many ties, forwards and backwards.
TEST(WithoutSelectAndScatter, case_A12_TheMaxPoolGradientAgreesExactlyTiesIncluded) {
  Random random(seed, Stream::probe, 4);
  for (int trial = 0; trial < 200; ++trial) {
    NumericFunction program;
    Numbers values;
    for (int at = 0; at < 16; ++at) values.push_back(static_cast<double>(random.below(3)));
    const Value x = program.argument({1, 1, 4, 4}, values);
    const std::int64_t size = 2 + trial % 2;
    const std::pair<std::int64_t, std::int64_t> padding{trial % 3 % 2, trial % 2};
    const Value y = reduce_window<op::Maximum>(x, -infinity,
                                               {.dimensions = {1, 1, size, size},
                                                .strides = {1, 1, 1 + trial % 2, 2},
                                                .padding = {{0, 0}, {0, 0}, padding, padding}});
    const Pulled pooled = pulled(program, y, whole(random, y.type().count()), {x});
    const auto lowered = without_select_and_scatter(program.function());
    ASSERT_EQ(operations_in<op::SelectAndScatter>(program.function()).size(), 1u);
    ASSERT_EQ(operations_in<op::SelectAndScatter>(*lowered).size(), 0u);
    ASSERT_EQ(operations_in<op::ReduceWindow>(*lowered).size(), 1u) << "the maximum is not computed twice";
    const auto again = program.run(*lowered);
    ASSERT_EQ(again[0], pooled.y);
    ASSERT_EQ(again[1], pooled.cotangents[0]);
  }
}

TEST(WithoutSelectAndScatter, AgreesForAnyWindowAndInitialValue) {
  Random random(seed, Stream::probe, 5);
  for (int trial = 0; trial < 200; ++trial) {
    const Dimensions shape = dimensions_between(random, 1, 3, 1, 4);
    const auto direction = trial % 2 == 0 ? ComparisonDirection::GE : ComparisonDirection::LE;
    const op::SelectAndScatter op = any_scatter(random, shape.size(), direction);
    const Dimensions windows = windows_of(op, shape);
    NumericFunction program;
    const Value operand = program.argument(shape, whole(random, element_count(shape)));
    const Value source = program.argument(windows, whole(random, element_count(windows)));
    program.result(apply(op, {operand, source, program.argument({}, {3})}));
    ASSERT_EQ(program.run(), program.run(*without_select_and_scatter(program.function())));
  }
}

TEST(WithoutSelectAndScatter, KeepsNamesAttributesAndEverythingElse) {
  Function function("step");
  const Value x =
      function.add_argument({ElementType::f32, {4}}, "x", {{"jax.kind", Attribute{std::string("input")}}});
  function.attributes().emplace("note", Attribute{true});
  function.visibility() = "public";
  function.add_result(tanh(x).named("t"), {{"role", Attribute{std::string("loss")}}});
  const auto copy = without_select_and_scatter(function);
  EXPECT_EQ(copy->token(), function.token());
  EXPECT_EQ(copy->name(), "step");
  EXPECT_EQ(copy->visibility(), "public");
  EXPECT_EQ(copy->attributes(), function.attributes());
  EXPECT_EQ(copy->argument_attributes(), function.argument_attributes());
  EXPECT_EQ(copy->result_attributes(), function.result_attributes());
  EXPECT_EQ(copy->arguments()[0].definition().name, "x");
  EXPECT_EQ(copy->results()[0].definition().name, "t");
}

TEST(WithoutSelectAndScatter, RefusesWhatIsNoExtremum) {
  NumericFunction program;
  const Value x = program.argument({4}, Numbers(4, 1.0));
  const Value source = program.argument({3}, Numbers(3, 1.0));
  op::SelectAndScatter op;
  op.window_dimensions = {2};
  op.regions = {comparing(ComparisonDirection::GT), region_of<op::Add>(ElementType::f64)};
  program.result(apply(op, {x, source, scalar(*x.graph, ElementType::f64, 0.0)}));
  EXPECT_THAT(complaint([&] { without_select_and_scatter(program.function()); }),
              HasSubstr("cannot be written without select_and_scatter"));
}

// ---- Type rules ----

TEST(SelectAndScatter, TheTypeRuleNamesTheConstraint) {
  Function function("main");
  const auto value = [&](ElementType element, Dimensions dimensions) {
    return function.add_argument({element, std::move(dimensions)});
  };
  const Value x = value(ElementType::f64, {4, 5});
  const Value y = value(ElementType::f64, {3, 4});
  const Value zero = value(ElementType::f64, {});
  const Region select = comparing(ComparisonDirection::GE);
  const Region sum = region_of<op::Add>(ElementType::f64);
  const Region narrow = region_of<op::Add>(ElementType::f32);
  struct Fault {
    std::string_view expected;
    op::SelectAndScatter op;
    std::vector<Value> operands;
  };
  const Fault faults[] = {
      {"c1: operand and source have one element type",
       {{2, 2}, {}, {}, {select, sum}},
       {x, value(ElementType::f32, {3, 4}), zero}},
      {"c2: source has one element for each window", {{2, 2}, {}, {}, {select, sum}}, {x, x, zero}},
      {"c3: the initial value is rank 0", {{2, 2}, {}, {}, {select, sum}}, {x, y, y}},
      {"c4: window_dimensions has one value", {{2}, {}, {}, {select, sum}}, {x, y, zero}},
      {"c5: window_dimensions is positive", {{2, 0}, {}, {}, {select, sum}}, {x, y, zero}},
      {"c6: window_strides has one value", {{2, 2}, Index{1}, {}, {select, sum}}, {x, y, zero}},
      {"c7: window_strides is positive", {{2, 2}, Index{0, 1}, {}, {select, sum}}, {x, y, zero}},
      {"c8: padding has a low and a high value", {{2, 2}, {}, Padding{{0, 0}}, {select, sum}}, {x, y, zero}},
      {"c9: select takes two rank-0 tensors", {{2, 2}, {}, {}, {sum, sum}}, {x, y, zero}},
      {"c10: scatter takes two rank-0 tensors", {{2, 2}, {}, {}, {select, narrow}}, {x, y, zero}},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(
        complaint([&] { apply_all(fault.op, fault.operands); }),
        HasSubstr("stablehlo.select_and_scatter violates select_and_scatter_" + std::string(fault.expected)));
  }
  EXPECT_EQ(complaint([&] {
              apply_all(op::SelectAndScatter{{2, 2}, {}, {}, {select, sum}}, std::vector{x, y, zero});
            }),
            "no complaint");
}

}  // namespace
}  // namespace stepwright
