#include "stepwright/eval/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/printer.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

using testing::HasSubstr;
using Outcome = CheckedProgram::Outcome;

// The only program of the text.
CheckedProgram check_one(std::string_view text) {
  const CheckReport report = check_programs(text, "a.mlir");
  EXPECT_EQ(report.programs.size(), 1u);
  return report.programs.front();
}

TEST(CheckPrograms, CountsEachProgramAndNamesThePlaceOfThoseThatDoNotPass) {
  const CheckReport report = check_programs(R"(// RUN: a comment of the test

func.func @passes() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  check.expect_eq_const %1, dense<[2, 4]> : tensor<2xi32>
  func.return
}

// -----

func.func @fails() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<2xf32>
  check.expect_almost_eq_const %1, dense<[1.0, 3.5]> : tensor<2xf32>
  func.return
}

// -----

func.func @unsupported() {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = "stablehlo.magic"(%0) : (tensor<f32>) -> tensor<f32>
  check.expect_eq %1, %0 : tensor<f32>
  func.return
}

// -----

func.func @wrong() {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  check.expect_eq %0, %absent : tensor<f32>
  func.return
}

// -----
// Nothing but a comment is no program.
)",
                                            "a.mlir");
  ASSERT_EQ(report.programs.size(), 4u);
  EXPECT_EQ(report.passed(), 1u);
  EXPECT_EQ(report.failed(), 2u);
  EXPECT_EQ(report.unsupported(), 1u);
  EXPECT_EQ(report.programs[0].place, "a.mlir:3");
  EXPECT_EQ(report.programs[0].message, "");
  EXPECT_EQ(report.programs[1].place, "a.mlir:12");
  EXPECT_EQ(report.programs[1].message,
            "@fails, check.expect_almost_eq_const: the check fails at element [1] (1 of 2 elements fail)\n"
            "  expected: 3.5 within 0.0001\n  found:    4");
  EXPECT_EQ(report.programs[2].outcome, Outcome::unsupported);
  EXPECT_THAT(report.programs[2].message, HasSubstr("stablehlo.magic"));
  EXPECT_EQ(report.programs[3].outcome, Outcome::failed);
  EXPECT_THAT(report.programs[3].message, HasSubstr("a.mlir:32"));
}

TEST(CheckPrograms, FloatsRoundToTheirOwnType) {
  // 1 + 2⁻⁸ is a tie in bf16 and goes to even; in f32 it is exact.
  EXPECT_EQ(check_one(R"(func.func @main() {
    %one = stablehlo.constant dense<1.0> : tensor<bf16>
    %tiny = stablehlo.constant dense<0.00390625> : tensor<bf16>
    %sum = stablehlo.add %one, %tiny : tensor<bf16>
    check.expect_eq_const %sum, dense<1.0> : tensor<bf16>
    %wide = stablehlo.constant dense<1.0> : tensor<f32>
    %small = stablehlo.constant dense<0.00390625> : tensor<f32>
    %exact = stablehlo.add %wide, %small : tensor<f32>
    check.expect_eq_const %exact, dense<1.00390625> : tensor<f32>
    func.return
  })")
                .message,
            "");
}

TEST(CheckPrograms, ProcessesRunInParallelAndMeetInCollectives) {
  const std::string program = R"(module @cross_replica {
    func.func @total(%x : tensor<2xi64>) -> tensor<2xi64> {
      %y = "stablehlo.all_reduce"(%x) ({
        ^bb0(%a: tensor<i64>, %b: tensor<i64>):
          %sum = stablehlo.add %a, %b : tensor<i64>
          stablehlo.return %sum : tensor<i64>
      }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi64>) -> tensor<2xi64>
      return %y : tensor<2xi64>
    }
    func.func @main() {
      %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
      %1 = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
      %2 = stablehlo.constant dense<[100, 200]> : tensor<2xi64>
      %r:3 = "interpreter.run_parallel"(%0, %1, %2) {programs = [[@total], [@total], [@total]]}
        : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
      check.expect_eq_const %r#0, dense<[111, 222]> : tensor<2xi64>
      check.expect_eq_const %r#2, dense<[111, 222]> : tensor<2xi64>
      func.return
    }
  })";
  EXPECT_EQ(check_one(program).message, "");
  std::string lonely = program;
  lonely.replace(lonely.find("[[0, 1, 2]]> : tensor<1x3xi64>"), 30, "[[0, 1, 3]]> : tensor<1x3xi64>");
  EXPECT_EQ(check_one(lonely).outcome, Outcome::failed);
}

