#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "stepwright/nn/recipe.h"

namespace stepwright::cli {

// The flags that describe a training step. What is not given is the preset's: nn::plain_recipe for the plain
// contract, nn::adamw_recipe for the packed one.
struct RecipeOptions {
  std::string batch = "128";  // as written, so that "?" gets an answer of its own
  std::int64_t classes = 10;
  std::optional<std::string> optimizer;
  std::optional<std::string> contract;
  std::optional<std::string> loss;
  std::optional<std::string> decay;
  std::optional<double> smoothing;
  std::optional<double> weight_decay;
  std::optional<double> momentum;
  std::optional<double> beta1;
  std::optional<double> beta2;
  std::optional<double> epsilon;
  std::optional<double> learning_rate;  // of the plain contract: elsewhere it is a run-time input

  void declare(CLI::App& options);

  // WrongUse for an unknown name, a batch that is no number, a constant out of range, or one that the
  // optimizer or contract does not have.
  nn::Recipe recipe(const nn::Network& network) const;
  std::int64_t batch_size() const;
  // WrongUse when more than --batch and --classes was given, which `flag` has no use for.
  void expect_only_shape(std::string_view flag) const;

 private:
  void expect_known_constants(const nn::Recipe& recipe) const;
};

// As nn::network_named, but a WrongUse.
const nn::Network& network(const std::string& name);

}  // namespace stepwright::cli
