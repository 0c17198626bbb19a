#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "stepwright/nn/network.h"
#include "stepwright/nn/optimizer.h"

namespace stepwright::nn {

enum class Loss { softmax_cross_entropy, binary_cross_entropy };
inline constexpr std::array<std::string_view, 2> loss_names{"softmax-cross-entropy", "binary-cross-entropy"};

// Which parameters the weight decay applies to: all, or those of rank 2 and more (timm's rule, which leaves
// out biases, norm scales and shifts).
enum class DecayRule { all, matrices };
inline constexpr std::array<std::string_view, 2> decay_rule_names{"all", "matrices"};

// The positional shape of a step (design §5).
enum class Contract {
  plain,   // x, θ, [loss slot], onehot → θ', [loss]: SGD with the learning rate as a constant of the text
  packed,  // x, θ, m, v, lr, bc1, bc2, statistics, onehot → θ', m', v', loss, bc1, bc2, statistics
};
inline constexpr std::array<std::string_view, 2> contract_names{"plain", "packed"};

// All that decides a training step. The learning rate is a run-time input but in the plain contract.
struct Recipe {
  Network network;
  std::int64_t batch = 128;
  std::int64_t classes = 10;
  Contract contract = Contract::packed;
  OptimizerConstants optimizer = {};
  DecayRule decay = DecayRule::all;
  double plain_learning_rate = 0.1;  // of the mean loss; plain contract only
  Loss loss = Loss::softmax_cross_entropy;
  double smoothing = 0.0;
};

// The reference's plain step of a network: SGD at 0.1 on the mean loss.
Recipe plain_recipe(const Network& network);
// AdamW with decoupled decay 1e-4 on every parameter.
Recipe adamw_recipe(const Network& network);

// UserError for a batch below 1, fewer than 2 classes, a smoothing outside [0, 1) or one that the loss does
// not have, a negative constant, a plain contract with another optimizer than SGD.
void validate(const Recipe& recipe);

}  // namespace stepwright::nn
