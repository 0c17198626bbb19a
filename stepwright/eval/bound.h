#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "stepwright/base/element_type.h"
#include "stepwright/base/host_tensor.h"
#include "stepwright/tensor/tensor.h"

namespace stepwright {

// How far the results of a device may lie from the truth: each scalar carries its value, computed in f64
// without any rounding to narrower types, and a bound on the distance of what the device computes from it.
//
// What the device may do
// - round every operation to the element type of its result, to nearest, or not round it at all (fused
//   multiply-add, narrow types kept in wider registers);
// - add in any order: a sum of n terms x in any order of the additions is off by at most
//   ((1 + u)ⁿ⁻¹ − 1) Σ|x|, with u half the distance from 1 to the next number (Higham 2002, Accuracy and
//   Stability of Numerical Algorithms, §4.2). A running bound by the partial sums of one order would not hold
//   for another, so that a scalar that is a sum keeps what this bound needs: the number of its terms, the sum
//   of their magnitudes and the sum of their own errors. Any other operation makes one term of it;
// - flush subnormal f32, f64 and bf16 numbers to zero, operands too, as XLA on CPU does;
// - compute elementary functions within the allowances of bound.cpp, twice the largest errors measured.
// It may not replace an algorithm by one with larger errors (a convolution by Winograd's or Fourier's).
//
// Errors propagate without linearisation: exactly through products and quotients of intervals, by the ends of
// the interval through monotone functions. Where a decision hangs on a value within its error (a comparison,
// floor, a conversion to an integer, log of what may be negative), the device may decide otherwise and the
// bound says nothing about what follows: `kinks` counts these. The bound of an f64 program allows for the
// rounding of both sides.
class Bound {
 public:
  struct Scalar {
    double value = 0;
    double error = 0;            // |device − value| ≤ error; infinite: no claim
    double terms = 1;            // as a sum: how many terms,
    double terms_magnitude = 0;  // Σ (|term| + its error)
    double terms_error = 0;      // Σ errors of the terms
  };

  // `kinks` outlives the domain; several threads may count.
  explicit Bound(std::atomic<std::int64_t>& kinks) : kinks_(&kinks) {}

  Scalar literal(double value, ElementType type) const;
  Scalar from_integer(std::int64_t value, ElementType type) const;
  Scalar from_unsigned(std::uint64_t value, ElementType type) const;
  Scalar convert(const Scalar& x, ElementType type) const;
  std::int64_t to_integer(const Scalar& x, ElementType type) const;
  double to_double(const Scalar& x) const { return x.value; }

  bool equal(const Scalar& a, const Scalar& b) const;
  bool less(const Scalar& a, const Scalar& b) const;
  bool total_order_less(const Scalar& a, const Scalar& b) const;
  bool is_finite(const Scalar& x) const;

  Scalar add(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar subtract(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar multiply(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar divide(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar remainder(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar maximum(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar minimum(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar power(const Scalar& a, const Scalar& b, ElementType type) const;
  Scalar atan2(const Scalar& y, const Scalar& x, ElementType type) const;

  Scalar negate(const Scalar& x, ElementType type) const;
  Scalar abs(const Scalar& x, ElementType type) const;
  Scalar sign(const Scalar& x, ElementType type) const;
  Scalar floor(const Scalar& x, ElementType type) const;
  Scalar ceil(const Scalar& x, ElementType type) const;
  Scalar round_nearest_even(const Scalar& x, ElementType type) const;
  Scalar round_nearest_afz(const Scalar& x, ElementType type) const;
  Scalar exponential(const Scalar& x, ElementType type) const;
  Scalar exponential_minus_one(const Scalar& x, ElementType type) const;
  Scalar log(const Scalar& x, ElementType type) const;
  Scalar log_plus_one(const Scalar& x, ElementType type) const;
  Scalar logistic(const Scalar& x, ElementType type) const;
  Scalar sqrt(const Scalar& x, ElementType type) const;
  Scalar rsqrt(const Scalar& x, ElementType type) const;
  Scalar cbrt(const Scalar& x, ElementType type) const;
  Scalar sine(const Scalar& x, ElementType type) const;
  Scalar cosine(const Scalar& x, ElementType type) const;
  Scalar tan(const Scalar& x, ElementType type) const;
  Scalar tanh(const Scalar& x, ElementType type) const;

 private:
  void count_kink() const { kinks_->fetch_add(1, std::memory_order_relaxed); }
  // Counts a kink where the order of a and b is within their errors.
  void count_if_undecided(const Scalar& a, const Scalar& b) const;
  // A function that only rises or only falls where it is defined; NaN elsewhere.
  Scalar monotone(const Scalar& x, double (*function)(double), double ulps, ElementType type) const;
  // A monotone function with jumps, exact between them.
  Scalar stepwise(const Scalar& x, double (*function)(double), ElementType type) const;

  std::atomic<std::int64_t>* kinks_;
};

// How a device's result lies within its bound.
struct BoundReport {
  std::int64_t elements = 0;
  std::int64_t outside = 0;    // further from the value than the bound
  std::int64_t unbounded = 0;  // without a claim
  double largest_share = 0;    // of the bound that an error takes up, over the elements with a finite bound
  std::string message;         // the first element outside: place, value, bound, distance

  // No element is outside and none is without a claim.
  bool holds() const { return outside == 0 && unbounded == 0; }
};

// Integers must be equal. UserError when the types differ.
BoundReport within_bound(const HostTensor& device, const Tensor<Bound>& expected);

}  // namespace stepwright
