#include "stepwright/ops/custom_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

op::CustomCall call_of(std::string target, std::optional<bool> has_side_effect = {}) {
  op::CustomCall call;
  call.call_target_name = std::move(target);
  call.has_side_effect = has_side_effect;
  call.result_types = {{ElementType::f32, {2}}};
  return call;
}

std::string function_with(const std::string& line) {
  return "func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {\n  " + line +
         "\n  return %y : tensor<2xf32>\n}\n";
}

std::string reprinted(const std::string& line) {
  return print(parse(function_with(line), "call.mlir", operation_readers()));
}

TEST(CustomCall, KeepsWhateverItIsGiven) {
  const std::string line =
      "%y = stablehlo.custom_call @\"vendor.op-1\"(%x) {api_version = 4 : i32, backend_config = {bar = 42 : "
      "i32}, called_computations = [@body], has_side_effect = true, mhlo.sharding = \"{replicated}\", "
      "operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = "
      "[#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices "
      "= "
      "[]>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>) -> tensor<2xf32>";
  EXPECT_THAT(reprinted(line), HasSubstr(line));
}

TEST(CustomCall, LeavesOutAttributesThatHaveTheirDefaults) {
  const std::string line =
      "%y = \"stablehlo.custom_call\"(%x) <{api_version = 1 : i32, backend_config = \"\", call_target_name = "
      "\"f\", called_computations = [], has_side_effect = false, output_operand_aliases = []}> : "
      "(tensor<2x3xf32>) -> tensor<2xf32>";
  EXPECT_THAT(
      reprinted(line),
      HasSubstr(
          "%y = stablehlo.custom_call @f(%x) {backend_config = \"\"} : (tensor<2x3xf32>) -> tensor<2xf32>"));
}

TEST(CustomCall, WithoutAMeaningNamesItsTarget) {
  const Module module =
      parse(function_with("%y = stablehlo.custom_call @mystery(%x) : (tensor<2x3xf32>) -> tensor<2xf32>"),
            "call.mlir", operation_readers());
  const std::vector x{Tensor<Rounding>({ElementType::f32, {2, 3}}, std::vector<double>(6, 1.0))};
  EXPECT_EQ(complaint([&] { evaluate(module, x, Rounding{}); }),
            "@main, %y = stablehlo.custom_call: the custom call @mystery has no meaning known here\n"
            "  remedy:   run the program on a plugin that has it");
}

TEST(CustomCall, HasNoGradient) {
  Graph graph;
  const std::vector<Value> x{graph.argument({ElementType::f32, {2}}, "x")};
  const Value y = reduce_sum(custom_call(call_of("mystery"), x).front(), {0});
  EXPECT_THAT(complaint([&] { gradient(y, x); }),
              HasSubstr("what the custom call @mystery computes is not known"));
}

TEST(CustomCall, WithASideEffectIsNeverMerged) {
  Graph graph;
  const std::vector<Value> x{graph.argument({ElementType::f32, {2}}, "x")};
  EXPECT_NE(custom_call(call_of("f", true), x), custom_call(call_of("f", true), x));
  EXPECT_EQ(custom_call(call_of("f"), x), custom_call(call_of("f"), x));
  EXPECT_NE(custom_call(call_of("f"), x), custom_call(call_of("g"), x));
}

}  // namespace
}  // namespace stepwright
