#pragma once

#include "stepwright/nn/network.h"

// The reference's three networks for 28×28 digits.
namespace stepwright::nn {

// One dense layer, 784 → classes.
Network linear();
// Dense 784 → 512 → 512 → classes, with relu between.
Network mlp();
// Two 3×3 convolutions of 32 channels, a 2×2 max pool, dense 6272 → 512 → 512 → classes; relu between.
Network cnn();

}  // namespace stepwright::nn
