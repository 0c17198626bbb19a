#include "stepwright/ir/codecs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations.h"

namespace stepwright {
namespace {

using Integers = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;
using Rows = std::vector<std::vector<std::int64_t>>;

template <class T>
void expect_round_trip(const T& value, std::string_view text) {
  const Attribute attribute = Codec<T>::encode(value);
  EXPECT_EQ(to_string(attribute), text);
  EXPECT_EQ(Codec<T>::decode(attribute), value);
}

template <class T>
std::string complaint_of(const Attribute& attribute) {
  try {
    Codec<T>::decode(attribute);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Codecs, EncodeAndDecodeEveryKindOfMember) {
  expect_round_trip<std::int64_t>(-3, "-3 : i64");
  expect_round_trip<std::int32_t>(7, "7 : i32");
  expect_round_trip(true, "true");
  expect_round_trip(std::string("a \"b\""), "\"a \\22b\\22\"");
  expect_round_trip(Integers{1, -2}, "array<i64: 1, -2>");
  expect_round_trip(Integers{}, "array<i64>");
  expect_round_trip(std::vector<bool>{true, false}, "array<i1: true, false>");
  expect_round_trip(Pairs{{0, 1}, {-2, 3}}, "dense<[[0, 1], [-2, 3]]> : tensor<2x2xi64>");
  expect_round_trip(Pairs{{1, 1}, {1, 1}}, "dense<1> : tensor<2x2xi64>");
  expect_round_trip(Rows{{0, 1, 2}}, "dense<[[0, 1, 2]]> : tensor<1x3xi64>");
  expect_round_trip(Rows{}, "dense<> : tensor<0x0xi64>");
  expect_round_trip(Literal::splat({ElementType::f32, {}}, 1), "dense<1.000000e+00> : tensor<f32>");
}

TEST(Codecs, CaseA9ReadTheOlderSpellingOfLists) {
  const std::array<std::int64_t, 2> values{3, 4};
  const Attribute integers{Literal::integral({ElementType::i64, {2}}, values)};
  EXPECT_EQ(Codec<Integers>::decode(integers), (Integers{3, 4}));
  EXPECT_EQ(Codec<Integers>::decode({Literal::splat_integer({ElementType::i64, {3}}, 2)}),
            (Integers{2, 2, 2}));
  const Attribute booleans{Literal::splat_integer({ElementType::i1, {2}}, 1)};
  EXPECT_EQ(Codec<std::vector<bool>>::decode(booleans), (std::vector<bool>{true, true}));
}

TEST(Codecs, SayWhatKindTheyWantAndWhatTheyFound) {
  const Attribute text{std::string("x")};
  EXPECT_EQ(complaint_of<std::int64_t>(text),
            "the attribute has the wrong kind\n  expected: an integer, `3 : i64`\n  found:    \"x\"");
  EXPECT_EQ(complaint_of<Pairs>({Literal::splat_integer({ElementType::i64, {2, 3}}, 0)}),
            "the attribute has the wrong kind\n  expected: pairs, `dense<[[0, 1]]> : tensor<1x2xi64>`\n"
            "  found:    dense<0> : tensor<2x3xi64>");
  EXPECT_THAT(complaint_of<Integers>({Literal::splat({ElementType::f32, {2}}, 1)}),
              testing::HasSubstr("array<i64: 1, 2>"));
}

TEST(Codecs, AnAttributeThatIsMissingIsNamed) {
  AttributeDictionary attributes;
  test::Generic op;
  try {
    take_attributes(op, attributes);
    FAIL() << "an attribute was made up";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("test.generic lacks its attribute `dimension`"));
  }
}

TEST(Codecs, AnAttributeOfTheWrongKindIsNamed) {
  AttributeDictionary attributes{{"dimension", {true}}};
  test::Generic op;
  try {
    take_attributes(op, attributes);
    FAIL() << "a boolean passed as an integer";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("test.generic, attribute `dimension`: the attribute has"));
  }
}

TEST(Codecs, WhatAnOperationDoesNotKnowStays) {
  AttributeDictionary attributes{{"dimension", {IntegerAttribute{4}}}, {"other", {true}}};
  test::Generic op;
  take_attributes(op, attributes);
  EXPECT_EQ(op.dimension, 4);
  EXPECT_FALSE(op.is_stable.has_value());
  EXPECT_EQ(attributes, (AttributeDictionary{{"other", {true}}}));
}

enum class Direction { LEFT, RIGHT };

}  // namespace

template <>
struct EnumNames<Direction> {
  static constexpr std::string_view kind = "direction";
  static constexpr std::array<std::string_view, 2> names{"LEFT", "RIGHT"};
};

namespace {

TEST(Codecs, NamesOfAnEnumeration) {
  expect_round_trip(Direction::RIGHT, "#stablehlo<direction RIGHT>");
  EXPECT_EQ(complaint_of<Direction>({DialectAttribute{"stablehlo", "direction UP"}}),
            "unknown direction\n  expected: one of LEFT, RIGHT\n  found:    UP");
  EXPECT_THAT(complaint_of<Direction>({DialectAttribute{"stablehlo", "precision HIGH"}}),
              testing::HasSubstr("expected: `#stablehlo<direction …>`"));
}

}  // namespace
}  // namespace stepwright
