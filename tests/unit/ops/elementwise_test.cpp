#include "stepwright/ops/elementwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

// All values of an integer type of few bits.
std::vector<std::int64_t> values_of(ElementType type) {
  const std::int64_t count = std::int64_t{1} << info(type).bits;
  const std::int64_t first = is_signed(type) ? -count / 2 : 0;
  std::vector<std::int64_t> values;
  for (std::int64_t value = first; value < first + count; ++value) values.push_back(value);
  return values;
}

// The value of the type that is `x` modulo 2ⁿ, by search.
std::int64_t reduced(std::int64_t x, ElementType type) {
  const std::int64_t count = std::int64_t{1} << info(type).bits;
  for (const std::int64_t value : values_of(type)) {
    if ((x - value) % count == 0) return value;
  }
  throw InternalError("one value of the type is congruent");
}

std::vector<std::int64_t> evaluated(const Operation& operation, ElementType type,
                                    const std::vector<std::vector<std::int64_t>>& operands) {
  Function function("f");
  std::vector<Value> arguments;
  std::vector<Tensor<Rounding>> tensors;
  for (const auto& operand : operands) {
    const TensorType tensor{type, {std::ssize(operand)}};
    arguments.push_back(function.add_argument(tensor));
    tensors.emplace_back(tensor, operand);
  }
  function.add_result(apply_all(operation, arguments).front());
  return evaluate(function, tensors, Rounding{}).front().integers();
}

const std::vector<ElementType> small_types{ElementType::i2, ElementType::ui2, ElementType::i4,
                                           ElementType::ui4, ElementType::i1};

// Checks a binary operation on every pair of values of the small types that it takes. `meaning` computes in
// unbounded integers; the result is that modulo 2ⁿ.
void expect_on_all_pairs(
    const Operation& operation,
    const std::function<std::optional<std::int64_t>(std::int64_t, std::int64_t)>& meaning) {
  for (const ElementType type : small_types) {
    if (is_boolean(type)) continue;
    std::vector<std::int64_t> a, b;
    for (const std::int64_t x : values_of(type)) {
      for (const std::int64_t y : values_of(type)) {
        if (!meaning(x, y)) continue;
        a.push_back(x);
        b.push_back(y);
      }
    }
    const std::vector<std::int64_t> results = evaluated(operation, type, {a, b});
    for (std::size_t at = 0; at < a.size(); ++at) {
      EXPECT_EQ(results[at], reduced(*meaning(a[at], b[at]), type))
          << operation.name() << " " << a[at] << ", " << b[at] << " in " << name(type);
    }
  }
}

TEST(IntegerMeanings, AreThoseOfWholeNumbersModuloTheWidth) {
  using Int = std::int64_t;
  expect_on_all_pairs(op::Add{}, [](Int a, Int b) { return a + b; });
  expect_on_all_pairs(op::Subtract{}, [](Int a, Int b) { return a - b; });
  expect_on_all_pairs(op::Multiply{}, [](Int a, Int b) { return a * b; });
  expect_on_all_pairs(op::Maximum{}, [](Int a, Int b) { return std::max(a, b); });
  expect_on_all_pairs(op::Minimum{}, [](Int a, Int b) { return std::min(a, b); });
  expect_on_all_pairs(op::And{}, [](Int a, Int b) { return a & b; });
  expect_on_all_pairs(op::Or{}, [](Int a, Int b) { return a | b; });
  expect_on_all_pairs(op::Xor{}, [](Int a, Int b) { return a ^ b; });
  expect_on_all_pairs(op::Divide{}, [](Int a, Int b) { return b == 0 ? -1 : a / b; });
  expect_on_all_pairs(op::Remainder{}, [](Int a, Int b) { return b == 0 ? a : a % b; });
  expect_on_all_pairs(op::Power{}, [](Int a, Int b) -> std::optional<Int> {
    if (b < 0) return a == 1 || a == -1 ? (b % 2 == 0 ? 1 : a) : 0;
    Int product = 1;
    for (Int factor = 0; factor < b; ++factor) product = (product * a) % 16;
    return product;
  });
}

TEST(IntegerMeanings, OfOneOperandAreThoseOfWholeNumbersModuloTheWidth) {
  for (const ElementType type : small_types) {
    const std::vector<std::int64_t> xs = values_of(type);
    const auto expect = [&](const Operation& operation, auto&& meaning) {
      const std::vector<std::int64_t> results = evaluated(operation, type, {xs});
      for (std::size_t at = 0; at < xs.size(); ++at) {
        EXPECT_EQ(results[at], reduced(meaning(xs[at]), type))
            << operation.name() << " " << xs[at] << " in " << name(type);
      }
    };
    expect(op::Not{}, [](std::int64_t x) { return -x - 1; });
    if (!is_boolean(type)) expect(op::Negate{}, [](std::int64_t x) { return -x; });
    if (!is_signed(type)) continue;
    expect(op::Abs{}, [](std::int64_t x) { return x < 0 ? -x : x; });
    expect(op::Sign{}, [](std::int64_t x) { return x < 0 ? -1 : (x == 0 ? 0 : 1); });
  }
}

TEST(Wrapped, KeepsTheBitsOfTheType) {
  EXPECT_EQ(wrapped(128, ElementType::i8), -128);
  EXPECT_EQ(wrapped(-1, ElementType::ui8), 255);
  EXPECT_EQ(wrapped(2, ElementType::i2), -2);
  EXPECT_EQ(wrapped(3, ElementType::i1), 1);
  EXPECT_EQ(wrapped(-1, ElementType::ui64), -1);  // a ui64 is held by its bits
}

}  // namespace
}  // namespace stepwright