TEST(CheckPrograms, AProgramThatChecksNothingDoesNotPass) {
  EXPECT_EQ(check_one("func.func @main() {\n  func.return\n}").message,
            "the program checks nothing\n"
            "  expected: an operation of the check dialect, check.expect_eq_const for instance");
}

TEST(CheckPrograms, AProgramThatTakesArgumentsDoesNotPass) {
  EXPECT_EQ(check_one(R"(func.func @main(%x: tensor<f32>) {
    check.expect_eq %x, %x : tensor<f32>
    func.return
  })")
                .message,
            "@main: a program that checks itself takes no arguments\n  found:    1 arguments");
}

// A program of two f32 tensors %x and %y, two steps of f32 apart, with the given check.
CheckedProgram check_of_close(std::string_view check) {
  return check_one(R"(func.func @main() {
    %x = stablehlo.constant dense<1.0> : tensor<2xf32>
    %y = stablehlo.constant dense<[1.0, 1.00000024]> : tensor<2xf32>
    )" + std::string(check) +
                   "\n  func.return\n}");
}

TEST(CheckPrograms, EachCheckReadsItsSyntax) {
  const auto message = [](std::string_view check) { return check_of_close(check).message; };
  EXPECT_EQ(message("check.expect_close %x, %y, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>"), "");
  EXPECT_THAT(message("check.expect_close %x, %y, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>"),
              HasSubstr("element [1] (1 of 2 elements fail)\n  expected: 1.0000002 within 0 to 1 ulp"));
  EXPECT_THAT(message("check.expect_close %x, %y, max_ulp_difference = 2, min_ulp_difference = 1 : "
                      "tensor<2xf32>, tensor<2xf32>"),
              HasSubstr("element [0]"));
  EXPECT_EQ(message("check.expect_almost_eq %x, %y : tensor<2xf32>"), "");
  EXPECT_EQ(message("check.expect_almost_eq %x, %y, tolerance = 0.1 : tensor<2xf32>"), "");
  EXPECT_THAT(message("check.expect_almost_eq %x, %y, tolerance = 1.0e-8 : tensor<2xf32>"),
              HasSubstr("expected: 1.0000002 within 1e-08"));
  EXPECT_EQ(message("check.expect_almost_eq_const %x, dense<1.05> : tensor<2xf32> {tolerance = 0.1 : f64}"),
            "");
  EXPECT_THAT(message("check.expect_almost_eq_const %x, dense<1.05> : tensor<2xf32>, tolerance = 0.01"),
              HasSubstr("within 0.01"));
  EXPECT_THAT(message("check.expect_eq %x, %y : tensor<2xf32>"), HasSubstr("found:    1"));
  EXPECT_THAT(message("check.expect_eq_const %x, dense<1.0> : tensor<3xf32>"),
              HasSubstr("the operand types are not those declared"));
}

// stablehlo/testdata has its checks in this form.
TEST(CheckPrograms, CustomCallsOfChecksCheck) {
  const auto message = [](std::string target) {
    return check_of_close("stablehlo.custom_call @" + target +
                          "(%x, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()")
        .message;
  };
  EXPECT_EQ(message("check.expect_close"), "");
  EXPECT_EQ(message("check.expect_almost_eq"), "");
  EXPECT_THAT(message("check.expect_eq"), HasSubstr("stablehlo.custom_call: the check fails at element [1]"));
  const CheckedProgram unknown = check_of_close(
      "stablehlo.custom_call @check.expect_magic(%x, %y) {has_side_effect = true} : (tensor<2xf32>, "
      "tensor<2xf32>) -> ()");
  EXPECT_EQ(unknown.outcome, Outcome::unsupported);
  EXPECT_THAT(unknown.message, HasSubstr("the check @check.expect_magic is not known here"));
}

TEST(CheckPrograms, ChecksPrintAsTheyRead) {
  const std::string text = R"(module {
  func.func @main() {
    %0 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    check.expect_eq %0, %0 : tensor<2xf32>
    check.expect_eq_const %0, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    check.expect_almost_eq %0, %0 : tensor<2xf32>
    check.expect_almost_eq %0, %0, tolerance = 1.000000e-01 : tensor<2xf32>
    check.expect_almost_eq_const %0, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, tolerance = 1.000000e-01
    check.expect_close %0, %0, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
    return
  }
}
)";
  EXPECT_EQ(print(parse(text, "a.mlir", operation_readers())), text);
}

}  // namespace
}  // namespace stepwright
