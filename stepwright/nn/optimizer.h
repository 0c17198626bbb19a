#pragma once

#include <array>
#include <string_view>

#include "stepwright/ir/graph.h"

namespace stepwright::nn {

// θ' = θ − lr·… from the gradient g of the mean loss. Decay wd·θ is added to g (coupled) but for AdamW, which
// subtracts lr·wd·θ from θ (decoupled; Loshchilov & Hutter 2019).
enum class Optimizer {
  sgd,         // θ − lr·g
  heavy_ball,  // v' = μv + g; θ − lr·v' (Polyak 1964)
  nesterov,    // v' = μv + g; θ − lr·(g + μv') (Sutskever et al. 2013)
  adamw,  // m' = β₁m + (1−β₁)g; v' = β₂v + (1−β₂)g²; θ − lr·(m'/bc₁)/(√(v'/bc₂) + ε) − lr·wd·θ
};

inline constexpr std::array<std::string_view, 4> optimizer_names{"sgd", "heavy-ball", "nesterov", "adamw"};

struct OptimizerConstants {
  Optimizer optimizer = Optimizer::adamw;
  double momentum = 0.9;  // μ, of heavy_ball and nesterov
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.0;

  friend bool operator==(const OptimizerConstants&, const OptimizerConstants&) = default;
};

// What is learned of one parameter: θ, m and v, of one type. An optimizer leaves the slots that it does not
// use as they are.
struct ParameterState {
  Value parameter;
  Value first;   // m
  Value second;  // v: the second moment of AdamW, the velocity of the momentum methods
};

// Rank-0 inputs of a step. The bias corrections 1 − βᵗ of the t-th step (from 1) are the host's, so that the
// step does not count.
struct OptimizerInputs {
  Value learning_rate;
  Value bias_correction1;
  Value bias_correction2;
};

// One step of one parameter; `decays` says whether the weight decay applies to it.
ParameterState update(const OptimizerConstants& constants, const OptimizerInputs& inputs,
                      const ParameterState& state, Value gradient, bool decays);

}  // namespace stepwright::nn
