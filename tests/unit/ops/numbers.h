#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stepwright/base/random.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ir/function.h"
#include "stepwright/ir/operation.h"
#include "tests/support/complaint.h"

namespace stepwright {

using Numbers = std::vector<double>;

// Whole numbers from -9 to 9.
inline Numbers whole(Random& random, std::int64_t count) {
  Numbers result;
  for (std::int64_t at = 0; at < count; ++at) result.push_back(static_cast<double>(random.below(19)) - 9);
  return result;
}

// A function of f64 arguments under construction, and its values in f64, in which whole numbers are exact.
class NumericFunction {
 public:
  Value argument(Dimensions dimensions, Numbers values) {
    const TensorType type{ElementType::f64, std::move(dimensions)};
    arguments_.emplace_back(type, std::move(values));
    return function_.add_argument(type, "x" + std::to_string(arguments_.size()));
  }
  void result(Value value) { function_.add_result(value); }

  const Function& function() const { return function_; }
  std::vector<Numbers> run() const { return run(function_); }
  // Another function of the same arguments.
  std::vector<Numbers> run(const Function& function) const {
    std::vector<Numbers> values;
    for (const auto& tensor : evaluate(function, arguments_, Rounding{ElementType::f64})) {
      values.push_back(tensor.scalars());
    }
    return values;
  }

 private:
  Function function_{"main"};
  std::vector<Tensor<Rounding>> arguments_;
};

// The values of `y` and of the cotangents of `wrt` for the cotangent `dy` of y.
struct Pulled {
  Numbers y;
  std::vector<Numbers> cotangents;
};
inline Pulled pulled(NumericFunction& program, Value y, Numbers dy, const std::vector<Value>& wrt) {
  const Value cotangent = program.argument(y.dimensions(), std::move(dy));
  program.result(y);
  for (const Value& each : pull_back(std::vector{y}, std::vector{cotangent}, wrt)) program.result(each);
  const std::vector<Numbers> values = program.run();
  return {values.front(), {values.begin() + 1, values.end()}};
}

// The operations of a function that are an Op.
template <class Op>
std::vector<const Op*> operations_in(const Function& function) {
  std::vector<const Op*> found;
  for (const std::uint32_t id : function.body()) {
    if (const Op* op = function.graph().node(id).operation->as<Op>()) found.push_back(op);
  }
  return found;
}

}  // namespace stepwright
