#include "stepwright/ir/text/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"
#include "stepwright/ir/text/printer.h"

namespace stepwright {
namespace {

using test::parsed;

// What is printed of what is read; that this reads back to the same bytes is checked on the way.
std::string formatted(std::string_view text) {
  const std::string once = print(parsed(text));
  EXPECT_EQ(print(parsed(once)), once);
  return once;
}

// The body of the first function, printed.
std::string body(std::string_view text) {
  const std::string whole = formatted(text);
  const std::size_t start = whole.find(" {\n    ") + 3;
  return whole.substr(start, whole.find("\n  }\n") - start);
}

TEST(Parser, ReadsWhatThePrinterPrintsToTheSameBytes) {
  const std::string text =
      "module @step attributes {a.b = [1, \"x\", dense<1> : tensor<2xi64>], c = #d.e<[f]x[g]->[h]>} {\n"
      "  func.func public @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<f32>) -> "
      "(tensor<2xf32> {r = \"0\"}, tensor<f32>) attributes {k} {\n"
      "    %cst = stablehlo.constant {m = 2 : i32} dense<[1.000000e+00, 0xFF800000]> : tensor<2xf32>\n"
      "    %sum = stablehlo.add %x, %cst : tensor<2xf32>\n"
      "    %0:2 = \"test.generic\"(%sum) <{dimension = 1 : i64}> ({\n"
      "    ^bb0(%a: tensor<f32>):\n"
      "      %1 = stablehlo.add %a, %i : tensor<f32>\n"
      "      stablehlo.return %1 : tensor<f32>\n"
      "    }) {extra = true} : (tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>)\n"
      "    %r = stablehlo.reduce(%sum init: %0#0) applies stablehlo.add across dimensions = [0] : "
      "(tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
      "    \"check.expect\"(%r) : (tensor<f32>) -> ()\n"
      "    return %0#1, %r : tensor<2xf32>, tensor<f32>\n"
      "  }\n"
      "  func.func @other() {\n"
      "    return\n"
      "  }\n"
      "}\n";
  EXPECT_EQ(formatted(text), text);
}

TEST(Parser, KeepsNamesAsHintsUnlessTheyAreNumbers) {
  const Module module = parsed(
      "func.func @f(%x: tensor<f32>) {\n"
      "  %3 = stablehlo.add %x, %x : tensor<f32>\n"
      "  %cst_0 = stablehlo.add %x, %3 : tensor<f32>\n"
      "  return\n}");
  const Graph& graph = module.functions[0]->graph();
  EXPECT_EQ(graph.node(0).name, "x");
  EXPECT_EQ(graph.node(1).name, "");
  EXPECT_EQ(graph.node(2).name, "cst_0");
}

TEST(Parser, MergesAndDropsNothing) {
  EXPECT_EQ(body("func.func @f(%x: tensor<f32>) {\n"
                 "  %0 = stablehlo.add %x, %x : tensor<f32>\n"
                 "  %1 = stablehlo.add %x, %x : tensor<f32>\n"
                 "  return\n}"),
            "    %0 = stablehlo.add %x, %x : tensor<f32>\n"
            "    %1 = stablehlo.add %x, %x : tensor<f32>\n"
            "    return");
}

TEST(Parser, BareFunctionsNeedNoModule) {
  EXPECT_EQ(
      formatted("// a comment\nfunc.func @f() { func.return }  // another\nfunc.func private @g(){return}"),
      "module {\n  func.func @f() {\n    return\n  }\n  func.func private @g() {\n    return\n  }\n}\n");
  EXPECT_EQ(formatted(""), "module {\n}\n");
}

TEST(Parser, ReadsTheGenericFormOfWhatHasItsOwnSyntax) {
  EXPECT_EQ(body("func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n"
                 "  %0 = \"stablehlo.transpose\"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>, a} : "
                 "(tensor<2x3xf32>) -> tensor<3x2xf32>\n"
                 "  \"func.return\"(%0) : (tensor<3x2xf32>) -> ()\n}"),
            "    %0 = stablehlo.transpose %x, dims = [1, 0] {a} : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
            "    return %0 : tensor<3x2xf32>");
}

TEST(Parser, ReadsAFunctionTypeWhereOneTypeWouldDo) {
  EXPECT_EQ(body("func.func @f(%x: tensor<f32>) {\n"
                 "  %0 = stablehlo.add %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>\n  return\n}"),
            "    %0 = stablehlo.add %x, %x : tensor<f32>\n    return");
}

TEST(Parser, SkipsLocations) {
  EXPECT_EQ(
      formatted(
          "#loc = loc(unknown)\n"
          "#loc1 = loc(\"a) b\"(#loc))\n"
          "module @m {\n"
          "  func.func @f(%x: tensor<f32> loc(\"x\"), %y: tensor<f32> {a} loc(#loc)) {\n"
          "    %0 = \"test.generic\"(%x) ({\n"
          "    ^bb0(%a: tensor<f32> loc(\"a\")):\n"
          "      stablehlo.return %a : tensor<f32> loc(#loc)\n"
          "    }) {dimension = 0 : i64} : (tensor<f32>) -> tensor<f32> loc(callsite(\"b\" at \"c.py\":1:2))\n"
          "    return loc(#loc)\n"
          "  } loc(#loc)\n"
          "} loc(#loc)\n"
          "#loc2 = loc(\"end\")\n"),
      "module @m {\n"
      "  func.func @f(%x: tensor<f32>, %y: tensor<f32> {a}) {\n"
      "    %0 = \"test.generic\"(%x) <{dimension = 0 : i64}> ({\n"
      "    ^bb0(%a: tensor<f32>):\n"
      "      stablehlo.return %a : tensor<f32>\n"
      "    }) : (tensor<f32>) -> tensor<f32>\n"
      "    return\n"
      "  }\n"
      "}\n");
}

TEST(Parser, ReadsEveryKindOfAttribute) {
  const std::string attributes =
      "{a = -1 : i8, b = 255 : ui8, c = true, d, e = \"x\\22\\0A\", f = [], g = [[1], {h}], i = array<i64: "
      "1>, "
      "j = array<i1: true>, k = array<f32: 1.500000e+00>, l = @main, m = @a::@b, n = tensor<2xf32>, o = f32, "
      "p = 3 : index, q = #stablehlo<comparison_direction GT>, r = #stablehlo.channel_handle<handle = 1, "
      "type = 0>, "
      "s = 1.500000e+00 : f32, t = 0x7FC00000 : f32, u = affine_map<(d0) -> (d0)>, v = (tensor<f32>) -> i32, "
      "w = {x = 1 : i64, \"y z\" = unit_}, z = !stablehlo.token}";
  const std::string known = [&] {
    std::string text = attributes;
    return text.replace(text.find("unit_"), 5, "2 : i64");
  }();
  EXPECT_EQ(formatted("module attributes " + known + " {}"), "module attributes " + known + " {\n}\n");
}

TEST(Parser, ReadsOtherSpellingsOfAttributes) {
  EXPECT_EQ(formatted("#alias = #stablehlo<conv<[b]x[o]->[b]>>\n"
                      "module attributes {a = 1 : i1, b = unit, c = #alias, d = 1.0, e = 0xFF : i32, "
                      "f = 0x3F800000 : f32, \"g\" = #stablehlo< precision HIGH >} {}"),
            "module attributes {a = true, b, c = #stablehlo.conv<[b]x[o]->[b]>, d = 1.000000e+00 : f64, "
            "e = 255 : i32, f = 1.000000e+00 : f32, g = #stablehlo<precision HIGH>} {\n}\n");
}

TEST(Parser, SplicesCallsInPlace) {
  EXPECT_EQ(
      formatted("func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n"
                "  %0:2 = call @twice(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
                "  %r = func.call @id(%0#0) {a} : (tensor<f32>) -> tensor<f32>\n"
                "  %s:2 = \"func.call\"(%r) {callee = @twice} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
                "  return %0#1, %r : tensor<f32>, tensor<f32>\n}\n"
                "func.func private @twice(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n"
                "  %y = stablehlo.add %a, %a : tensor<f32>\n"
                "  %z = call @id(%y) : (tensor<f32>) -> tensor<f32>\n"
                "  return %y, %z : tensor<f32>, tensor<f32>\n}\n"
                "func.func private @id(%a: tensor<f32>) -> tensor<f32> {\n"
                "  return %a : tensor<f32>\n}\n"
                "func.func private @unused() {\n  return\n}\n"),
      "module {\n"
      "  func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n"
      "    %y = stablehlo.add %x, %x : tensor<f32>\n"
      "    %y_0 = stablehlo.add %y, %y : tensor<f32>\n"
      "    return %y, %y : tensor<f32>, tensor<f32>\n"
      "  }\n"
      "  func.func private @unused() {\n"
      "    return\n"
      "  }\n"
      "}\n");
}

TEST(Parser, APublicFunctionThatIsCalledStays) {
  EXPECT_EQ(
      parsed("func.func @f() { return }\nfunc.func @g() { call @f() : () -> () return }").functions.size(),
      2u);
}

const std::string_view loop =
    "func.func @f(%n: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {\n"
    "  %step:2 = \"test.generic\"() {dimension = 0 : i64} : () -> (tensor<f32>, tensor<f32>)\n"
    "  %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<f32>, tensor<f32>\n"
    "  cond {\n"
    "    %p = stablehlo.add %i, %step#1 : tensor<f32>\n"
    "    stablehlo.return %p : tensor<f32>\n"
    "  } do {\n"
    "    %q = \"test.generic\"() ({\n"
    "      %t = stablehlo.add %n, %step#1 : tensor<f32>\n"
    "      stablehlo.return %t : tensor<f32>\n"
    "    }) {dimension = 1 : i64} : () -> tensor<f32>\n"
    "    stablehlo.return %q, %n : tensor<f32>, tensor<f32>\n"
    "  }\n"
    "  return %r#0 : tensor<f32>\n}";

TEST(Parser, CapturedValuesBecomeTheLastOperandsAndArgumentsOfAllRegions) {
  const Module module = parsed(loop);
  const Function& function = *module.functions[0];
  const Node& node = function.graph().node(3);
  ASSERT_EQ(node.operation->name(), "stablehlo.while");
  // The two initial values; then what is captured, in order of first use: %step#1 and, two regions deep, %n.
  const Value n = function.arguments()[0];
  const Value x = function.arguments()[1];
  const Value step{&function.graph(), 2, 1};
  EXPECT_EQ(node.operands, (std::vector<Value>{n, x, step, n}));
  for (const Region& region : node.operation->regions()) {
    EXPECT_EQ(region->captures(), 2u);
    EXPECT_EQ(region->arguments().size(), 4u);
  }
  const Region& cond = node.operation->regions()[0];
  EXPECT_EQ(cond->results()[0].definition().operands,
            (std::vector<Value>{cond->arguments()[0], cond->arguments()[2]}));
  const Region& body = node.operation->regions()[1];
  EXPECT_EQ(body->results()[1], body->arguments()[3]);
  const Node& inner = body->results()[0].definition();
  EXPECT_EQ(inner.operands, (std::vector<Value>{body->arguments()[3], body->arguments()[2]}));
  EXPECT_EQ(inner.operation->regions()[0]->captures(), 2u);
}

TEST(Parser, CapturesPrintByTheirOuterNames) {
  EXPECT_EQ(body(loop),
            "    %step:2 = \"test.generic\"() <{dimension = 0 : i64}> : () -> (tensor<f32>, tensor<f32>)\n"
            "    %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<f32>, tensor<f32>\n"
            "    cond {\n"
            "      %p = stablehlo.add %i, %step#1 : tensor<f32>\n"
            "      stablehlo.return %p : tensor<f32>\n"
            "    } do {\n"
            "      %q = \"test.generic\"() <{dimension = 1 : i64}> ({\n"
            "        %t = stablehlo.add %n, %step#1 : tensor<f32>\n"
            "        stablehlo.return %t : tensor<f32>\n"
            "      }) : () -> tensor<f32>\n"
            "      stablehlo.return %q, %n : tensor<f32>, tensor<f32>\n"
            "    }\n"
            "    return %r#0 : tensor<f32>");
}

TEST(Parser, ARegionThatCapturesNothingGetsACopyOfAnOutsideConstant) {
  EXPECT_EQ(
      body("func.func @f(%x: tensor<2xf32>, %z: tensor<f32>) {\n"
           "  %c = stablehlo.constant dense<2.0> : tensor<f32>\n"
           "  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> "
           "tensor<f32>\n"
           "   reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
           "    %s = stablehlo.add %b, %c : tensor<f32>\n"
           "    %t = stablehlo.add %s, %c : tensor<f32>\n"
           "    stablehlo.return %t : tensor<f32>\n"
           "  }\n  return\n}"),
      "    %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>\n"
      "    %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> "
      "tensor<f32>\n"
      "     reducer(%a: tensor<f32>, %b: tensor<f32>)  {\n"
      "      %c_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>\n"
      "      %s = stablehlo.add %b, %c_0 : tensor<f32>\n"
      "      %t = stablehlo.add %s, %c_0 : tensor<f32>\n"
      "      stablehlo.return %t : tensor<f32>\n"
      "    }\n"
      "    return");
}

TEST(Parser, AReducerOfSeveralInputsTakesItsArgumentsInPairs) {
  const std::string text = body(
      "func.func @f(%x: tensor<2xf32>, %y: tensor<2xi32>, %z: tensor<f32>, %w: tensor<i32>) {\n"
      "  %0:2 = stablehlo.reduce(%x init: %z), (%y init: %w) across dimensions = [0] : "
      "(tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
      "   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {\n"
      "    %s = stablehlo.add %a, %b : tensor<f32>\n"
      "    stablehlo.return %s, %d : tensor<f32>, tensor<i32>\n"
      "  }\n  return\n}");
  EXPECT_THAT(text, testing::HasSubstr(
                        "reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>)  {"));
  EXPECT_THAT(text, testing::HasSubstr("stablehlo.return %s, %d : tensor<f32>, tensor<i32>"));
}

TEST(Parser, NamesOfClosedRegionsAreFreeAgain) {
  EXPECT_THAT(body("func.func @f() {\n"
                   "  %0 = \"test.generic\"() ({\n"
                   "    %c = stablehlo.constant dense<1.0> : tensor<f32>\n"
                   "    stablehlo.return\n"
                   "  }, {\n"
                   "    %c = stablehlo.constant dense<2.0> : tensor<f32>\n"
                   "    stablehlo.return\n"
                   "  }) {dimension = 0 : i64} : () -> tensor<f32>\n"
                   "  %c = stablehlo.constant dense<3.0> : tensor<f32>\n"
                   "  return\n}"),
              testing::HasSubstr("%c_1 = stablehlo.constant dense<3.000000e+00>"));
}

TEST(Parser, SplitKeepsTheNumbersOfLines) {
  const std::string text = "a\nb\n// -----\nc\n// ----- and more\n\nd";
  const std::vector<SourceChunk> chunks = split(text);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(chunks[0].text, "a\nb\n");
  EXPECT_EQ(chunks[0].first_line, 1u);
  EXPECT_EQ(chunks[1].text, "\nc\n");
  EXPECT_EQ(chunks[1].first_line, 3u);
  EXPECT_EQ(chunks[2].text, "\n\nd");
  EXPECT_EQ(chunks[2].first_line, 5u);
  try {
    parse(chunks[2], "test.mlir", test::readers());
    FAIL() << "a letter passed as a function";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("test.mlir:7:1: "));
  }
}

TEST(Parser, ReadsATextOfManyOperations) {
  std::string text = "func.func @f(%v0: tensor<f32>) {\n";
  constexpr int operations = 20000;
  for (int index = 0; index < operations; ++index) {
    text += "  %v" + std::to_string(index + 1) + " = stablehlo.add %v" + std::to_string(index) + ", %v" +
            std::to_string(index / 2) + " : tensor<f32>\n";
  }
  text += "  return\n}\n";
  const Module module = parsed(text);
  EXPECT_EQ(module.functions[0]->graph().size(), operations + 1u);
  EXPECT_EQ(print(parsed(print(module))), print(module));
}

}  // namespace
}  // namespace stepwright
