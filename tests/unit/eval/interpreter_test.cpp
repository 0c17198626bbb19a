#include "stepwright/eval/interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stepwright/eval/host.h"
#include "stepwright/eval/interpreter_support.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Rounding native{};
const TensorType f32x3{ElementType::f32, {3}};

Tensor<Rounding> floats(std::vector<double> values) {
  const TensorType type{ElementType::f32, {std::ssize(values)}};
  return Tensor<Rounding>(type, std::move(values));
}

template <class Run>
std::string error_of(Run&& run) {
  try {
    run();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

std::shared_ptr<Function> new_function(std::string name) {
  return std::make_shared<Function>(std::move(name));
}

TEST(Interpreter, EvaluatesAFunctionOperationByOperation) {
  Function function("main");
  const Value a = function.add_argument(f32x3, "a");
  const Value b = function.add_argument(f32x3, "b");
  function.add_result(multiply(add(a, b), b));
  function.add_result(a);
  const auto results = evaluate(function, std::vector{floats({1, 2, 3}), floats({10, 20, 30})}, native);
  EXPECT_THAT(results[0].scalars(), ElementsAre(110, 440, 990));
  EXPECT_THAT(results[1].scalars(), ElementsAre(1, 2, 3));
}

TEST(Interpreter, EvaluatesOnlyWhatAResultOrAnEffectNeeds) {
  Function function("main");
  const Value a = function.add_argument(f32x3, "a");
  add(a, a);
  function.add_result(negate(a));
  const Schedule schedule = schedule_of(function);
  EXPECT_EQ(schedule.steps.size(), 1u);
}

TEST(Interpreter, FreesAValueAfterItsLastUse) {
  Function function("main");
  const Value a = function.add_argument(f32x3, "a");
  const Value b = negate(a);
  const Value c = add(b, b);
  const Value d = multiply(c, b);
  function.add_result(d);
  function.add_result(c);
  const Schedule schedule = schedule_of(function);
  ASSERT_EQ(schedule.steps.size(), 3u);
  EXPECT_THAT(schedule.steps[0].dead_after, ElementsAre(a.node));
  EXPECT_THAT(schedule.steps[1].dead_after, ElementsAre());
  EXPECT_THAT(schedule.steps[2].dead_after, ElementsAre(b.node));  // c and d are results
}

// A reducer that is a reduce of one element by the reducer within, and so on.
Region nested_reducer(int depth) {
  if (depth == 0) return region_of<op::Add>(ElementType::f32);
  return binary_region(ElementType::f32, [&](Value a, Value b) {
    return apply(op::Reduce{{0}, {nested_reducer(depth - 1)}}, {reshape(a, {1}), b});
  });
}

TEST(Interpreter, RegionsNestToALimit) {
  const auto run = [](int depth) {
    Function function("main");
    const Value x = function.add_argument(f32x3, "x");
    const Value zero = scalar(function.graph(), ElementType::f32, 0);
    function.add_result(apply(op::Reduce{{0}, {nested_reducer(depth)}}, {x, zero}));
    return evaluate(function, std::vector{floats({1, 2, 3})}, native)[0].scalars()[0];
  };
  EXPECT_EQ(run(3), 6);
  EXPECT_EQ(run(250), 6);
  EXPECT_THAT(error_of([&] { run(300); }), HasSubstr("functions and regions nest deeper than 256 levels"));
}

TEST(Interpreter, ArgumentsOfTheWrongNumberOrTypeAreNamed) {
  Function function("loss");
  function.add_argument(f32x3, "x");
  function.add_argument({ElementType::f32, {}}, "");
  EXPECT_EQ(error_of([&] {
              evaluate(function, std::vector{floats({1, 2, 3})}, native);
            }),
            "@loss: wrong number of arguments\n  expected: 2\n  found:    1");
  EXPECT_EQ(error_of([&] {
              evaluate(function, std::vector{floats({1, 2}), floats({1})}, native);
            }),
            "@loss: argument 0 (x) is of another type\n  expected: tensor<3xf32>\n  found:    tensor<2xf32>");
  EXPECT_EQ(error_of([&] {
              evaluate(function, std::vector{floats({1, 2, 3}), floats({1})}, native);
            }),
            "@loss: argument 1 is of another type\n  expected: tensor<f32>\n  found:    tensor<1xf32>");
}

TEST(Interpreter, TheEntryOfAModuleIsMainOrTheOnlyFunction) {
  Module module;
  module.functions = {new_function("step")};
  EXPECT_EQ(&entry(module), module.functions[0].get());
  module.functions.push_back(new_function("main"));
  EXPECT_EQ(&entry(module), module.functions[1].get());
  module.functions[1] = new_function("other");
  EXPECT_EQ(error_of([&] { entry(module); }),
            "the module has no entry\n  expected: a function `main`, or one function only\n"
            "  found:    2 functions, none named `main`\n  remedy:   name the function to run `main`");
}

// ---- Failing checks ----

void expect(Function& function, const Operation& check, std::vector<Value> operands) {
  function.add_effect(function.graph().apply(check, operands));
}

TEST(Checks, AFailingCheckNamesFunctionOperationAndFirstElement) {
  Function function("main");
  const Value x = function.add_argument({ElementType::f32, {2, 2}}, "x");
  const std::vector<double> wanted{1, 2, 3, 4};
  expect(function, op::CheckExpectEqConst{Literal::floating(x.type(), wanted)}, {x});
  const auto run = [&](std::vector<double> values) {
    return error_of(
        [&] { evaluate(function, std::vector{Tensor<Rounding>(x.type(), std::move(values))}, native); });
  };
  EXPECT_EQ(run({1, 2, 3, 4}), "no error");
  EXPECT_EQ(run({1, 2, 3.5, 5}),
            "@main, check.expect_eq_const: the check fails at element [1, 0] (2 of 4 elements fail)\n"
            "  expected: 3\n  found:    3.5");
}

TEST(Checks, EqualityIsIEEEsForFloatsAndExactForIntegers) {
  const auto run = [&](const TensorType& type, auto a, auto b) {
    Function function("main");
    const Value x = function.add_argument(type, "x");
    const Value y = function.add_argument(type, "y");
    expect(function, op::CheckExpectEq{}, {x, y});
    return error_of([&] {
      evaluate(function, std::vector{Tensor<Rounding>(type, a), Tensor<Rounding>(type, b)}, native);
    });
  };
  using Floats = std::vector<double>;
  using Integers = std::vector<std::int64_t>;
  const TensorType f32{ElementType::f32, {}};
  const TensorType i64{ElementType::i64, {}};
  const TensorType boolean{ElementType::i1, {}};
  EXPECT_EQ(run(f32, Floats{0.0}, Floats{-0.0}), "no error");
  EXPECT_THAT(run(f32, Floats{std::nan("")}, Floats{std::nan("")}),
              HasSubstr("fails at element []\n  expected: nan\n  found:    nan"));
  EXPECT_EQ(run(i64, Integers{1}, Integers{1}), "no error");
  EXPECT_THAT(run(i64, Integers{(1LL << 60) + 1}, Integers{1LL << 60}),
              HasSubstr("expected: 1152921504606846976\n  found:    1152921504606846977"));
  EXPECT_THAT(run(boolean, Integers{0}, Integers{1}), HasSubstr("expected: true\n  found:    false"));
  EXPECT_THAT(run({ElementType::ui64, {}}, Integers{-1}, Integers{0}),
              HasSubstr("found:    18446744073709551615"));
}

TEST(Checks, AlmostEqualIsWithinAnAbsoluteTolerance) {
  const auto run = [&](double a, double b, std::optional<double> tolerance) {
    Function function("main");
    const TensorType type{ElementType::f64, {}};
    const Value x = function.add_argument(type, "x");
    expect(function, op::CheckExpectAlmostEqConst{Literal::splat(type, b), tolerance}, {x});
    const Value y = constant(function.graph(), Literal::splat(type, b));
    expect(function, op::CheckExpectAlmostEq{tolerance}, {x, y});
    return error_of([&] { evaluate(function, std::vector{Tensor<Rounding>(type, std::vector{a})}, native); });
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  EXPECT_EQ(run(1000.0, 1000.00009, std::nullopt), "no error");
  EXPECT_THAT(run(1000.0, 1000.0002, std::nullopt),
              HasSubstr("expected: 1000.0002 within 0.0001\n  found:    1000"));
  EXPECT_EQ(run(1000.0, 1000.0002, 0.001), "no error");
  EXPECT_EQ(run(nan, nan, 0.0), "no error");
  EXPECT_EQ(run(infinity, infinity, 0.0), "no error");
  EXPECT_NE(run(infinity, -infinity, 1.0), "no error");
  EXPECT_NE(run(1.0, nan, 1.0), "no error");
  EXPECT_NE(run(infinity, 1e300, infinity), "no error");
}

TEST(Checks, ClosenessIsCountedInValuesOfTheElementType) {
  const auto run = [&](std::uint64_t most, std::optional<std::uint64_t> least) {
    Function function("main");
    const TensorType type{ElementType::f16, {}};
    const Value x = constant(function.graph(), Literal::splat(type, 5.0));
    const Value y = constant(function.graph(), Literal::splat(type, 5.010));
    expect(function, op::CheckExpectClose{most, least}, {x, y});
    return error_of([&] { evaluate(function, std::vector<Tensor<Rounding>>{}, native); });
  };
  EXPECT_EQ(run(3, std::nullopt), "no error");
  EXPECT_EQ(run(3, 3), "no error");
  EXPECT_THAT(run(2, std::nullopt), HasSubstr("expected: 5.0117188 within 0 to 2 ulp\n  found:    5"));
  EXPECT_THAT(run(9, 4), HasSubstr("within 4 to 9 ulp"));
}

TEST(Checks, OperandsAreOfOneTypeAndCloseOnesFloats) {
  const TensorType f32{ElementType::f32, {2}};
  const TensorType i32{ElementType::i32, {2}};
  const auto error = [](const Operation& check, std::vector<TensorType> types) {
    return error_of([&] { check.infer(types); });
  };
  EXPECT_THAT(error(op::CheckExpectEq{}, {f32, i32}), HasSubstr("violates SameTypeOperands"));
  EXPECT_THAT(error(op::CheckExpectClose{}, {f32, i32}), HasSubstr("violates AllTypesMatch"));
  EXPECT_THAT(error(op::CheckExpectAlmostEq{}, {i32, i32}), HasSubstr("violates check_expect_almost_eq"));
  EXPECT_THAT(error(op::CheckExpectEqConst{Literal::splat(f32, 0)}, {i32}),
              HasSubstr("violates AllTypesMatch: the operand has the type of the constant\n"
                        "  found:    tensor<2xi32> and tensor<2xf32>"));
}

// ---- Grids of processes ----

// A function that gives back its argument, doubled.
std::shared_ptr<Function> doubling(std::string name) {
  auto function = new_function(std::move(name));
  const Value x = function->add_argument(f32x3, "x");
  function->add_result(add(x, x));
  return function;
}

TEST(Grid, RunsEveryProgramOnItsArguments) {
  Module module;
  module.functions = {doubling("double")};
  std::vector<Program<Rounding>> programs;
  for (int replica = 0; replica < 4; ++replica) {
    programs.push_back({"double", {floats({1.0 * replica, 2, 3})}});
  }
  const auto results = evaluate_parallel(module, programs, 2, native);
  ASSERT_EQ(results.size(), 4u);
  for (std::size_t at = 0; at < 4; ++at) {
    EXPECT_EQ(results[at][0].scalars()[0], 2.0 * static_cast<double>(at));
  }
}

TEST(Grid, AFailureNamesItsProcess) {
  Module module;
  module.functions = {doubling("double")};
  const std::vector<Program<Rounding>> programs{{"double", {floats({1, 2, 3})}}, {"double", {floats({1})}}};
  EXPECT_EQ(error_of([&] { evaluate_parallel(module, programs, 1, native); }),
            "process (replica 1, partition 0), @double: argument 0 (x) is of another type\n"
            "  expected: tensor<3xf32>\n  found:    tensor<1xf32>");
  const std::vector<Program<Rounding>> unknown{{"absent", {}}};
  EXPECT_EQ(error_of([&] { evaluate_parallel(module, unknown, 1, native); }),
            "process (replica 0, partition 0): the module has no function @absent");
}

// A module whose main runs @double twice in parallel.
struct ParallelModule {
  Module module;
  explicit ParallelModule(std::vector<TensorType> result_types, std::size_t operands = 2) {
    auto main = new_function("main");
    std::vector<Value> values;
    for (std::size_t at = 0; at < operands; ++at) values.push_back(main->add_argument(f32x3, ""));
    op::RunParallel run;
    run.programs.rows = {{"double"}, {"double"}};
    run.result_types = std::move(result_types);
    const std::uint32_t node = main->graph().apply(run, values);
    main->add_effect(node);
    for (const Value& result : main->graph().results(node)) main->add_result(result);
    module.functions = {doubling("double"), main};
  }
  Results<Rounding> results(const std::vector<Tensor<Rounding>>& arguments) const {
    return evaluate(module, arguments, native);
  }
};

TEST(Grid, AProgramCanRunAGrid) {
  const ParallelModule parallel({f32x3, f32x3});
  const auto results = parallel.results({floats({1, 2, 3}), floats({4, 5, 6})});
  EXPECT_THAT(results[0].scalars(), ElementsAre(2, 4, 6));
  EXPECT_THAT(results[1].scalars(), ElementsAre(8, 10, 12));
}

TEST(Grid, AProcessOfAGridRunsNoGrid) {
  Module module;
  auto main = new_function("main");
  op::RunParallel run;
  run.programs.rows = {{"main"}};
  main->add_effect(main->graph().apply(run, {}));
  module.functions = {main};
  EXPECT_THAT(error_of([&] { evaluate(module, std::vector<Tensor<Rounding>>{}, native); }),
              HasSubstr("process (replica 0, partition 0), @main, interpreter.run_parallel: a process that "
                        "runs in parallel with others runs a grid of its own"));
}

TEST(Grid, OperandsAndResultsOfAGridFitItsPrograms) {
  const auto error = [](const ParallelModule& parallel, std::size_t operands) {
    return error_of([&] { parallel.results(std::vector(operands, floats({1, 2, 3}))); });
  };
  EXPECT_EQ(error(ParallelModule({f32x3, f32x3}, 1), 1),
            "@main, interpreter.run_parallel: the number of operands does not fit the programs\n"
            "  expected: the sum over all programs\n  found:    1");
  EXPECT_THAT(error(ParallelModule({f32x3, f32x3}, 3), 3), HasSubstr("the number of operands"));
  EXPECT_THAT(error(ParallelModule({f32x3}), 2), HasSubstr("the number of results"));
  EXPECT_THAT(error(ParallelModule({f32x3, {ElementType::f32, {4}}}), 2),
              HasSubstr("result 1 is of another type than the program gives\n  expected: tensor<3xf32>"));
  op::RunParallel ragged;
  ragged.programs.rows = {{"f", "g"}, {"f"}};
  EXPECT_THAT(error_of([&] { Operation(ragged).infer({}); }), HasSubstr("as many programs"));
}

}  // namespace
}  // namespace stepwright
