// How convolution and dot_general are read and printed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "numbers.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/printer.h"
#include "stepwright/ops/all.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

using testing::HasSubstr;

// A function that applies `operation`, given from after `%0 = `, to arguments %arg0 and %arg1.
std::string program(const std::string& lhs, const std::string& rhs, const std::string& operation,
                    const std::string& result) {
  return "module {\n  func.func @f(%arg0: " + lhs + ", %arg1: " + rhs + ") -> " + result +
         " {\n    %0 = " + operation + " : (" + lhs + ", " + rhs + ") -> " + result +
         "\n    return %0 : " + result + "\n  }\n}\n";
}
std::string reprinted(const std::string& text) {
  return print(parse(text, "f.mlir", operation_readers()));
}

std::string convolution_program(const std::string& attributes) {
  return program(
      "tensor<1x1x5x5xf32>", "tensor<1x1x3x3xf32>",
      "stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], " +
          attributes,
      "tensor<1x1x3x3xf32>");
}
constexpr const char* groups = " {batch_group_count = 1 : i64, feature_group_count = 1 : i64}";

TEST(ConvolutionText, case_A8_SpelledOutAndMinimalAreOneOperationAndOneText) {
  const std::string minimal = convolution_program(std::string("window = {}") + groups);
  const std::string spelled = convolution_program(
      "window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], "
      "reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
      "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}");
  EXPECT_EQ(reprinted(minimal), minimal);
  EXPECT_EQ(reprinted(spelled), minimal);
  const auto token = [](const std::string& text) {
    return parse(text, "f.mlir", operation_readers()).functions.front()->token();
  };
  EXPECT_EQ(token(spelled), token(minimal));
}

TEST(ConvolutionText, EveryPartIsReadAndPrintedAlike) {
  const std::string text = program(
      "tensor<4x3x5x6xbf16>", "tensor<1x2x6x3xbf16>",
      "stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[1, 0, o, i]->[0, b, 1, f], window = "
      "{stride = [2, 1], pad = [[1, -1], [0, 2]], lhs_dilate = [2, 1], rhs_dilate = [1, 3], reverse = [true, "
      "false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, note = \"kept\", "
      "precision_config = "
      "[#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]}",
      "tensor<2x4x7x6xf32>");
  EXPECT_EQ(reprinted(text), text);
}

TEST(ConvolutionText, TheGenericFormIsReadAsWell) {
  const std::string generic = program(
      "tensor<1x1x5x5xf32>", "tensor<1x1x3x3xf32>",
      "\"stablehlo.convolution\"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = "
      "#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, padding = "
      "dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: false, "
      "true>}>",
      "tensor<1x1x3x5xf32>");
  EXPECT_THAT(reprinted(generic),
              HasSubstr("window = {pad = [[1, 1], [1, 1]], rhs_dilate = [2, 1], reverse = [false, true]}"));
}

TEST(ConvolutionText, NumbersMayStandForReversalAndPartsInAnyOrder) {
  EXPECT_THAT(
      reprinted(convolution_program(std::string("window = {reverse = [0, 1], stride = [1, 1]}") + groups)),
      HasSubstr("window = {reverse = [false, true]}"));
}

// What JAX writes for the same gradients, but for the defaults: the kernel's by a convolution in which batch
// and features change places, the input's with the kernel reversed and its features exchanged.
TEST(ConvolutionText, TheGradientsOfADenseConvolutionNeedNoTranspose) {
  auto function = std::make_shared<Function>("gradient");
  const Value x = function->add_argument({ElementType::f32, {8, 3, 16, 16}});
  const Value w = function->add_argument({ElementType::f32, {5, 3, 3, 3}});
  const Value dy = function->add_argument({ElementType::f32, {8, 5, 16, 16}});
  const Value y = convolution(x, w, {.padding = {{1, 1}, {1, 1}}});
  for (const Value& each : pull_back(std::vector{y}, std::vector{dy}, std::vector{x, w})) {
    function->add_result(each);
  }
  Module module;
  module.functions.push_back(function);
  const std::string text = print(module);
  EXPECT_THAT(text, HasSubstr("stablehlo.reverse %arg1, dims = [2, 3] : tensor<5x3x3x3xf32>"));
  EXPECT_THAT(
      text,
      HasSubstr("dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]}"
                " {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x5x16x16xf32>, "
                "tensor<5x3x3x3xf32>) -> tensor<8x3x16x16xf32>"));
  EXPECT_THAT(text,
              HasSubstr("stablehlo.convolution(%arg0, %arg2) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, "
                        "b, 0, 1], window = {pad = [[1, 1], [1, 1]]}"));
  EXPECT_EQ(function->body().size(), 3u);
  EXPECT_EQ(print(parse(text, "gradient.mlir", operation_readers())), text);
}

