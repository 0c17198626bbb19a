// What the parser says to a text that is wrong: place, fault, what was expected and found.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/printer.h"

namespace stepwright {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string complaint_of(std::string_view text) {
  try {
    test::parsed(text);
  } catch (const UnsupportedOperation& error) {
    return std::string("unsupported: ") + error.what();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no complaint";
}

// Of lines in a function of `%x: tensor<2xf32>`; the first is line 2, indented by two.
std::string in_function(std::string_view lines) {
  return complaint_of("func.func @f(%x: tensor<2xf32>) {\n  " + std::string(lines) + "\n  return\n}\n");
}

std::string of_constant(std::string_view literal) {
  return in_function("%0 = stablehlo.constant " + std::string(literal));
}

TEST(ParserErrors, CaseA1HexadecimalFloatsOfTheWrongWidthOrWithASign) {
  EXPECT_EQ(of_constant("dense<0x7FF0000000000000> : tensor<f32>"),
            "test.mlir:2:33: the bits do not fit f32\n"
            "  expected: at most 8 hexadecimal digits\n"
            "  found:    `0x7FF0000000000000`");
  EXPECT_EQ(of_constant("dense<-0x7F800000> : tensor<f32>"),
            "test.mlir:2:34: the bits of a floating-point number have no sign\n"
            "  expected: the bits of the f32 itself, its sign among them\n"
            "  found:    `-0x7F800000`");
  EXPECT_THAT(of_constant("dense<0xFF800000> : tensor<bf16>"), HasSubstr("the bits do not fit bf16"));
}

TEST(ParserErrors, CaseA2FloatsNeedAPoint) {
  EXPECT_EQ(of_constant("dense<1> : tensor<f32>"),
            "test.mlir:2:33: `1` is not a number of type f32\n"
            "  expected: a number with a decimal point, or its bits in hexadecimal\n"
            "  remedy:   write `1.0`");
  EXPECT_THAT(of_constant("dense<-inf> : tensor<f32>"), HasSubstr("2:34: an element is missing"));
  EXPECT_THAT(of_constant("dense<1e5> : tensor<f32>"), HasSubstr("2:34: `>` is missing"));
}

TEST(ParserErrors, CaseA11DimensionsMustBeNumbers) {
  EXPECT_EQ(complaint_of("func.func @f(%x: tensor<?x3xf32>) { return }"),
            "unsupported: test.mlir:1:25: dimensions must be numbers\n"
            "  expected: a tensor type of known shape, `tensor<2x3xf32>`\n"
            "  found:    `?`\n"
            "  remedy:   write the program for one shape, such as one batch size");
  EXPECT_THAT(complaint_of("func.func @f(%x: tensor<*xf32>) { return }"),
              StartsWith("unsupported: test.mlir:1:25: dimensions must be numbers"));
}

TEST(ParserErrors, LiteralsOutOfRange) {
  EXPECT_THAT(of_constant("dense<256> : tensor<i8>"),
              HasSubstr("2:33: the number is out of the range of i8"));
  EXPECT_THAT(of_constant("dense<-129> : tensor<i8>"), HasSubstr("the number is out of the range of i8"));
  EXPECT_THAT(of_constant("dense<-1> : tensor<ui8>"), HasSubstr("the number is out of the range of ui8"));
  EXPECT_THAT(of_constant("dense<-2> : tensor<i1>"), HasSubstr("the number is out of the range of i1"));
  EXPECT_THAT(of_constant("dense<18446744073709551616> : tensor<ui64>"),
              HasSubstr("the number does not fit 64 bits\n  found:    `18446744073709551616`"));
  EXPECT_THAT(of_constant("dense<-9223372036854775809> : tensor<i64>"), HasSubstr("out of the range of i64"));
  EXPECT_THAT(of_constant("dense<1.0E+400> : tensor<f64>"), HasSubstr("the number is too large for f64"));
  EXPECT_THAT(
      of_constant("dense<1.0E+39> : tensor<f32>"),
      HasSubstr("too large for f32\n  found:    `1.0E+39`\n  remedy:   write an infinity by its bits"));
  EXPECT_THAT(of_constant("dense<500.0> : tensor<f8E4M3FN>"), HasSubstr("too large for f8E4M3FN"));
  EXPECT_THAT(of_constant("dense<1.5> : tensor<i32>"),
              HasSubstr("an integer tensor has a fractional element"));
  EXPECT_THAT(of_constant("dense<true> : tensor<i32>"), HasSubstr("`true` is not a number of type i32"));
}

TEST(ParserErrors, LiteralsOfTheWrongShape) {
  EXPECT_EQ(of_constant("dense<[1.0, 2.0]> : tensor<3xf32>"),
            "test.mlir:2:33: the elements have another shape than their type\n"
            "  expected: elements of tensor<3xf32>\n"
            "  found:    lists of shape 2");
  EXPECT_THAT(of_constant("dense<[1.0]> : tensor<f32>"), HasSubstr("another shape than their type"));
  EXPECT_THAT(of_constant("dense<[[1, 2], [3]]> : tensor<2x2xi32>"),
              HasSubstr("2:42: the lists of a tensor differ in shape\n  expected: a list of shape 2\n"
                        "  found:    a list of shape 1"));
  EXPECT_THAT(of_constant("dense<[1, [2]]> : tensor<2xi32>"), HasSubstr("expected: an element"));
  EXPECT_THAT(of_constant("dense<> : tensor<2xf32>"), HasSubstr("the tensor has no elements"));
}

TEST(ParserErrors, LiteralsInBytes) {
  EXPECT_EQ(of_constant("dense<\"0x00000000000000\"> : tensor<2xf32>"),
            "test.mlir:2:33: the bytes do not fit the type\n"
            "  expected: 8 bytes for tensor<2xf32>\n"
            "  found:    7 bytes");
  EXPECT_THAT(of_constant("dense<\"00\"> : tensor<2xf32>"),
              HasSubstr("the elements are no bytes in hexadecimal"));
  EXPECT_THAT(of_constant("dense<\"0x0\"> : tensor<i8>"), HasSubstr("two digits for each byte"));
  EXPECT_THAT(of_constant("dense<\"0x0G\"> : tensor<i8>"), HasSubstr("two digits for each byte"));
}

TEST(ParserErrors, TypesThatStepwrightDoesNotHaveAreUnsupported) {
  const auto of_type = [](const std::string& type) {
    return complaint_of("func.func @f(%x: " + type + ") { return }");
  };
  EXPECT_THAT(of_type("tensor<2xcomplex<f32>>"),
              StartsWith("unsupported: test.mlir:1:27: the element type `complex` is not supported\n"
                         "  expected: f64, f32, f16"));
  EXPECT_THAT(of_type("tensor<2x!quant.uniform<i8:f32, 1.0>>"),
              HasSubstr("the element type `!quant.uniform` is not supported"));
  EXPECT_THAT(of_type("tensor<i128>"), StartsWith("unsupported: "));
  EXPECT_THAT(of_type("tensor<index>"), StartsWith("unsupported: "));
  EXPECT_THAT(of_type("tensor<f80>"), StartsWith("unsupported: "));
  EXPECT_THAT(of_type("tensor<2xf32, #stablehlo.bounds<4>>"),
              StartsWith("unsupported: test.mlir:1:30: tensor types with an encoding are not supported"));
  EXPECT_THAT(of_type("!stablehlo.token"),
              StartsWith("unsupported: test.mlir:1:18: the type `!stablehlo.token` is not supported"));
  EXPECT_THAT(of_type("tuple<tensor<f32>>"), StartsWith("unsupported: "));
  EXPECT_THAT(of_constant("dense<(1.0, 2.0)> : tensor<complex<f32>>"),
              StartsWith("unsupported: test.mlir:2:33: complex numbers are not supported"));
  EXPECT_THAT(of_constant("dense_resource<big> : tensor<f32>"), StartsWith("unsupported: "));
}

TEST(ParserErrors, MisspeltTypesAreFaults) {
  const auto of_type = [](const std::string& type) {
    return complaint_of("func.func @f(%x: " + type + ") { return }");
  };
  EXPECT_THAT(of_type("tensor<2xfloat>"),
              StartsWith("test.mlir:1:27: unknown element type\n  expected: f64,"));
  EXPECT_THAT(of_type("tensor<2 3xf32>"), StartsWith("test.mlir:1:27: a dimension is not followed by `x`"));
  EXPECT_THAT(of_type("tenso<2xf32>"), StartsWith("test.mlir:1:18: a type is missing"));
  EXPECT_THAT(of_type("tensor<99999999999999999999xf32>"),
              StartsWith("test.mlir:1:25: a dimension does not fit 64 bits"));
  EXPECT_THAT(of_type("tensor<4294967296x4294967296xf32>"),
              StartsWith("test.mlir:1:18: the tensor is too large"));
  EXPECT_THAT(of_type("tensor<-1xf32>"), StartsWith("test.mlir:1:25: unknown element type"));
}

TEST(ParserErrors, UnknownOperationsAreUnsupportedAndNameTheNearest) {
  EXPECT_EQ(in_function("%0 = stablehlo.transpoes %x : tensor<2xf32>"),
            "unsupported: test.mlir:2:8: the operation stablehlo.transpoes is not supported\n"
            "  remedy:   did you mean `stablehlo.transpose`?");
  EXPECT_EQ(in_function("%0 = \"chlo.erf\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
            "unsupported: test.mlir:2:8: the operation chlo.erf is not supported");
  EXPECT_THAT(in_function("constant 5"),
              StartsWith("unsupported: test.mlir:2:3: the operation func.constant is"));
  EXPECT_EQ(complaint_of("sdy.mesh @mesh = <[\"a\"=2]>"),
            "unsupported: test.mlir:1:1: the operation sdy.mesh is not supported\n  expected: `func.func`");
  EXPECT_THAT(complaint_of("!t = tensor<f32>\nfunc.func @f() { return }"),
              StartsWith("unsupported: test.mlir:1:1: the type alias !t is not supported"));
}

TEST(ParserErrors, TheTypeRuleOfAnOperationSpeaksAtItsPlace) {
  EXPECT_EQ(in_function("%c = stablehlo.constant dense<0.0> : tensor<3xf32>\n"
                        "  %0 = stablehlo.add %x, %c : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>"),
            "test.mlir:3:8: stablehlo.add violates add_c1: the operands have one type\n  found:    others");
}

TEST(ParserErrors, DeclaredTypesMustBeTheActualOnes) {
  EXPECT_EQ(in_function("%0 = stablehlo.add %x, %x : tensor<3xf32>"),
            "test.mlir:2:8: the operand types are not those declared\n"
            "  expected: (tensor<3xf32>, tensor<3xf32>), as declared\n"
            "  found:    (tensor<2xf32>, tensor<2xf32>)");
  EXPECT_THAT(in_function("%0 = stablehlo.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>"),
              StartsWith("test.mlir:2:8: the result types are not those declared\n"
                         "  expected: (tensor<2xf64>), as declared\n"
                         "  found:    (tensor<2xf32>)"));
  EXPECT_THAT(
      complaint_of("func.func @f(%x: tensor<2xf32>) -> tensor<f32> {\n  return %x : tensor<2xf32>\n}"),
      HasSubstr("the result types are not those declared"));
  EXPECT_THAT(
      complaint_of("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<f32>\n}"),
      StartsWith("test.mlir:2:3: the operand types are not those declared"));
  EXPECT_THAT(complaint_of("func.func @f(%x: tensor<2xf32>) {\n  return %x : tensor<2xf32>\n}"),
              HasSubstr("the result types are not those declared"));
}

TEST(ParserErrors, Values) {
  EXPECT_EQ(in_function("%0 = stablehlo.add %x, %y : tensor<2xf32>"),
            "test.mlir:2:26: the value %y is not defined\n"
            "  expected: a value defined before\n"
            "  remedy:   did you mean `%x`?");
  EXPECT_THAT(in_function("%0 = stablehlo.add %0, %x : tensor<2xf32>"),
              HasSubstr("the value %0 is not defined"));
  EXPECT_THAT(in_function("%x = stablehlo.add %x, %x : tensor<2xf32>"),
              StartsWith("test.mlir:2:3: the value %x is defined already"));
  EXPECT_THAT(in_function("%0 = stablehlo.add %x#1, %x : tensor<2xf32>"),
              StartsWith("test.mlir:2:22: %x has no result #1\n  expected: a number below 1"));
  EXPECT_THAT(in_function("%0 = stablehlo.add %x#y, %x : tensor<2xf32>"),
              HasSubstr("the number of a result is missing"));
  EXPECT_THAT(in_function("%0:2 = stablehlo.add %x, %x : tensor<2xf32>"),
              StartsWith("test.mlir:2:10: the operation has another number of results than are named\n"
                         "  expected: 1 names\n  found:    2 names"));
  EXPECT_THAT(in_function("%0 = \"check.expect\"(%x) : (tensor<2xf32>) -> ()"),
              HasSubstr("expected: 0 names\n  found:    1 names"));
  EXPECT_THAT(in_function("%0:0 = stablehlo.add %x, %x : tensor<2xf32>"), HasSubstr("at least one result"));
}

TEST(ParserErrors, ARegionsValuesAreNotSeenOutside) {
  EXPECT_THAT(in_function("%0 = \"test.generic\"() ({\n"
                          "    %y = stablehlo.add %x, %x : tensor<2xf32>\n"
                          "    stablehlo.return\n"
                          "  }) {dimension = 0 : i64} : () -> tensor<f32>\n"
                          "  %1 = stablehlo.add %y, %y : tensor<2xf32>"),
              StartsWith("test.mlir:6:22: the value %y is not defined"));
  EXPECT_THAT(in_function("%0 = \"test.generic\"() ({\n"
                          "    %x = stablehlo.constant dense<1.0> : tensor<f32>\n"
                          "    stablehlo.return\n"
                          "  }) {dimension = 0 : i64} : () -> tensor<f32>"),
              StartsWith("test.mlir:3:5: the value %x is defined already"));
}

TEST(ParserErrors, ARegionThatCannotCaptureIsUnsupportedWithOutsideValues) {
  EXPECT_EQ(in_function(
                "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                "  %y = stablehlo.add %z, %z : tensor<f32>\n"
                "  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) "
                "-> tensor<f32>\n"
                "   reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
                "    %s = stablehlo.add %a, %y : tensor<f32>\n"
                "    stablehlo.return %s : tensor<f32>\n"
                "  }"),
            "unsupported: test.mlir:6:28: the region of stablehlo.reduce uses the value %y from outside\n"
            "  expected: the region's own arguments, and constants");
}

TEST(ParserErrors, Calls) {
  const std::string self =
      "func.func private @f(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>\n"
      "  return %0 : tensor<f32>\n}\n";
  const std::string other =
      "func.func private @g(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>\n"
      "  return %0 : tensor<f32>\n}\n";
  EXPECT_EQ(complaint_of(self + other),
            "test.mlir:6:8: the function @f calls itself\n"
            "  expected: calls that can be inlined, without recursion");
  EXPECT_EQ(complaint_of(self), "test.mlir:2:8: there is no function @g\n  remedy:   did you mean `@f`?");
  EXPECT_THAT(in_function("%0 = call @f(%x) : (tensor<2xf32>) -> tensor<f32>"), HasSubstr("@f calls itself"));
  EXPECT_THAT(
      complaint_of("func.func @f(%x: tensor<2xf32>) {\n  %0 = call @g(%x) : (tensor<2xf32>) -> tensor<f32>\n"
                   "  return\n}\nfunc.func @g(%y: tensor<2xf32>) {\n  return\n}"),
      StartsWith("test.mlir:2:8: the result types are not those declared"));
  EXPECT_THAT(in_function("\"func.call\"(%x) : (tensor<2xf32>) -> ()"), HasSubstr("a call has no callee"));
}

// Each function calls the one before twice: 2^40 operations if all were copied.
TEST(ParserErrors, CallsThatDoubleAtEachLevelStop) {
  std::string text =
      "func.func @f0(%x: tensor<f32>) {\n  %0 = stablehlo.add %x, %x : tensor<f32>\n  return\n}\n";
  for (int level = 1; level <= 40; ++level) {
    const std::string call = "  call @f" + std::to_string(level - 1) + "(%x) : (tensor<f32>) -> ()\n";
    text += "func.func @f" + std::to_string(level) + "(%x: tensor<f32>) {\n" + call + call + "  return\n}\n";
  }
  EXPECT_THAT(complaint_of(text), HasSubstr("the calls of the function come to too many operations"));
}

TEST(ParserErrors, DeepNestingStops) {
  const auto repeated = [](std::string_view part, int times) {
    std::string text;
    for (int time = 0; time < times; ++time) text += part;
    return text;
  };
  EXPECT_THAT(complaint_of("module attributes {a = " + repeated("[", 100000)),
              HasSubstr("the text nests too deeply\n  expected: at most 200 levels"));
  EXPECT_THAT(complaint_of("module attributes " + repeated("{a = ", 100000)),
              HasSubstr("the text nests too deeply"));
  EXPECT_THAT(of_constant("dense<" + repeated("[", 100000)), HasSubstr("the text nests too deeply"));
  EXPECT_THAT(in_function(repeated("\"test.generic\"() ({\n", 100000)),
              HasSubstr("the text nests too deeply"));
  std::string calls;
  for (int level = 0; level < 1000; ++level) {
    calls += "func.func @f" + std::to_string(level) + "() {\n  call @f" + std::to_string(level + 1) +
             "() : () -> ()\n  return\n}\n";
  }
  EXPECT_THAT(complaint_of(calls), HasSubstr("the text nests too deeply"));
}

// Functions of moderate depth that call each other inside their regions add up.
TEST(ParserErrors, DeepNestingByInliningStops) {
  std::string text;
  for (int level = 0; level < 10; ++level) {
    text += "func.func @f" + std::to_string(level) + "() {\n";
    for (int depth = 0; depth < 50; ++depth) text += "\"test.generic\"() ({\n";
    if (level > 0) text += "call @f" + std::to_string(level - 1) + "() : () -> ()\n";
    text += "stablehlo.return\n";
    for (int depth = 0; depth < 50; ++depth) {
      text += "}) {dimension = 0 : i64} : () -> ()\n";
      text += depth < 49 ? "stablehlo.return\n" : "return\n";
    }
    text += "}\n";
  }
  EXPECT_THAT(complaint_of(text), HasSubstr("the text nests too deeply"));
}

TEST(ParserErrors, Blocks) {
  EXPECT_EQ(complaint_of("func.func @f() {\n}"),
            "test.mlir:2:1: `func.return` is missing at the end of a block\n"
            "  expected: `func.return`\n"
            "  found:    `}`");
  EXPECT_THAT(complaint_of("func.func @f() {\n  \"check.expect\"() : () -> ()\n"),
              StartsWith("test.mlir:3:1: `func.return` is missing at the end of a block\n"
                         "  expected: `func.return`\n  found:    the end of the text"));
  EXPECT_THAT(in_function("%0 = \"test.generic\"() ({\n  return\n  }) : () -> tensor<f32>"),
              HasSubstr("test.mlir:3:3: a block ends in another way\n  expected: `stablehlo.return` alone"));
  EXPECT_THAT(complaint_of("func.func @f() {\n  return\n  return\n}"),
              StartsWith("test.mlir:3:3: `}` is missing"));
  EXPECT_THAT(in_function("\"test.generic\"() ({\n^bb0(%a: tensor<f32>):\n^bb1:\n  }) : () -> ()"),
              StartsWith("unsupported: test.mlir:4:1: regions of several blocks are not supported"));
}

TEST(ParserErrors, ModulesAndFunctions) {
  EXPECT_THAT(complaint_of("module {"), StartsWith("test.mlir:1:9: a function is missing"));
  EXPECT_THAT(complaint_of("module { } more"), StartsWith("test.mlir:1:12: the module has ended"));
  EXPECT_THAT(complaint_of("func.func @f() { return }\nfunc.func @f() { return }"),
              StartsWith("test.mlir:2:1: the function @f is defined already"));
  EXPECT_THAT(complaint_of("func.func @f() { return }\nfunc.func @g() { call @f() : () -> () return }\n"
                           "func.func @f() { return }"),
              StartsWith("test.mlir:3:1: the function @f is defined already"));
  EXPECT_THAT(complaint_of("func.func private @f()"),
              StartsWith("unsupported: test.mlir:1:23: the function @f has no body"));
  EXPECT_THAT(complaint_of("func.func f() { return }"),
              StartsWith("test.mlir:1:11: a symbol, `@name`, is missing"));
  EXPECT_THAT(complaint_of("func.func @f(tensor<f32>) { return }"),
              StartsWith("test.mlir:1:14: the name of an argument, `%name`, is missing"));
}

TEST(ParserErrors, Attributes) {
  const auto of_attribute = [](const std::string& attribute) {
    return complaint_of("module attributes {a = " + attribute + "} {}");
  };
  EXPECT_THAT(of_attribute("maybe"), StartsWith("test.mlir:1:24: unknown attribute"));
  EXPECT_THAT(of_attribute(""), StartsWith("test.mlir:1:24: an attribute is missing"));
  EXPECT_THAT(of_attribute("300 : i8"), HasSubstr("the number is out of the range of i8"));
  EXPECT_THAT(of_attribute("1.5 : i32"), HasSubstr("a fractional number has the type i32"));
  EXPECT_THAT(of_attribute("2 : f32"), HasSubstr("`2` is not a number of type f32"));
  EXPECT_THAT(of_attribute("99999999999999999999"), HasSubstr("the number does not fit 64 bits"));
  EXPECT_THAT(of_attribute("#unknown"), HasSubstr("there is no attribute alias `#unknown`"));
  EXPECT_THAT(of_attribute("\"open"), HasSubstr("test.mlir:1:24: a string does not end on its line"));
  EXPECT_THAT(of_attribute("\"\\q\""), HasSubstr("unknown escape in a string"));
  EXPECT_THAT(of_attribute("#a.b<[c>"),
              HasSubstr("test.mlir:1:31: a bracket does not match\n  expected: `]`"));
  EXPECT_THAT(of_attribute("#a.b<c"), HasSubstr("a bracket does not match"));
  EXPECT_THAT(of_attribute("1, a = 2"), StartsWith("test.mlir:1:27: the attribute `a` is given twice"));
  EXPECT_THAT(of_attribute("array<i64: >"), HasSubstr("a number is missing"));
}

TEST(ParserErrors, AttributesOfOperations) {
  EXPECT_EQ(in_function("%0 = \"test.generic\"(%x) : (tensor<2xf32>) -> tensor<f32>"),
            "test.mlir:2:8: test.generic lacks its attribute `dimension`\n  remedy:   write the attribute");
  EXPECT_THAT(
      in_function("%0 = \"test.generic\"(%x) {dimension = \"0\"} : (tensor<2xf32>) -> tensor<f32>"),
      StartsWith("test.mlir:2:8: test.generic, attribute `dimension`: the attribute has the wrong kind"));
  EXPECT_THAT(in_function("%0 = \"test.generic\"(%x) <{dimension = 0 : i64}> {dimension = 0 : i64} : "
                          "(tensor<2xf32>) -> tensor<f32>"),
              HasSubstr("the attribute `dimension` is given twice"));
  EXPECT_THAT(in_function("%0 = test.generic %x : tensor<2xf32>"),
              StartsWith("test.mlir:2:8: test.generic has no syntax of its own\n"
                         "  expected: the generic form, `\"test.generic\"(…) : (…) -> …`"));
}

TEST(ParserErrors, RegionsOfAnOperationThatHasNone) {
  EXPECT_EQ(in_function("%0 = \"stablehlo.add\"(%x, %x) ({\n  stablehlo.return\n  }) : "
                        "(tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"),
            "test.mlir:2:8: stablehlo.add has no regions\n  remedy:   leave the regions out");
}

TEST(ParserErrors, Syntax) {
  EXPECT_EQ(in_function("%0 = stablehlo.transpose %x, dims [0] : (tensor<2xf32>) -> tensor<2xf32>"),
            "test.mlir:2:37: `=` is missing\n  expected: `=`\n  found:    `[`");
  EXPECT_THAT(in_function("%0 = stablehlo.transpose %x, dims = [a] : (tensor<2xf32>) -> tensor<2xf32>"),
              HasSubstr("test.mlir:2:40: an integer is missing"));
  EXPECT_THAT(
      in_function(
          "%0 = stablehlo.transpose %x, dims = [9223372036854775808] : (tensor<2xf32>) -> tensor<2xf32>"),
      HasSubstr("test.mlir:2:40: the integer does not fit 64 bits"));
  EXPECT_THAT(in_function("%0 = = stablehlo.add %x, %x : tensor<2xf32>"),
              HasSubstr("an operation is missing"));
  EXPECT_THAT(in_function("%0 stablehlo.add %x, %x : tensor<2xf32>"),
              HasSubstr("test.mlir:2:6: `=` is missing"));
  EXPECT_THAT(complaint_of("func.func @f() {\n  return\n} $"),
              StartsWith("test.mlir:3:3: a function is missing"));
}

// Every prefix of a text, and the text without each of its characters, is read or refused, and never crashes.
TEST(ParserErrors, NoDamageToATextCrashesTheParser) {
  const std::string text =
      "module @m attributes {a = [1, 0x2 : i8], b = #d.e<[f]>} {\n"
      "  func.func @f(%x: tensor<2x3xf32> {c = \"d\\22\"}) -> (tensor<f32>) {\n"
      "    %z = stablehlo.constant dense<-1.5e-3> : tensor<f32>\n"
      "    %0:2 = \"test.generic\"(%x) <{dimension = 1 : i64}> ({\n"
      "    ^bb0(%a: tensor<f32>):\n"
      "      stablehlo.return %z, %x : tensor<f32>, tensor<2x3xf32>\n"
      "    }) : (tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>) loc(\"x\")\n"
      "    %1 = call @g(%0#1) : (tensor<f32>) -> tensor<f32>\n"
      "    return %1 : tensor<f32>\n"
      "  }\n"
      "  func.func private @g(%y: tensor<f32>) -> tensor<f32> {\n"
      "    return %y : tensor<f32>\n"
      "  }\n"
      "}\n";
  ASSERT_EQ(complaint_of(text), "no complaint");
  int refused = 0;
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (complaint_of(text.substr(0, at)) != "no complaint") ++refused;
    std::string damaged = text;
    damaged.erase(at, 1);
    complaint_of(damaged);
    damaged = text;
    damaged[at] = static_cast<char>(text[at] ^ 0x15);
    complaint_of(damaged);
  }
  EXPECT_EQ(refused, static_cast<int>(text.size()) - 3);  // all but the empty text, which is an empty module
}

}  // namespace
}  // namespace stepwright
