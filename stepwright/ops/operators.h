#pragma once

#include "stepwright/ops/add.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"
#include "stepwright/ops/subtract.h"

// Arithmetic on values as it is written on paper: `(x - mean) * rate + 1.0`. A rank-0 value and a number are
// broadcast to the shape of the other side; a number is rounded to its element type. No other shapes mix.
namespace stepwright {

inline Value add(Value x, double number) {
  return add(x, constant_like(x, number));
}
inline Value scale(Value x, double factor) {
  return multiply(x, constant_like(x, factor));
}

// Applies combine(a, b) with a rank-0 side broadcast to the other.
template <class Combine>
Value with_scalars_broadcast(Value a, Value b, Combine&& combine) {
  if (a.rank() == 0) return combine(broadcast_to(a, b.dimensions()), b);
  if (b.rank() == 0) return combine(a, broadcast_to(b, a.dimensions()));
  return combine(a, b);
}

inline Value operator+(Value a, Value b) {
  return with_scalars_broadcast(a, b, [](Value x, Value y) { return add(x, y); });
}
inline Value operator-(Value a, Value b) {
  return with_scalars_broadcast(a, b, [](Value x, Value y) { return subtract(x, y); });
}
inline Value operator*(Value a, Value b) {
  return with_scalars_broadcast(a, b, [](Value x, Value y) { return multiply(x, y); });
}
inline Value operator/(Value a, Value b) {
  return with_scalars_broadcast(a, b, [](Value x, Value y) { return divide(x, y); });
}
inline Value operator-(Value x) {
  return negate(x);
}

inline Value operator+(Value a, double b) {
  return a + constant_like(a, b);
}
inline Value operator-(Value a, double b) {
  return a - constant_like(a, b);
}
inline Value operator*(Value a, double b) {
  return a * constant_like(a, b);
}
inline Value operator/(Value a, double b) {
  return a / constant_like(a, b);
}
inline Value operator+(double a, Value b) {
  return constant_like(b, a) + b;
}
inline Value operator-(double a, Value b) {
  return constant_like(b, a) - b;
}
inline Value operator*(double a, Value b) {
  return constant_like(b, a) * b;
}
inline Value operator/(double a, Value b) {
  return constant_like(b, a) / b;
}

}  // namespace stepwright