TEST(ConvolutionText, FaultsAreNamedWithTheirPlace) {
  const auto complaint_about = [](const std::string& attributes) {
    return complaint([&] { parse(convolution_program(attributes), "f.mlir", operation_readers()); });
  };
  const std::string unknown = complaint_about(std::string("window = {strides = [1, 1]}") + groups);
  EXPECT_THAT(unknown, HasSubstr("f.mlir:3:"));
  EXPECT_THAT(unknown, HasSubstr("unknown or repeated part of a window: strides"));
  EXPECT_THAT(unknown, HasSubstr("stride, pad, lhs_dilate, rhs_dilate or reverse, each at most once"));
  EXPECT_THAT(complaint_about(std::string("window = {pad = [[0, 0]], pad = [[0, 0]]}") + groups),
              HasSubstr("unknown or repeated part of a window: pad"));
  EXPECT_THAT(complaint_about(std::string("window = {pad = [[0, 0, 0]]}") + groups),
              HasSubstr("padding is a pair for each dimension"));
  EXPECT_THAT(complaint_about("window = {}"),
              HasSubstr("stablehlo.convolution lacks its attribute `feature_group_count`"));
  EXPECT_THAT(complaint_about(std::string("window = {stride = [1]}") + groups),
              HasSubstr("violates convolution_c2: window_strides has one value for each of 2 dimensions"));
}

TEST(ConvolutionDimensions, FaultsAreNamed) {
  const auto complaint_about = [](std::string_view text) {
    return complaint([&] { ConvolutionDimensions::from_text(text); });
  };
  EXPECT_EQ(complaint_about("[b, f, 0]x[o, i, 0]->[b, f, 0]"), "no complaint");
  EXPECT_THAT(complaint_about("[b, f, 0]"), HasSubstr("not the dimension numbers of a convolution"));
  EXPECT_THAT(complaint_about("[b, b, 0]x[o, i, 0]->[b, f, 0]"),
              HasSubstr("the dimension `b` has to stand once\n"
                        "  expected: `[b, f, 0, …]x[o, i, 0, …]->[b, f, 0, …]`\n"
                        "  found:    [b, b, 0]"));
  EXPECT_THAT(complaint_about("[b, f, 0]x[o, i, 1]->[b, f, 0]"),
              HasSubstr("the dimension `0` has to stand once"));
  EXPECT_THAT(complaint_about("[b, f, 0]x[b, f, 0]->[b, f, 0]"),
              HasSubstr("the dimension `i` has to stand once"));
}

// ---- dot_general ----

std::string dot_program(const std::string& attributes) {
  return program("tensor<2x3x4xf32>", "tensor<2x4x5xf32>",
                 "stablehlo.dot_general %arg0, %arg1, " + attributes, "tensor<2x3x5xf32>");
}
constexpr const char* dimensions = "batching_dims = [0] x [0], contracting_dims = [2] x [1]";
constexpr const char* algorithm =
    "algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, "
    "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
    "allow_imprecise_accumulation = false>";

TEST(DotGeneralText, EveryPartIsReadAndPrintedAlike) {
  for (const std::string& attributes :
       {std::string(dimensions), std::string(dimensions) + ", precision = [HIGH, HIGHEST]",
        std::string(dimensions) + ", " + algorithm, std::string(dimensions) + " {note = 1 : i64}"}) {
    EXPECT_EQ(reprinted(dot_program(attributes)), dot_program(attributes));
  }
}

TEST(DotGeneralText, DefaultsAreLeftOut) {
  EXPECT_EQ(reprinted(dot_program(std::string(dimensions) + ", precision = [DEFAULT, DEFAULT]")),
            dot_program(dimensions));
  EXPECT_EQ(
      reprinted(dot_program(std::string(dimensions) + ", precision = [DEFAULT, DEFAULT], " + algorithm)),
      dot_program(std::string(dimensions) + ", " + algorithm));
}

TEST(DotGeneralText, TheGenericFormIsReadAsWell) {
  const std::string text = program(
      "tensor<2x3x4xf32>", "tensor<2x4x5xf32>",
      "\"stablehlo.dot_general\"(%arg0, %arg1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = "
      "tf32, "
      "rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
      "num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = "
      "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
      "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = "
      "[#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}>",
      "tensor<2x3x5xf32>");
  EXPECT_EQ(reprinted(text), dot_program(std::string(dimensions) + ", " + algorithm));
}

TEST(DotGeneralText, FaultsAreNamedWithTheirPlace) {
  const auto complaint_about = [](const std::string& attributes) {
    return complaint([&] { parse(dot_program(attributes), "f.mlir", operation_readers()); });
  };
  EXPECT_THAT(complaint_about("batching_dims = [0] x [0]"), HasSubstr("f.mlir:3:"));
  EXPECT_THAT(complaint_about(std::string(dimensions) + ", precision = [FAST]"),
              HasSubstr("unknown precision\n  expected: one of DEFAULT, HIGH, HIGHEST\n  found:    FAST"));
  EXPECT_THAT(complaint_about(std::string(dimensions) + ", algorithm = <lhs_precision_type = tf32>"),
              HasSubstr("the dot algorithm lacks a member\n  expected: `rhs_precision_type = …`"));
  EXPECT_THAT(complaint_about(std::string(dimensions) + ", algorithm = <lhs_precision_type = f33>"),
              HasSubstr("unknown element type\n  expected: f32, tf32, …\n  found:    f33"));
  EXPECT_THAT(complaint_about("batching_dims = [0] x [0], contracting_dims = [1] x [1]"),
              HasSubstr("violates dot_general_c10"));
}

}  // namespace
}  // namespace stepwright
