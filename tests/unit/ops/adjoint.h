#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "stepwright/base/random.h"
#include "stepwright/eval/dual.h"
#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ir/literal.h"
#include "stepwright/ir/operation.h"

// Property tests of gradient rules: with J the derivative of an operation at its operands, the rule must be
// Jᵀ. Forward mode knows J v for any direction v, the rule gives Jᵀ u for any cotangent u, and ⟨J v, u⟩ = ⟨v,
// Jᵀ u⟩.
namespace stepwright {

// ---- Random operands ----

// Uniform on low … high, both included.
inline std::int64_t integer_between(Random& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}
inline Dimensions dimensions_between(Random& random, std::int64_t lowest_rank, std::int64_t highest_rank,
                                     std::int64_t smallest, std::int64_t largest) {
  Dimensions dimensions(static_cast<std::size_t>(integer_between(random, lowest_rank, highest_rank)));
  for (std::int64_t& size : dimensions) size = integer_between(random, smallest, largest);
  return dimensions;
}
// f64 elements, uniform between two numbers.
inline Literal numbers_between(Random& random, const Dimensions& dimensions, double low, double high) {
  std::vector<double> values(static_cast<std::size_t>(element_count(dimensions)));
  for (double& value : values) value = low + (high - low) * random.uniform();
  return Literal::floating({ElementType::f64, dimensions}, values);
}
// f64 elements that are whole numbers from −9 to 9: products and sums of some of them are exact.
inline Literal whole_numbers(Random& random, const Dimensions& dimensions) {
  std::vector<double> values(static_cast<std::size_t>(element_count(dimensions)));
  for (double& value : values) value = static_cast<double>(integer_between(random, -9, 9));
  return Literal::floating({ElementType::f64, dimensions}, values);
}

// ---- The property ----

// Directions and cotangents are whole numbers too. For operations that are linear in their operands, with
// whole numbers as operands, both sides are then exact and must be equal. Otherwise they may differ by the
// rounding of f64, u = 2⁻⁵³: each of the terms of the two inner products is rounded a few times (`roundings`
// for the functions in one term of an element-wise rule) and their sum once for each term, so that |⟨Jv, u⟩ −
// ⟨v, Jᵀu⟩| ≤ (terms + roundings) · u · Σ|term|.
struct AdjointOptions {
  bool exact = false;
  double roundings = 64;
  // Which operands the rule is asked for; empty: all floating ones.
  std::vector<bool> wanted = {};
  // In place of the operation's own rule, to see a wrong one refused.
  std::function<Gradient(const Application&)> rule = {};
};

class AdjointCheck {
 public:
  AdjointCheck(const Operation& operation, std::span<const Literal> operands, Random& random,
               AdjointOptions options)
      : operation_(operation), operands_(operands.begin(), operands.end()), options_(std::move(options)) {
    std::vector<TensorType> types;
    for (const Literal& operand : operands) types.push_back(operand.type());
    result_types_ = operation.infer(types);
    if (options_.wanted.empty()) {
      for (const TensorType& type : types) options_.wanted.push_back(is_floating(type.element));
    }
    for (std::size_t at = 0; at < types.size(); ++at) {
      directions_.push_back(options_.wanted[at] ? whole_numbers(random, types[at].dimensions)
                                                : Literal::splat(types[at], 0));
    }
    for (const TensorType& type : result_types_) {
      cotangents_.push_back(is_floating(type.element) ? whole_numbers(random, type.dimensions)
                                                      : Literal::splat(type, 0));
    }
  }

  testing::AssertionResult holds() {
    const double forward = forward_product();
    const double backward = backward_product();
    if (!refusal_.empty()) return testing::AssertionFailure() << "not differentiable, because " << refusal_;
    const double unit_roundoff = std::ldexp(1.0, -53);
    const double bound = options_.exact ? 0 : (terms_ + options_.roundings) * unit_roundoff * magnitude_;
    if (std::abs(forward - backward) <= bound) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "<Jv, u> = " << forward << " but <v, J'u> = " << backward << ", further apart than " << bound;
  }

