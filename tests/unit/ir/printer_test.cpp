#include "stepwright/ir/text/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"
#include "stepwright/base/error.h"

namespace stepwright {
namespace {

using test::Add;

const TensorType scalar{ElementType::f32, {}};
const TensorType pair{ElementType::f32, {2}};

Module module_of(std::shared_ptr<Function> function) {
  Module module;
  module.functions.push_back(std::move(function));
  return module;
}

Literal number(double value) {
  return Literal::splat(scalar, value);
}

Value constant(Graph& graph, double value) {
  return graph.value(graph.apply(test::Constant{number(value)}, {}));
}

TEST(Printer, AFunctionWithNamedAndNamelessValues) {
  auto function = std::make_shared<Function>("main");
  const Value x = function->add_argument(pair, "x");
  const Value nameless = function->add_argument(pair);
  const Value sum = apply(Add{}, {x, nameless}).named("sum");
  function->add_result(apply(Add{}, {sum, x}));
  EXPECT_EQ(print(module_of(function)),
            "module {\n"
            "  func.func @main(%x: tensor<2xf32>, %arg0: tensor<2xf32>) -> tensor<2xf32> {\n"
            "    %sum = stablehlo.add %x, %arg0 : tensor<2xf32>\n"
            "    %0 = stablehlo.add %sum, %x : tensor<2xf32>\n"
            "    return %0 : tensor<2xf32>\n"
            "  }\n"
            "}\n");
}

TEST(Printer, AttributesOfModuleFunctionArgumentsResultsAndOperations) {
  auto function = std::make_shared<Function>("main");
  const Value x =
      function->add_argument(pair, "x", {{"tf.aliasing_output", {IntegerAttribute{0, ElementType::i32}}}});
  const std::array<Value, 2> operands{x, x};
  const std::uint32_t sum = function->graph().append(Add{}, operands, {{"mark", {UnitAttribute{}}}});
  function->add_result(function->graph().value(sum), {{"jax.result_info", {std::string("r")}}});
  function->attributes() = {{"a", {true}}};
  function->visibility() = "public";
  Module module = module_of(function);
  module.name = "step";
  module.attributes = {{"mhlo.num_replicas", {IntegerAttribute{1, ElementType::i32}}}};
  EXPECT_EQ(print(module),
            "module @step attributes {mhlo.num_replicas = 1 : i32} {\n"
            "  func.func public @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> "
            "(tensor<2xf32> {jax.result_info = \"r\"}) attributes {a = true} {\n"
            "    %0 = stablehlo.add %x, %x {mark} : tensor<2xf32>\n"
            "    return %0 : tensor<2xf32>\n"
            "  }\n"
            "}\n");
}

TEST(Printer, SeveralResultsOrNone) {
  auto none = std::make_shared<Function>("none");
  auto two = std::make_shared<Function>("two");
  const Value x = two->add_argument(pair, "x");
  two->add_result(x);
  two->add_result(x);
  Module module = module_of(none);
  module.functions.push_back(two);
  EXPECT_EQ(print(module),
            "module {\n"
            "  func.func @none() {\n"
            "    return\n"
            "  }\n"
            "  func.func @two(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n"
            "    return %x, %x : tensor<2xf32>, tensor<2xf32>\n"
            "  }\n"
            "}\n");
}

// The line of the first operation in a function of one argument `%x`.
std::string first_line(const Operation& operation, AttributeDictionary extra = {}) {
  auto function = std::make_shared<Function>("f");
  const std::array<Value, 1> operands{function->add_argument({ElementType::f32, {2, 3}}, "x")};
  function->graph().append(operation, operands, std::move(extra));
  function->keep_everything();
  std::string text = print(module_of(function));
  text = text.substr(text.find("    "));
  return text.substr(4, text.find("    return") - 5);
}

TEST(Printer, TheGenericFormHasInherentAttributesInAngleBrackets) {
  test::Generic op;
  op.result_types = {scalar, pair};
  EXPECT_EQ(first_line(op),
            "%0:2 = \"test.generic\"(%x) <{dimension = 0 : i64}> : (tensor<2x3xf32>) -> "
            "(tensor<f32>, tensor<2xf32>)");
  op.result_types = {};
  op.is_stable = true;
  EXPECT_EQ(first_line(op, {{"z", {UnitAttribute{}}}}),
            "\"test.generic\"(%x) <{dimension = 0 : i64, is_stable = true}> {z} : (tensor<2x3xf32>) -> ()");
  EXPECT_EQ(first_line(test::Check{}), "\"check.expect\"(%x) : (tensor<2x3xf32>) -> ()");
}

TEST(Printer, CustomSyntaxPutsDiscardableAttributesBesideItsOwn) {
  EXPECT_EQ(first_line(test::Transpose{{1, 0}}, {{"a", {true}}}),
            "%0 = stablehlo.transpose %x, dims = [1, 0] {a = true} : (tensor<2x3xf32>) -> tensor<3x2xf32>");
}

Region sum_region() {
  auto region = std::make_shared<Function>("");
  const Value a = region->add_argument(scalar);
  const Value b = region->add_argument(scalar);
  region->add_result(apply(Add{}, {a, b}));
  return region;
}

TEST(Printer, RegionsOfTheGenericFormNameTheirArguments) {
  test::Generic op;
  op.result_types = {scalar};
  op.regions = {sum_region(), std::make_shared<Function>("")};
  EXPECT_EQ(first_line(op),
            "%0 = \"test.generic\"(%x) <{dimension = 0 : i64}> ({\n"
            "    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):\n"
            "      %1 = stablehlo.add %arg0, %arg1 : tensor<f32>\n"
            "      stablehlo.return %1 : tensor<f32>\n"
            "    }, {\n"
            "      stablehlo.return\n"
            "    }) : (tensor<2x3xf32>) -> tensor<f32>");
}

TEST(Printer, AReducerThatIsOneOperationIsNamedAndAnyOtherIsWritten) {
  auto function = std::make_shared<Function>("f");
  const Value x = function->add_argument(pair, "x");
  const Value zero = function->add_argument(scalar, "zero");
  function->add_result(apply(test::Reduce{{0}, {sum_region()}}, {x, zero}).named("sum"));
  auto twice = std::make_shared<Function>("");
  const Value a = twice->add_argument(scalar, "a");
  const Value b = twice->add_argument(scalar, "b");
  twice->add_result(apply(Add{}, {apply(Add{}, {a, b}), b}));
  function->add_result(apply(test::Reduce{{0}, {twice}}, {x, zero}));
  EXPECT_THAT(
      print(module_of(function)),
      testing::HasSubstr(
          "    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : "
          "(tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
          "    %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : "
          "(tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
          "     reducer(%a: tensor<f32>, %b: tensor<f32>)  {\n"
          "      %1 = stablehlo.add %a, %b : tensor<f32>\n"
          "      %2 = stablehlo.add %1, %b : tensor<f32>\n"
          "      stablehlo.return %2 : tensor<f32>\n"
          "    }\n"));
}

TEST(Printer, CapturedValuesPrintByTheirOuterNameAndAreNoOperands) {
  auto function = std::make_shared<Function>("f");
  const Value x = function->add_argument(scalar, "x");
  const Value step = constant(function->graph(), 1).named("step");
  auto condition = std::make_shared<Function>("");
  condition->add_result(condition->add_argument(scalar, "i"));
  condition->capture(scalar);
  auto body = std::make_shared<Function>("");
  const Value i = body->add_argument(scalar, "i");
  body->add_result(apply(Add{}, {i, body->capture(scalar)}));
  function->add_result(apply(test::While{{condition, body}}, {x, step}));
  EXPECT_THAT(print(module_of(function)),
              testing::HasSubstr("    %0 = stablehlo.while(%i = %x) : tensor<f32>\n"
                                 "    cond {\n"
                                 "      stablehlo.return %i : tensor<f32>\n"
                                 "    } do {\n"
                                 "      %1 = stablehlo.add %i, %step : tensor<f32>\n"
                                 "      stablehlo.return %1 : tensor<f32>\n"
                                 "    }\n"));
}

TEST(Printer, NamesAreValidAndUniqueInAFunction) {
  auto function = std::make_shared<Function>("f");
  const Value a = function->add_argument(scalar, "x");
  const Value b = function->add_argument(scalar, "x");
  const Value c = function->add_argument(scalar, "7");
  const Value d = apply(Add{}, {a, b}).named("layer 1/conv:0");
  const Value e = apply(Add{}, {b, c}).named("1st");
  const Value f = apply(Add{}, {d, e}).named("x_0");
  function->add_result(apply(Add{}, {f, f}).named("42"));
  EXPECT_EQ(print(module_of(function)),
            "module {\n"
            "  func.func @f(%x: tensor<f32>, %x_0: tensor<f32>, %arg0: tensor<f32>) -> tensor<f32> {\n"
            "    %layer_1_conv_0 = stablehlo.add %x, %x_0 : tensor<f32>\n"
            "    %_1st = stablehlo.add %x_0, %arg0 : tensor<f32>\n"
            "    %x_0_0 = stablehlo.add %layer_1_conv_0, %_1st : tensor<f32>\n"
            "    %0 = stablehlo.add %x_0_0, %x_0_0 : tensor<f32>\n"
            "    return %0 : tensor<f32>\n"
            "  }\n"
            "}\n");
}

// The same region in two operations: its names must differ, as MLIR forbids a name of an enclosing scope only
// inside, but a reader should never have to ask which one is meant.
TEST(Printer, ARegionUsedTwiceHasNewNamesEachTime) {
  auto function = std::make_shared<Function>("f");
  const Value x = function->add_argument(scalar, "x");
  test::Generic op;
  op.result_types = {scalar};
  op.regions = {sum_region()};
  function->add_result(apply(op, {apply(op, {x})}));
  const std::string text = print(module_of(function));
  EXPECT_THAT(text, testing::HasSubstr("^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):"));
  EXPECT_THAT(text, testing::HasSubstr("^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):"));
  EXPECT_THAT(text, testing::HasSubstr("%3 = stablehlo.add %arg2, %arg3"));
}

TEST(Printer, DeadOperationsOfABuiltFunctionAreNotPrinted) {
  auto function = std::make_shared<Function>("f");
  const Value x = function->add_argument(scalar, "x");
  apply(Add{}, {x, x}).named("dead");
  function->add_result(x);
  EXPECT_THAT(print(module_of(function)), testing::Not(testing::HasSubstr("dead")));
}

struct Mark {
  static constexpr std::string_view name = "test.mark";
  static constexpr bool is_mark = true;
  static constexpr std::tuple<> fields() { return {}; }
  std::vector<TensorType> infer(std::span<const TensorType> types) const { return {types[0]}; }
  Gradient vjp(const Application&) const { return Cotangents{std::nullopt}; }
};

TEST(Printer, AMarkThatWasNotTakenOutIsOurFault) {
  auto function = std::make_shared<Function>("f");
  function->add_result(apply(Mark{}, {function->add_argument(scalar, "x")}));
  EXPECT_THROW(print(module_of(function)), InternalError);
}

TEST(AttributeText, EveryKindAsMlirSpellsIt) {
  const AttributeDictionary dictionary{
      {"a", {IntegerAttribute{-1, ElementType::i8}}},
      {"b c", {IntegerAttribute{-1, ElementType::ui64}}},
      {"d", {FloatAttribute{1.5, ElementType::f32}}},
      {"e", {SymbolAttribute{"main"}}},
      {"f", {SymbolAttribute{"ma in"}}},
      {"g", {TensorType{ElementType::bf16, {2, 3}}}},
      {"h", {ArrayAttribute{ElementType::i1, {1, 0}}}},
      {"i", {ArrayAttribute{ElementType::i32, {}}}},
      {"j", {DialectAttribute{"stablehlo", "comparison_direction GT"}}},
      {"k", {DialectAttribute{"stablehlo", "channel_handle<handle = 1, type = 0>"}}},
      {"l",
       {Attribute::List{
           {IntegerAttribute{1}}, {FloatAttribute{2}}, {IntegerAttribute{3, ElementType::i32}}}}},
      {"m", {AttributeDictionary{}}},
      {"n", {OpaqueAttribute{"affine_map<(d0) -> (d0)>"}}},
      {"o", {UnitAttribute{}}},
      {"p", {std::string("tab\t \"quote\" back\\slash \xC3\xA9")}}};
  EXPECT_EQ(to_string(Attribute{dictionary}),
            "{a = -1 : i8, \"b c\" = 18446744073709551615 : ui64, d = 1.500000e+00 : f32, e = @main, "
            "f = @\"ma in\", g = tensor<2x3xbf16>, h = array<i1: true, false>, i = array<i32>, "
            "j = #stablehlo<comparison_direction GT>, k = #stablehlo.channel_handle<handle = 1, type = 0>, "
            "l = [1, 2.000000e+00, 3 : i32], m = {}, n = affine_map<(d0) -> (d0)>, o, "
            "p = \"tab\\09 \\22quote\\22 back\\\\slash \\C3\\A9\"}");
}

}  // namespace
}  // namespace stepwright
