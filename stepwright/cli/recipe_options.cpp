#include "stepwright/cli/recipe_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "stepwright/base/suggest.h"
#include "stepwright/cli/command.h"

namespace stepwright::cli {

namespace {

// The tables of names are in the order of their enumerations.
template <class Enum, std::size_t count>
std::optional<Enum> named(const std::array<std::string_view, count>& names, std::string_view kind,
                          const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  const auto found = std::ranges::find(names, *name);
  if (found != names.end()) return static_cast<Enum>(found - names.begin());
  throw WrongUse(unknown_name(kind, *name, std::vector<std::string>(names.begin(), names.end())));
}

template <std::size_t count>
std::string alternatives(const std::array<std::string_view, count>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : "|") + std::string(name);
  return text;
}

template <class T>
void set(T& field, const std::optional<T>& given) {
  if (given) field = *given;
}

}  // namespace

void RecipeOptions::declare(CLI::App& options) {
  options.add_option("--batch", batch, "images in a batch (128)")->type_name("N");
  options.add_option("--classes", classes, "outputs of the network (10)")->type_name("K");
  options.add_option("--optimizer", optimizer, "by default adamw; sgd in the plain contract")
      ->type_name(alternatives(nn::optimizer_names));
  options
      .add_option(
          "--contract", contract,
          "the step's arguments: packed (parameters, moments and learning rate; the default) or plain "
          "(parameters alone, SGD)")
      ->type_name(alternatives(nn::contract_names));
  options.add_option("--loss", loss, "by default softmax-cross-entropy")
      ->type_name(alternatives(nn::loss_names));
  options.add_option("--smoothing", smoothing, "label smoothing (0)")->type_name("ALPHA");
  options.add_option("--weight-decay", weight_decay, "by default 1e-4 for adamw, else 0")->type_name("RATE");
  options.add_option("--decay", decay, "the parameters that decay: all, or those of rank 2 and more")
      ->type_name(alternatives(nn::decay_rule_names));
  options.add_option("--momentum", momentum, "of heavy-ball and nesterov (0.9)")->type_name("MU");
  options.add_option("--beta1", beta1, "of adamw (0.9)")->type_name("BETA");
  options.add_option("--beta2", beta2, "of adamw (0.999)")->type_name("BETA");
  options.add_option("--epsilon", epsilon, "of adamw (1e-8)")->type_name("EPS");
}

std::int64_t RecipeOptions::batch_size() const {
  std::int64_t size = 0;
  const char* end = batch.data() + batch.size();
  const auto [stop, fault] = std::from_chars(batch.data(), end, size);
  if (fault == std::errc() && stop == end) return size;
  throw WrongUse({.what = "batch must be a number",
                  .where = "--batch",
                  .expected = "a number of images, 1 or more",
                  .found = batch,
                  .remedy = "a program has one batch size: emit one for each that you need"});
}

void RecipeOptions::expect_only_shape(std::string_view flag) const {
  const bool more = optimizer || contract || loss || decay || smoothing || weight_decay || momentum ||
                    beta1 || beta2 || epsilon || learning_rate;
  if (!more) return;
  throw WrongUse({.what = "a program without a training step has no optimizer, contract or loss",
                  .where = std::string(flag),
                  .expected = "--batch and --classes alone",
                  .remedy = "leave the other flags out"});
}

void RecipeOptions::expect_known_constants(const nn::Recipe& recipe) const {
  using enum nn::Optimizer;
  const nn::Optimizer chosen = recipe.optimizer.optimizer;
  const bool has_momentum = chosen == heavy_ball || chosen == nesterov;
  const auto expect = [&](bool known, const std::optional<double>& given, std::string_view flag) {
    if (known || !given) return;
    throw WrongUse({.what = fmt::format("{} has no such constant",
                                        nn::optimizer_names[static_cast<std::size_t>(chosen)]),
                    .where = std::string(flag),
                    .remedy = "leave the flag out"});
  };
  expect(has_momentum, momentum, "--momentum");
  expect(chosen == adamw, beta1, "--beta1");
  expect(chosen == adamw, beta2, "--beta2");
  expect(chosen == adamw, epsilon, "--epsilon");
  if (recipe.contract == nn::Contract::plain || !learning_rate) return;
  throw WrongUse({.what = "the learning rate of a packed step is a run-time input",
                  .where = "--learning-rate",
                  .remedy = "leave the flag out, or use --contract plain"});
}

nn::Recipe RecipeOptions::recipe(const nn::Network& network) const try {
  const auto shape =
      named<nn::Contract>(nn::contract_names, "contract", contract).value_or(nn::Contract::packed);
  nn::Recipe recipe = shape == nn::Contract::plain ? nn::plain_recipe(network) : nn::adamw_recipe(network);
  nn::OptimizerConstants& constants = recipe.optimizer;
  if (const auto chosen = named<nn::Optimizer>(nn::optimizer_names, "optimizer", optimizer)) {
    if (*chosen != constants.optimizer) constants = {.optimizer = *chosen};
  }
  recipe.batch = batch_size();
  recipe.classes = classes;
  set(recipe.loss, named<nn::Loss>(nn::loss_names, "loss", loss));
  set(recipe.decay, named<nn::DecayRule>(nn::decay_rule_names, "decay rule", decay));
  set(recipe.smoothing, smoothing);
  set(recipe.plain_learning_rate, learning_rate);
  set(constants.weight_decay, weight_decay);
  set(constants.momentum, momentum);
  set(constants.beta1, beta1);
  set(constants.beta2, beta2);
  set(constants.epsilon, epsilon);
  expect_known_constants(recipe);
  nn::validate(recipe);
  return recipe;
} catch (const UserError& error) {
  throw WrongUse(error);
}

const nn::Network& network(const std::string& name) try {
  return nn::network_named(name);
} catch (const UserError& error) {
  throw WrongUse(error);
}

}  // namespace stepwright::cli
