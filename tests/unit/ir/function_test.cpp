#include "stepwright/ir/function.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"
#include "stepwright/base/error.h"

namespace stepwright {
namespace {

using test::Add;

const TensorType pair{ElementType::f32, {2}};

TEST(Function, BodyHasOnlyWhatResultsAndEffectsNeed) {
  Function function("f");
  const Value a = function.add_argument(pair, "a");
  const Value needed = apply(Add{}, {a, a});
  const Value unneeded = apply(Add{}, {needed, a});
  const Value checked = apply(Add{}, {a, needed});
  const std::array<Value, 1> operand{checked};
  const std::uint32_t check = function.graph().apply(test::Check{}, operand);
  function.add_result(needed);
  EXPECT_EQ(function.body(), (std::vector<std::uint32_t>{needed.node}));
  function.add_effect(check);
  EXPECT_EQ(function.body(), (std::vector<std::uint32_t>{needed.node, checked.node, check}));
  function.keep_everything();
  EXPECT_EQ(function.body(), (std::vector<std::uint32_t>{needed.node, unneeded.node, checked.node, check}));
}

// Two functions of the same structure, built with other names and with dead operations between.
TEST(Function, TokenIsTheStructureWithoutNamesAndDeadOperations) {
  const auto build = [](std::string_view name, bool dead, bool swapped) {
    auto function = std::make_shared<Function>(std::string(name));
    const Value a = function->add_argument(pair, name);
    const Value b = function->add_argument(pair, "b");
    if (dead) apply(Add{}, {b, b});
    function->add_result((swapped ? apply(Add{}, {b, a}) : apply(Add{}, {a, b})).named(name));
    return function;
  };
  const std::string token = build("f", false, false)->token();
  EXPECT_EQ(build("g", true, false)->token(), token);
  EXPECT_NE(build("f", false, true)->token(), token);
}

TEST(Function, OrderOfArgumentsTakesTheirAttributesAlong) {
  Function function("f");
  const Value a = function.add_argument(pair, "a", {{"role", {std::string("first")}}});
  const Value b = function.add_argument(pair, "b", {{"role", {std::string("second")}}});
  const std::array<Value, 2> order{b, a};
  function.order_arguments(order);
  EXPECT_EQ(function.arguments()[0], b);
  EXPECT_EQ(function.argument_attributes()[0].at("role"), Attribute{std::string("second")});
  EXPECT_THROW(function.order_arguments(std::span(order).first(1)), InternalError);
}

TEST(Function, CapturesAreTheLastArguments) {
  Function function("");
  function.add_argument(pair, "own");
  const Value captured = function.capture(pair, "outside");
  EXPECT_EQ(function.captures(), 1u);
  EXPECT_EQ(function.arguments().back(), captured);
}

TEST(Module, FindsFunctionsByName) {
  Module module;
  module.functions.push_back(std::make_shared<Function>("main"));
  EXPECT_EQ(module.find("main"), module.functions[0].get());
  EXPECT_EQ(module.find("other"), nullptr);
}

}  // namespace
}  // namespace stepwright
