#include "stepwright/ops/combiner.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "stepwright/base/random.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

// The same reducer in a form that is not recognised as one operation.
template <class Op>
Region disguised(ElementType element) {
  return binary_region(element, [](Value a, Value b) {
    const std::vector<Value> both{a, b};
    const std::vector<Value> same = optimization_barrier(both);
    return apply(Op{}, {same[0], same[1]});
  });
}

Tensor<Rounding> reduced(const Region& region, const Tensor<Rounding>& x, const Tensor<Rounding>& initial) {
  Function function("f");
  const std::vector<Value> arguments{function.add_argument(x.type()), function.add_argument(initial.type())};
  function.add_result(apply_all(op::Reduce{{1}, {region}}, arguments).front());
  return evaluate(function, std::vector{x, initial}, Rounding{}).front();
}

template <class Op>
void expect_both_forms_agree() {
  Random random(7, Stream::probe, 0);
  ASSERT_NE(single_operation(region_of<Op>(ElementType::f32)), nullptr);
  ASSERT_EQ(single_operation(disguised<Op>(ElementType::f32)), nullptr);
  for (const ElementType element : {ElementType::bf16, ElementType::f32, ElementType::f64}) {
    std::vector<double> numbers;
    for (int at = 0; at < 40; ++at) numbers.push_back(Rounding{}.literal(random.normal(), element));
    numbers[7] = -0.0;
    numbers[25] = std::numeric_limits<double>::infinity();
    const Tensor<Rounding> x({element, {4, 10}}, numbers);
    const Tensor<Rounding> initial({element, {}}, std::vector{0.5});
    EXPECT_EQ(reduced(region_of<Op>(element), x, initial).scalars(),
              reduced(disguised<Op>(element), x, initial).scalars());
  }
  for (const ElementType element : {ElementType::i1, ElementType::i4, ElementType::ui8, ElementType::ui64}) {
    std::vector<std::int64_t> numbers;
    for (int at = 0; at < 40; ++at) {
      numbers.push_back(wrapped(static_cast<std::int64_t>(random.bits64()), element));
    }
    const Tensor<Rounding> x({element, {4, 10}}, numbers);
    const Tensor<Rounding> initial({element, {}}, std::vector<std::int64_t>{1});
    EXPECT_EQ(reduced(region_of<Op>(element), x, initial).integers(),
              reduced(disguised<Op>(element), x, initial).integers());
  }
}

TEST(Combiner, AgreesWithItsCalledRegionForAdd) {
  expect_both_forms_agree<op::Add>();
}
TEST(Combiner, AgreesWithItsCalledRegionForMultiply) {
  expect_both_forms_agree<op::Multiply>();
}
TEST(Combiner, AgreesWithItsCalledRegionForMaximum) {
  expect_both_forms_agree<op::Maximum>();
}
TEST(Combiner, AgreesWithItsCalledRegionForMinimum) {
  expect_both_forms_agree<op::Minimum>();
}

}  // namespace
}  // namespace stepwright
