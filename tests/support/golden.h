#pragma once

#include <functional>
#include <span>
#include <vector>

#include "stepwright/eval/host.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ir/rewrite.h"

namespace stepwright {

// A small function to evaluate in a test: its f64 arguments come with their values.
class Golden {
 public:
  Value argument(const Dimensions& dimensions, std::vector<double> values, std::string_view name = {}) {
    const TensorType type{ElementType::f64, dimensions};
    arguments_.push_back(HostTensor::of<double>(type, values));
    return function_.add_argument(type, name);
  }
  Function& function() { return function_; }
  // An argument that a layer added: its value.
  void value_of_next_argument(std::vector<double> values) {
    arguments_.push_back(HostTensor::of<double>(function_.arguments()[arguments_.size()].type(), values));
  }

  // The elements of each value, each operation rounded to `precision`.
  std::vector<std::vector<double>> evaluate(std::span<const Value> values,
                                            ElementType precision = ElementType::f64) {
    Function& function = function_;
    for (const Value& value : values) function.add_result(value);
    const Rounding domain{precision};
    std::vector<Tensor<Rounding>> arguments;
    for (const HostTensor& argument : arguments_) arguments.push_back(from_host(domain, argument));
    const auto results = stepwright::evaluate(*finished(function), arguments, domain);
    std::vector<std::vector<double>> elements;
    for (const auto& result : results) elements.push_back(result.scalars());
    return elements;
  }
  std::vector<double> evaluate(Value value, ElementType precision = ElementType::f64) {
    return evaluate(std::vector{value}, precision).front();
  }

 private:
  Function function_{"f"};
  std::vector<HostTensor> arguments_;
};

}  // namespace stepwright
