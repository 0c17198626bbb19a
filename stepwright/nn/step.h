#pragma once

#include <memory>
#include <string>

#include "stepwright/ir/function.h"
#include "stepwright/nn/manifest.h"
#include "stepwright/nn/recipe.h"

namespace stepwright::nn {

// A rendered program: the graph, its text, and what drives it.
struct Step {
  std::shared_ptr<const Function> function;
  std::string text;
  Manifest manifest;
};

// The whole training step of a recipe: forward, loss, gradient and optimizer in one function `main`, under
// the recipe's positional contract. Result k of the state has the type of argument k + 1 and takes its
// buffer.
Step train_step(const Recipe& recipe);

// The network alone, x, θ, [statistics] → logits, with frozen statistics where it has batch norms.
Step forward(const Network& network, std::int64_t batch, std::int64_t classes);

}  // namespace stepwright::nn
