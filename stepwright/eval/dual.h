#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "stepwright/base/element_type.h"
#include "stepwright/tensor/tensor.h"

namespace stepwright {

// Forward-mode derivatives in any domain: each scalar carries its value and its tangent, the derivative of
// the value along one direction of the arguments. Values are exactly those of the base domain; the operations
// on tangents are the base domain's too, rounded where it rounds. Literals and integers have tangent 0;
// comparisons, conversions to integers and what is shown see the value alone.
//
// At kinks the derivative is the one that the operations' gradient rules state (`convention` in ops/): at a
// tie maximum and minimum follow the second operand, abs'(0) = 0, and sign, floor, ceil and the roundings
// have derivative 0. Derivatives are written by the value where they can be (tanh' = (1 − tanh)(1 + tanh)),
// so that they hold in a field as well.
template <Domain Base>
class Dual {
  using Number = typename Base::Scalar;

 public:
  struct Scalar {
    Number value;
    Number tangent;
  };

  explicit Dual(Base base) : base_(std::move(base)) {}
  const Base& base() const { return base_; }

  Scalar literal(double value, ElementType type) const { return constant(base_.literal(value, type), type); }
  Scalar from_integer(std::int64_t value, ElementType type) const {
    return constant(base_.from_integer(value, type), type);
  }
  Scalar from_unsigned(std::uint64_t value, ElementType type) const {
    return constant(base_.from_unsigned(value, type), type);
  }
  Scalar convert(const Scalar& x, ElementType type) const {
    return {base_.convert(x.value, type), base_.convert(x.tangent, type)};
  }
  std::int64_t to_integer(const Scalar& x, ElementType type) const { return base_.to_integer(x.value, type); }
  double to_double(const Scalar& x) const { return base_.to_double(x.value); }

  bool equal(const Scalar& a, const Scalar& b) const { return base_.equal(a.value, b.value); }
  bool less(const Scalar& a, const Scalar& b) const { return base_.less(a.value, b.value); }
  bool total_order_less(const Scalar& a, const Scalar& b) const {
    return base_.total_order_less(a.value, b.value);
  }
  bool is_finite(const Scalar& x) const { return base_.is_finite(x.value); }

  Scalar add(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    return {in.sum(a.value, b.value), in.sum(a.tangent, b.tangent)};
  }
  Scalar subtract(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    return {in.difference(a.value, b.value), in.difference(a.tangent, b.tangent)};
  }
  Scalar multiply(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    return {in.product(a.value, b.value),
            in.sum(in.product(a.tangent, b.value), in.product(a.value, b.tangent))};
  }
  Scalar divide(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    const Number y = in.quotient(a.value, b.value);
    return {y, in.quotient(in.difference(a.tangent, in.product(y, b.tangent)), b.value)};
  }
  // a − n b with the integer n = trunc(a / b), constant between its jumps.
  Scalar remainder(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.remainder(a.value, b.value, type);
    const Number n = base_.round_nearest_even(in.quotient(in.difference(a.value, y), b.value), type);
    return {y, in.difference(a.tangent, in.product(n, b.tangent))};
  }
  Scalar maximum(const Scalar& a, const Scalar& b, ElementType type) const {
    return {base_.maximum(a.value, b.value, type), base_.less(b.value, a.value) ? a.tangent : b.tangent};
  }
  Scalar minimum(const Scalar& a, const Scalar& b, ElementType type) const {
    return {base_.minimum(a.value, b.value, type), base_.less(a.value, b.value) ? a.tangent : b.tangent};
  }
  // d aᵇ = b aᵇ⁻¹ da + aᵇ log a db. Where the factor b is 0 the first term is 0, also at a = 0; where a is 0
  // the second is, as the limit for b > 0 has it.
  Scalar power(const Scalar& a, const Scalar& b, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.power(a.value, b.value, type);
    const Number zero = in.number(0);
    const bool flat = base_.equal(b.value, zero);
    const Number lower = flat ? in.number(1) : in.difference(b.value, in.number(1));
    const Number by_base = in.product(b.value, base_.power(a.value, lower, type));
    const Number logarithm = base_.equal(a.value, zero) ? zero : base_.log(a.value, type);
    return {y, in.sum(in.product(a.tangent, by_base), in.product(b.tangent, in.product(logarithm, y)))};
  }
  // d atan2(y, x) = (x dy − y dx) / (x² + y²).
  Scalar atan2(const Scalar& y, const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number squares = in.sum(in.product(x.value, x.value), in.product(y.value, y.value));
    const Number turn = in.difference(in.product(x.value, y.tangent), in.product(y.value, x.tangent));
    return {base_.atan2(y.value, x.value, type), in.quotient(turn, squares)};
  }

