#include "stepwright/ir/text/literal_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "operations.h"
#include "stepwright/base/small_float.h"
#include "stepwright/ir/text/float_text.h"

namespace stepwright {
namespace {

Literal literal_of(std::string_view text) {
  const std::string module =
      "func.func @f() {\n  %0 = stablehlo.constant " + std::string(text) + "\n  return\n}";
  const Module parsed = test::parsed(module);
  return parsed.functions[0]->graph().node(0).operation->as<test::Constant>()->value;
}

std::string splat_text(ElementType element, double value) {
  return to_string(Literal::splat({element, {}}, value));
}
std::string bits_text(ElementType element, std::uint64_t bits) {
  return float_text(element, bits);
}

TEST(LiteralText, CaseA1NonFiniteNumbersAreHexadecimalOfTheTypesWidth) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(splat_text(ElementType::f32, -infinity), "dense<0xFF800000> : tensor<f32>");
  EXPECT_EQ(splat_text(ElementType::f32, infinity), "dense<0x7F800000> : tensor<f32>");
  EXPECT_EQ(splat_text(ElementType::f32, std::numeric_limits<double>::quiet_NaN()),
            "dense<0x7FC00000> : tensor<f32>");
  EXPECT_EQ(splat_text(ElementType::bf16, -infinity), "dense<0xFF80> : tensor<bf16>");
  EXPECT_EQ(splat_text(ElementType::f16, -infinity), "dense<0xFC00> : tensor<f16>");
  EXPECT_EQ(splat_text(ElementType::f64, -infinity), "dense<0xFFF0000000000000> : tensor<f64>");
  EXPECT_EQ(bits_text(ElementType::f8E4M3FN, 0xFF), "0xFF");
}

TEST(LiteralText, CaseA2FiniteNumbersReadBackToTheirBits) {
  // Each as MLIR's own printer spells it.
  const std::vector<std::pair<std::uint32_t, std::string_view>> cases{
      {0x3F800000, "1.000000e+00"},    // 1
      {0x501502F9, "1.000000e+10"},    // 1e10
      {0x322BCC77, "9.99999993E-9"},   // 1e-8
      {0x80000000, "-0.000000e+00"},   // -0.0
      {0x3F800001, "1.00000012"},      // the number after 1
      {0x4B800000, "0x4B800000"},      // 16777216
      {0x00000001, "1.401300e-45"},    // the smallest
      {0x7F7FFFFF, "3.40282347E+38"},  // the largest
      {0x3EAAAAAB, "0.333333343"},    {0xBDCCCCCD, "-1.000000e-01"}, {0x49742400, "1.000000e+06"}};
  for (const auto& [bits, text] : cases) {
    EXPECT_EQ(bits_text(ElementType::f32, bits), text);
    EXPECT_EQ(literal_of("dense<" + std::string(text) + "> : tensor<f32>").bits(0), bits) << text;
  }
}

TEST(LiteralText, NestsListsByDimension) {
  const std::array<std::int64_t, 8> values{0, 1, 2, 3, 4, 5, 6, -7};
  EXPECT_EQ(to_string(Literal::integral({ElementType::i32, {2, 2, 2}}, values)),
            "dense<[[[0, 1], [2, 3]], [[4, 5], [6, -7]]]> : tensor<2x2x2xi32>");
  EXPECT_EQ(to_string(Literal::integral({ElementType::i32, {8, 1}}, values)),
            "dense<[[0], [1], [2], [3], [4], [5], [6], [-7]]> : tensor<8x1xi32>");
}

TEST(LiteralText, SplatsEmptyTensorsBooleansAndUnsignedNumbers) {
  EXPECT_EQ(to_string(Literal::splat({ElementType::f32, {2, 3}}, 1)),
            "dense<1.000000e+00> : tensor<2x3xf32>");
  EXPECT_EQ(to_string(Literal::splat({ElementType::f32, {2, 0}}, 1)), "dense<> : tensor<2x0xf32>");
  const std::array<std::int64_t, 2> booleans{1, 0};
  EXPECT_EQ(to_string(Literal::integral({ElementType::i1, {2}}, booleans)),
            "dense<[true, false]> : tensor<2xi1>");
  EXPECT_EQ(to_string(Literal::splat_integer({ElementType::ui64, {}}, -1)),
            "dense<18446744073709551615> : tensor<ui64>");
}

TEST(LiteralText, MoreThanAHundredElementsAreBytes) {
  std::vector<std::int64_t> values(101, 1);
  values.back() = -1;
  const std::string text = to_string(Literal::integral({ElementType::i16, {101}}, values));
  EXPECT_THAT(text, testing::StartsWith("dense<\"0x01000100"));
  EXPECT_THAT(text, testing::EndsWith("0100FFFF\"> : tensor<101xi16>"));
  values.pop_back();
  values.back() = -1;
  EXPECT_THAT(to_string(Literal::integral({ElementType::i16, {100}}, values)),
              testing::StartsWith("dense<[1, 1, "));
}

TEST(LiteralText, ReadsPackedAndUnpackedBytesOfBooleans) {
  const std::array<std::int64_t, 10> values{1, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  const Literal literal = Literal::integral({ElementType::i1, {10}}, values);
  EXPECT_EQ(literal_of("dense<\"0x01000100000000000001\"> : tensor<10xi1>"), literal);
  EXPECT_EQ(literal_of("dense<\"0x0502\"> : tensor<10xi1>"), literal);
}

TEST(LiteralText, ReadsWhatMlirReads) {
  EXPECT_EQ(literal_of("dense<[1., -2.E-1]> : tensor<2xf64>").as_double(1), -0.2);
  EXPECT_EQ(literal_of("dense<255> : tensor<i8>").as_integer(0), -1);
  EXPECT_EQ(literal_of("dense<0xFF> : tensor<i8>").as_integer(0), -1);
  EXPECT_EQ(literal_of("dense<-128> : tensor<i8>").as_integer(0), -128);
  EXPECT_EQ(literal_of("dense<-9223372036854775808> : tensor<i64>").as_integer(0),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(literal_of("dense<1> : tensor<i1>").as_integer(0), 1);
  EXPECT_EQ(literal_of("dense<\"0x0000803F\"> : tensor<4xf32>"), Literal::splat({ElementType::f32, {4}}, 1));
  EXPECT_EQ(literal_of("dense<[]> : tensor<0xf32>").type().count(), 0);
  EXPECT_EQ(literal_of("dense<1.0e-320> : tensor<f64>").bits(0), 2024u);
  EXPECT_EQ(literal_of("dense<1.0e-400> : tensor<f64>").bits(0), 0u);
  // Through a double, as MLIR does: just above the middle of two floats, but not as a double.
  EXPECT_EQ(literal_of("dense<1.00000005960464477540> : tensor<f32>").bits(0), 0x3F800000u);
}

// Any literal of any type: any bits, a shape of rank 0 to 3.
Literal any_literal() {
  constexpr std::array all{ElementType::f64,      ElementType::f32, ElementType::f16, ElementType::bf16,
                           ElementType::f8E4M3FN, ElementType::i1,  ElementType::i2,  ElementType::i4,
                           ElementType::i8,       ElementType::i16, ElementType::i32, ElementType::i64,
                           ElementType::ui2,      ElementType::ui4, ElementType::ui8, ElementType::ui16,
                           ElementType::ui32,     ElementType::ui64};
  TensorType type{*rc::gen::elementOf(all), {}};
  const int rank = *rc::gen::inRange(0, 4);
  for (int axis = 0; axis < rank; ++axis) type.dimensions.push_back(*rc::gen::inRange<std::int64_t>(0, 7));
  const int width = info(type.element).bits;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(type.count()));
  for (std::uint64_t& word : bits) word = *rc::gen::arbitrary<std::uint64_t>() & mask;
  return Literal::from_bits(type, std::move(bits));
}

RC_GTEST_PROP(LiteralText, EveryLiteralReadsBackToTheSameBits, ()) {
  const Literal literal = any_literal();
  RC_ASSERT(literal_of(to_string(literal)) == literal);
}

RC_GTEST_PROP(LiteralText, EveryFloatReadsBackToTheSameBits, ()) {
  // Numbers of few and of many digits: random bits are mostly of many.
  const ElementType element = *rc::gen::element(ElementType::f64, ElementType::f32, ElementType::bf16);
  const double number = static_cast<double>(*rc::gen::inRange<std::int64_t>(-100000, 100000)) *
                        std::pow(10.0, *rc::gen::inRange(-12, 12));
  const std::uint64_t bits = encode(element, number);
  const std::string text = float_text(element, bits);
  const Literal literal = literal_of("dense<" + text + "> : " + to_string(TensorType{element, {}}));
  RC_ASSERT(literal.bits(0) == bits);
}

TEST(LiteralText, EveryNumberOfEightAndSixteenBitsReadsBackToTheSameBits) {
  for (const ElementType element : {ElementType::f8E4M3FN, ElementType::f16, ElementType::bf16}) {
    const std::uint64_t count = std::uint64_t{1} << info(element).bits;
    for (std::uint64_t bits = 0; bits < count; ++bits) {
      const std::string text = float_text(element, bits);
      const std::uint64_t read = text.starts_with("0x")
                                     ? std::stoull(text, nullptr, 16)
                                     : float_bits(element, text).value_or(~std::uint64_t{0});
      ASSERT_EQ(read, bits) << text;
    }
  }
}

}  // namespace
}  // namespace stepwright
