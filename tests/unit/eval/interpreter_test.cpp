#include "stepwright/eval/interpreter.h"

#include <gtest/gtest.h>

#include "stepwright/eval/host.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ops/all.h"

namespace stepwright {
namespace {

TEST(Interpreter, EvaluatesAnExpressionNodeByNode) {
  Function function("main");
  const Value a = function.add_argument({ElementType::f32, {3}}, "a");
  const Value b = function.add_argument({ElementType::f32, {3}}, "b");
  function.add_result(multiply(add(a, b), b));
  const HostTensor ha = HostTensor::of<float>({ElementType::f32, {3}}, std::vector<float>{1, 2, 3});
  const HostTensor hb = HostTensor::of<float>({ElementType::f32, {3}}, std::vector<float>{10, 20, 30});
  const Rounding native;
  const auto results = evaluate(function, std::vector{from_host(native, ha), from_host(native, hb)}, native);
  const HostTensor out = to_host(native, results[0]);
  EXPECT_EQ(std::vector<float>(out.as<float>().begin(), out.as<float>().end()),
            (std::vector<float>{110, 440, 990}));
}

}  // namespace
}  // namespace stepwright
