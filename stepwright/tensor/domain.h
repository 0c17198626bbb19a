#pragma once

#include <concepts>
#include <cstdint>

#include "stepwright/base/element_type.h"

namespace stepwright {

// What the elements of floating-point tensors are, and what the scalar operations of StableHLO mean on them.
// A domain is a value: it carries its modulus, seeds, or rounding rule. Integers and booleans are not its
// business; they are exact in every domain.
//
// Each function takes the element type of its result, so that a domain can round to it. Function names are
// StableHLO's; their meaning is the specification's sentence of the operation with that name.
template <class D>
concept Domain = requires(const D& domain, const typename D::Scalar& x, ElementType type, double value,
                          std::int64_t integer) {
  typename D::Scalar;

  // A literal of the program text; `value` is exactly what the text's canonical print reads back to.
  { domain.literal(value, type) } -> std::same_as<typename D::Scalar>;
  { domain.from_integer(integer, type) } -> std::same_as<typename D::Scalar>;
  { domain.from_unsigned(static_cast<std::uint64_t>(integer), type) } -> std::same_as<typename D::Scalar>;
  // From one floating type to another: rounds where the domain rounds.
  { domain.convert(x, type) } -> std::same_as<typename D::Scalar>;
  // Towards zero, saturating at the integer type's limits; NaN gives 0.
  { domain.to_integer(x, type) } -> std::same_as<std::int64_t>;
  // The nearest double, for showing and storing.
  { domain.to_double(x) } -> std::same_as<double>;

  // IEEE comparisons: false when either side is NaN.
  { domain.equal(x, x) } -> std::same_as<bool>;
  { domain.less(x, x) } -> std::same_as<bool>;
  // IEEE totalOrder: -NaN < -Inf < … < -0 < +0 < … < +Inf < +NaN.
  { domain.total_order_less(x, x) } -> std::same_as<bool>;
  { domain.is_finite(x) } -> std::same_as<bool>;

  { domain.add(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.subtract(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.multiply(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.divide(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.remainder(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.maximum(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.minimum(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.power(x, x, type) } -> std::same_as<typename D::Scalar>;
  { domain.atan2(x, x, type) } -> std::same_as<typename D::Scalar>;

  { domain.negate(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.abs(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.sign(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.floor(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.ceil(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.round_nearest_even(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.round_nearest_afz(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.exponential(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.exponential_minus_one(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.log(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.log_plus_one(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.logistic(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.sqrt(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.rsqrt(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.cbrt(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.sine(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.cosine(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.tan(x, type) } -> std::same_as<typename D::Scalar>;
  { domain.tanh(x, type) } -> std::same_as<typename D::Scalar>;
};

}  // namespace stepwright