 private:
  // ⟨J v, u⟩ by forward mode.
  double forward_product() {
    Function function("forward");
    std::vector<Value> arguments;
    std::vector<Tensor<Dual<Rounding>>> values;
    for (std::size_t at = 0; at < operands_.size(); ++at) {
      arguments.push_back(function.add_argument(operands_[at].type()));
      values.push_back(
          with_tangent(from_literal(domain_, operands_[at]), from_literal(domain_, directions_[at])));
    }
    for (const Value& result : applied(function, arguments)) function.add_result(result);
    const auto results = evaluate(function, values, Dual<Rounding>(domain_));
    double sum = 0;
    for (std::size_t at = 0; at < results.size(); ++at) {
      if (is_floating(results[at].element())) sum += inner_product(tangent_of(results[at]), cotangents_[at]);
    }
    return sum;
  }

  // ⟨v, Jᵀ u⟩ by the operation's rule; an operand without a cotangent has derivative zero.
  double backward_product() {
    Function function("backward");
    std::vector<Value> arguments;
    std::vector<Value> cotangents;
    std::vector<Tensor<Rounding>> values;
    const auto add_arguments = [&](std::span<const Literal> literals, std::vector<Value>& to) {
      for (const Literal& literal : literals) {
        to.push_back(function.add_argument(literal.type()));
        values.push_back(from_literal(domain_, literal));
      }
    };
    add_arguments(operands_, arguments);
    add_arguments(cotangents_, cotangents);
    const std::vector<Value> results = applied(function, arguments);
    const Application application{arguments, results, cotangents, options_.wanted};
    const Gradient gradient = options_.rule ? options_.rule(application) : operation_.vjp(application);
    if (const auto* refused = std::get_if<NotDifferentiable>(&gradient)) {
      refusal_ = refused->reason;
      return 0;
    }
    std::vector<std::size_t> answered;
    const auto& answers = std::get<Cotangents>(gradient);
    for (std::size_t at = 0; at < answers.size(); ++at) {
      if (!options_.wanted[at] || !answers[at]) continue;
      EXPECT_EQ(answers[at]->type(), operands_[at].type()) << "a cotangent has the type of its operand";
      function.add_result(*answers[at]);
      answered.push_back(at);
    }
    const auto gradients = evaluate(function, values, domain_);
    double sum = 0;
    for (std::size_t at = 0; at < answered.size(); ++at) {
      sum += inner_product(gradients[at], directions_[answered[at]]);
    }
    return sum;
  }

  std::vector<Value> applied(Function& function, std::span<const Value> arguments) const {
    return function.graph().results(function.graph().apply(operation_, arguments));
  }

  double inner_product(const Tensor<Rounding>& a, const Literal& b) {
    double sum = 0;
    for (std::size_t at = 0; at < a.scalars().size(); ++at) {
      const double term = a.scalars()[at] * b.as_double(static_cast<std::int64_t>(at));
      sum += term;
      magnitude_ += std::abs(term);
      terms_ += 1;
    }
    return sum;
  }

  const Rounding domain_{};
  Operation operation_;
  std::vector<Literal> operands_;
  AdjointOptions options_;
  std::vector<TensorType> result_types_;
  std::vector<Literal> directions_;
  std::vector<Literal> cotangents_;
  std::string refusal_;
  double terms_ = 0;
  double magnitude_ = 0;
};

// Whether the gradient rule of `operation` is the transpose of its derivative at `operands` (floats: f64), up
// to rounding; tried on one random direction and cotangent.
inline testing::AssertionResult rule_is_adjoint(const Operation& operation, std::span<const Literal> operands,
                                                Random& random, AdjointOptions options = {}) {
  return AdjointCheck(operation, operands, random, std::move(options)).holds();
}

// The same without any rounding: for linear operations on whole numbers.
inline testing::AssertionResult rule_is_exact_adjoint(const Operation& operation,
                                                      std::span<const Literal> operands, Random& random,
                                                      std::vector<bool> wanted = {}) {
  return AdjointCheck(operation, operands, random,
                      {.exact = true, .roundings = 0, .wanted = std::move(wanted)})
      .holds();
}

}  // namespace stepwright