  Scalar negate(const Scalar& x, ElementType type) const {
    return {base_.negate(x.value, type), base_.negate(x.tangent, type)};
  }
  Scalar abs(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    return {base_.abs(x.value, type), in.product(x.tangent, base_.sign(x.value, type))};
  }
  Scalar sign(const Scalar& x, ElementType type) const { return constant(base_.sign(x.value, type), type); }
  Scalar floor(const Scalar& x, ElementType type) const { return constant(base_.floor(x.value, type), type); }
  Scalar ceil(const Scalar& x, ElementType type) const { return constant(base_.ceil(x.value, type), type); }
  Scalar round_nearest_even(const Scalar& x, ElementType type) const {
    return constant(base_.round_nearest_even(x.value, type), type);
  }
  Scalar round_nearest_afz(const Scalar& x, ElementType type) const {
    return constant(base_.round_nearest_afz(x.value, type), type);
  }

  Scalar exponential(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.exponential(x.value, type);
    return {y, in.product(x.tangent, y)};
  }
  Scalar exponential_minus_one(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.exponential_minus_one(x.value, type);
    return {y, in.product(x.tangent, in.sum(y, in.number(1)))};
  }
  Scalar log(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    return {base_.log(x.value, type), in.quotient(x.tangent, x.value)};
  }
  Scalar log_plus_one(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    return {base_.log_plus_one(x.value, type), in.quotient(x.tangent, in.sum(x.value, in.number(1)))};
  }
  Scalar logistic(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.logistic(x.value, type);
    return {y, in.product(x.tangent, in.product(y, in.difference(in.number(1), y)))};
  }
  Scalar sqrt(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.sqrt(x.value, type);
    return {y, in.quotient(x.tangent, in.sum(y, y))};
  }
  Scalar rsqrt(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.rsqrt(x.value, type);
    return {y, in.product(x.tangent, in.product(in.number(-0.5), in.product(y, in.product(y, y))))};
  }
  Scalar cbrt(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.cbrt(x.value, type);
    return {y, in.quotient(x.tangent, in.product(in.number(3), in.product(y, y)))};
  }
  Scalar sine(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    return {base_.sine(x.value, type), in.product(x.tangent, base_.cosine(x.value, type))};
  }
  Scalar cosine(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    return {base_.cosine(x.value, type),
            in.product(x.tangent, base_.negate(base_.sine(x.value, type), type))};
  }
  Scalar tan(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.tan(x.value, type);
    return {y, in.product(x.tangent, in.sum(in.number(1), in.product(y, y)))};
  }
  Scalar tanh(const Scalar& x, ElementType type) const {
    const In in{base_, type};
    const Number y = base_.tanh(x.value, type);
    const Number slope = in.product(in.difference(in.number(1), y), in.sum(in.number(1), y));
    return {y, in.product(x.tangent, slope)};
  }

 private:
  // The base domain's arithmetic with results of one element type.
  struct In {
    const Base& base;
    ElementType type;
    Number number(double value) const { return base.literal(value, type); }
    Number sum(const Number& a, const Number& b) const { return base.add(a, b, type); }
    Number difference(const Number& a, const Number& b) const { return base.subtract(a, b, type); }
    Number product(const Number& a, const Number& b) const { return base.multiply(a, b, type); }
    Number quotient(const Number& a, const Number& b) const { return base.divide(a, b, type); }
  };

  Scalar constant(Number value, ElementType type) const {
    return {std::move(value), base_.literal(0.0, type)};
  }

  Base base_;
};

// `value` moving in the direction `tangent`, which has the same type; integers do not move.
template <Domain Base>
Tensor<Dual<Base>> with_tangent(const Tensor<Base>& value, const Tensor<Base>& tangent) {
  require(value.type() == tangent.type(), "a tangent has the type of its value");
  if (!is_floating(value.element())) return Tensor<Dual<Base>>(value.type(), value.integers());
  typename Tensor<Dual<Base>>::Scalars scalars;
  scalars.reserve(value.scalars().size());
  for (std::size_t at = 0; at < value.scalars().size(); ++at) {
    scalars.push_back({value.scalars()[at], tangent.scalars()[at]});
  }
  return Tensor<Dual<Base>>(value.type(), std::move(scalars));
}

// One of the two parts of every scalar; the integers of an integer tensor.
template <Domain Base>
Tensor<Base> part_of(const Tensor<Dual<Base>>& tensor, typename Base::Scalar Dual<Base>::Scalar::*part) {
  if (!is_floating(tensor.element())) return Tensor<Base>(tensor.type(), tensor.integers());
  typename Tensor<Base>::Scalars scalars;
  scalars.reserve(tensor.scalars().size());
  for (const auto& scalar : tensor.scalars()) scalars.push_back(scalar.*part);
  return Tensor<Base>(tensor.type(), std::move(scalars));
}
template <Domain Base>
Tensor<Base> value_of(const Tensor<Dual<Base>>& tensor) {
  return part_of(tensor, &Dual<Base>::Scalar::value);
}
// Floating tensors only: an integer has no tangent.
template <Domain Base>
Tensor<Base> tangent_of(const Tensor<Dual<Base>>& tensor) {
  require(is_floating(tensor.element()), "a tangent is asked of a floating tensor");
  return part_of(tensor, &Dual<Base>::Scalar::tangent);
}

}  // namespace stepwright
