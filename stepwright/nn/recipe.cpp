#include "stepwright/nn/recipe.h"

#include <fmt/format.h>

#include "stepwright/base/error.h"

namespace stepwright::nn {

Recipe plain_recipe(const Network& network) {
  Recipe recipe{.network = network};
  recipe.contract = Contract::plain;
  recipe.optimizer.optimizer = Optimizer::sgd;
  return recipe;
}

Recipe adamw_recipe(const Network& network) {
  Recipe recipe{.network = network};
  recipe.optimizer.weight_decay = 1e-4;
  return recipe;
}

namespace {

void expect(bool holds, std::string_view field, std::string_view expected, std::string found,
            std::string_view remedy) {
  if (holds) return;
  throw UserError({.what = fmt::format("the recipe's {} is out of range", field),
                   .where = {},
                   .expected = std::string(expected),
                   .found = std::move(found),
                   .remedy = std::string(remedy)});
}

}  // namespace

void validate(const Recipe& r) {
  const OptimizerConstants& o = r.optimizer;
  expect(r.batch >= 1, "batch", "a number of images, 1 or more", fmt::format("{}", r.batch),
         "set a batch size");
  expect(r.classes >= 2, "number of classes", "2 or more", fmt::format("{}", r.classes), "set the classes");
  expect(r.smoothing >= 0 && r.smoothing < 1, "smoothing", "0 ≤ smoothing < 1",
         fmt::format("{}", r.smoothing), "0.1 is usual; 0 turns it off");
  expect(r.smoothing == 0 || r.loss == Loss::softmax_cross_entropy, "smoothing",
         "0 with a binary cross entropy", fmt::format("{}", r.smoothing), "turn smoothing off");
  expect(o.momentum >= 0 && o.momentum < 1, "momentum", "0 ≤ momentum < 1", fmt::format("{}", o.momentum),
         "0.9 is usual");
  expect(o.beta1 >= 0 && o.beta1 < 1, "beta1", "0 ≤ beta1 < 1", fmt::format("{}", o.beta1), "0.9 is usual");
  expect(o.beta2 >= 0 && o.beta2 < 1, "beta2", "0 ≤ beta2 < 1", fmt::format("{}", o.beta2), "0.999 is usual");
  expect(o.epsilon > 0, "epsilon", "a positive number", fmt::format("{}", o.epsilon), "1e-8 is usual");
  expect(o.weight_decay >= 0, "weight decay", "0 or more", fmt::format("{}", o.weight_decay),
         "0 turns it off");
  expect(r.contract == Contract::packed || o.optimizer == Optimizer::sgd, "contract",
         "the packed contract for an optimizer with state",
         fmt::format("plain with {}", optimizer_names[static_cast<std::size_t>(o.optimizer)]),
         "use --contract packed, or --optimizer sgd");
}

}  // namespace stepwright::nn
