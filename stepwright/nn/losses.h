#pragma once

#include "stepwright/ir/graph.h"

// Losses of logits [batch, classes] against targets of the same shape, as one number: the mean over the
// batch. No gradient flows into the targets.
namespace stepwright::nn {

// −Σ s·log softmax(z) with s = (1 − α)·t + α/K, in the log-sum-exp form. Where s is 0 the term is 0 even if
// the logit is −∞. An example whose logits are all −∞ has the loss NaN.
Value softmax_cross_entropy(Value logits, Value targets, double smoothing = 0.0);

// The mean over batch and classes of max(z, 0) − t·z + log(1 + exp(−|z|)): binary cross entropy of
// logistic(z), finite for every finite logit.
Value binary_cross_entropy(Value logits, Value targets);

}  // namespace stepwright::nn
