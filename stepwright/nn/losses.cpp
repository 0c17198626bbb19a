#include "stepwright/nn/losses.h"

#include <fmt/format.h>

#include "stepwright/base/error.h"
#include "stepwright/nn/functions.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/exponential.h"
#include "stepwright/ops/log_plus_one.h"
#include "stepwright/ops/operators.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/select.h"

namespace stepwright::nn {

namespace {

void expect_one_target_each(Value logits, Value targets) {
  if (logits.type() == targets.type() && logits.rank() == 2) return;
  throw UserError(
      {.what = "logits and targets do not fit together",
       .where = "the loss",
       .expected = "two tensors of one type, [batch, classes]",
       .found = fmt::format("logits {}, targets {}", to_string(logits.type()), to_string(targets.type())),
       .remedy = "give one target for each logit"});
}

}  // namespace

Value softmax_cross_entropy(Value logits, Value targets, double smoothing) {
  expect_one_target_each(logits, targets);
  Value smoothed = targets;
  if (smoothing != 0.0) {
    smoothed = targets * (1.0 - smoothing) + smoothing / static_cast<double>(logits.dimension(1));
  }
  const Value zero = constant_like(logits, 0.0);
  const Value absent = compare(smoothed, zero, ComparisonDirection::EQ);
  const Value terms = select(absent, zero, smoothed * log_softmax(logits));
  return -(reduce_sum(terms, {0, 1}) / static_cast<double>(logits.dimension(0)));
}

Value binary_cross_entropy(Value logits, Value targets) {
  expect_one_target_each(logits, targets);
  // max(z, 0) and −|z| choose the same branch at 0, so that the slope there is logistic(0) = 1/2: with the
  // kinks of maximum and abs apart it would be 0.
  const Value zero = constant_like(logits, 0.0);
  const Value positive = compare(logits, zero, ComparisonDirection::GE);
  const Value larger = select(positive, logits, zero);
  const Value minus_magnitude = select(positive, -logits, logits);
  return mean(larger - targets * logits + log_plus_one(exponential(minus_magnitude)), {0, 1});
}

}  // namespace stepwright::nn
