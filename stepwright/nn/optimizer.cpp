#include "stepwright/nn/optimizer.h"

#include "stepwright/base/error.h"
#include "stepwright/ops/operators.h"
#include "stepwright/ops/sqrt.h"

namespace stepwright::nn {

namespace {

// g + wd·θ.
Value decayed_gradient(const OptimizerConstants& constants, const ParameterState& state, Value gradient,
                       bool decays) {
  if (!decays || constants.weight_decay == 0.0) return gradient;
  return gradient + state.parameter * constants.weight_decay;
}

Value scaled(Value x, Value rank0) {
  return x * broadcast_to(rank0, x.dimensions());
}

ParameterState adamw(const OptimizerConstants& c, const OptimizerInputs& inputs, const ParameterState& state,
                     Value gradient, bool decays) {
  const Dimensions& shape = gradient.dimensions();
  const Value first = state.first * c.beta1 + gradient * (1.0 - c.beta1);
  const Value second = state.second * c.beta2 + gradient * gradient * (1.0 - c.beta2);
  const Value mean = first / broadcast_to(inputs.bias_correction1, shape);
  const Value deviation = sqrt(second / broadcast_to(inputs.bias_correction2, shape));
  Value direction = mean / (deviation + c.epsilon);
  if (decays && c.weight_decay != 0.0) direction = direction + state.parameter * c.weight_decay;
  return {state.parameter - scaled(direction, inputs.learning_rate), first, second};
}

}  // namespace

ParameterState update(const OptimizerConstants& c, const OptimizerInputs& inputs, const ParameterState& state,
                      Value gradient, bool decays) {
  if (c.optimizer == Optimizer::adamw) return adamw(c, inputs, state, gradient, decays);
  const Value g = decayed_gradient(c, state, gradient, decays);
  if (c.optimizer == Optimizer::sgd) {
    return {state.parameter - scaled(g, inputs.learning_rate), state.first, state.second};
  }
  const Value velocity = state.second * c.momentum + g;
  const Value direction = c.optimizer == Optimizer::nesterov ? g + velocity * c.momentum : velocity;
  return {state.parameter - scaled(direction, inputs.learning_rate), state.first, velocity};
}

}  // namespace stepwright::nn
