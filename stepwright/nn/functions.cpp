#include "stepwright/nn/functions.h"
#include "stepwright/ops/broadcast_in_dim.h"
#include "stepwright/ops/clamp.h"
#include "stepwright/ops/exponential.h"
#include "stepwright/ops/log.h"
#include "stepwright/ops/logistic.h"
#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"
#include "stepwright/ops/operators.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/reduce_window.h"
#include "stepwright/ops/reshape.h"
#include "stepwright/ops/stop_gradient.h"
#include "stepwright/ops/tanh.h"

#include <array>
#include <limits>
#include <numbers>
#include <span>

namespace stepwright::nn {

Value relu(Value x) {
  return maximum(x, constant_like(x, 0.0));
}

Value relu6(Value x) {
  return minimum(relu(x), constant_like(x, 6.0));
}

Value swish(Value x) {
  return x * logistic(x);
}

Value hard_swish(Value x) {
  return x * relu6(x + 3.0) / 6.0;
}

namespace {

// c[0]·x^(n−1) + … + c[n−1], by Horner's rule.
Value polynomial(Value x, std::span<const double> coefficients) {
  Value sum = constant_like(x, coefficients.front());
  for (const double coefficient : coefficients.subspan(1)) sum = sum * x + coefficient;
  return sum;
}

}  // namespace

// Eigen's approximation: x·α(x²)/β(x²) for |x| ≤ 4, beyond which f32 erf is ±1.
Value erf(Value x) {
  constexpr std::array alpha{-2.72614225801306e-10, 2.77068142495902e-08,  -2.10102402082508e-06,
                             -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03,
                             -1.60960333262415e-02};
  constexpr std::array beta{-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
                            -7.37332916720468e-03, -1.42647390514189e-02};
  const Value inner = clamp(constant_like(x, -4.0), x, constant_like(x, 4.0));
  const Value square = inner * inner;
  return inner * polynomial(square, alpha) / polynomial(square, beta);
}

Value gelu(Value x, GeluForm form) {
  if (form == GeluForm::erf) return 0.5 * x * (1.0 + erf(x * (1.0 / std::numbers::sqrt2)));
  const double scale = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;  // √(2/π)
  return 0.5 * x * (1.0 + tanh(scale * (x + 0.044715 * (x * x * x))));
}

namespace {

std::int64_t count_over(Value x, const std::vector<std::int64_t>& dimensions) {
  std::int64_t count = 1;
  for (const std::int64_t axis : dimensions) count *= x.dimension(axis);
  return count;
}

}  // namespace

Value mean(Value x, const std::vector<std::int64_t>& dimensions) {
  return reduce_sum(x, dimensions) / static_cast<double>(count_over(x, dimensions));
}

Value variance(Value x, Value mean_value, const std::vector<std::int64_t>& dimensions) {
  const Value centred = x - broadcast_back(mean_value, x, dimensions);
  return mean(centred * centred, dimensions);
}

namespace {

// x minus its maximum along the last dimension. The shift changes no result of softmax, so no gradient flows
// through it.
Value shifted_by_maximum(Value x) {
  const std::vector<std::int64_t> last{x.rank() - 1};
  return x - broadcast_back(stop_gradient(reduce_max(x, last)), x, last);
}

}  // namespace

Value softmax(Value x) {
  const std::vector<std::int64_t> last{x.rank() - 1};
  const Value powers = exponential(shifted_by_maximum(x));
  return powers / broadcast_back(reduce_sum(powers, last), x, last);
}

Value log_softmax(Value x) {
  const std::vector<std::int64_t> last{x.rank() - 1};
  const Value shifted = shifted_by_maximum(x);
  return shifted - broadcast_back(log(reduce_sum(exponential(shifted), last)), x, last);
}

namespace {

template <class Op>
Value pooled(Value images, double initial, const Pool& pool) {
  const std::pair<std::int64_t, std::int64_t> padding{pool.padding, pool.padding};
  return reduce_window<Op>(images, initial,
                           {.dimensions = {1, 1, pool.size, pool.size},
                            .strides = {1, 1, pool.stride, pool.stride},
                            .padding = {{0, 0}, {0, 0}, padding, padding}});
}

}  // namespace

Value max_pool(Value images, const Pool& pool) {
  return pooled<op::Maximum>(images, -std::numeric_limits<double>::infinity(), pool);
}

Value average_pool(Value images, const Pool& pool) {
  return pooled<op::Add>(images, 0.0, pool) / static_cast<double>(pool.size * pool.size);
}

Value global_average_pool(Value images) {
  return mean(images, {2, 3});
}

Value flatten(Value x) {
  return reshape(x, {x.dimension(0), x.type().count() / x.dimension(0)});
}

Value along(Value y, Value x, std::vector<std::int64_t> axes) {
  return broadcast_in_dim(y, x.dimensions(), std::move(axes));
}

}  // namespace stepwright::nn
