#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/nn/layers.h"
#include "stepwright/ops/all.h"

namespace stepwright::cli {

namespace {

struct Statement {
  std::string subject;
  std::string text;
};

std::vector<Statement> of_operations() {
  std::vector<Statement> statements;
  for (const Convention& convention : operation_conventions()) {
    statements.push_back({std::string(convention.operation), std::string(convention.statement)});
  }
  return statements;
}

// Where frameworks differ in layers and losses of the same name; what is a default comes from its struct.
std::vector<Statement> of_layers() {
  return {
      {"average_pool", "padded positions count as zeros and in the divisor"},
      {"batch_norm",
       fmt::format("the biased variance, in two passes; epsilon {} unless the network sets another",
                   nn::BatchNorm{}.epsilon)},
      {"layer_norm", fmt::format("the biased variance; epsilon {} unless the network sets another",
                                 nn::LayerNorm{}.epsilon)},
      {"gelu",
       "the network names its form: erf, x·Φ(x), or its approximation by tanh, which is off by up to "
       "4.7e-4"},
      {"hard_swish", "the slope is 0 at −3 and 1 at 3"},
      {"relu", "the slope at 0 is 0"},
      {"relu6", "the slopes at 0 and 6 are 0"},
      {"max_pool", "padding never wins; at ties the first in row-major order gets the cotangent"},
      {"softmax_cross_entropy",
       "the mean over the batch; a term whose target is 0 is 0 even if its logit is "
       "−∞; all logits −∞ give NaN"},
      {"binary_cross_entropy", "the mean over batch and classes"},
      {"weight decay", "decoupled in adamw, added to the gradient elsewhere"},
      {"momentum", "v' = μv + g, without a factor 1 − μ"},
  };
}

nlohmann::ordered_json to_json(const std::vector<Statement>& statements) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [subject, text] : statements) list.push_back({{"subject", subject}, {"convention", text}});
  return list;
}

void print(std::ostream& out, std::string_view title, const std::vector<Statement>& statements) {
  std::size_t width = 0;
  for (const Statement& statement : statements) width = std::max(width, statement.subject.size());
  out << title << "\n";
  for (const auto& [subject, text] : statements) out << fmt::format("  {:<{}}  {}\n", subject, width, text);
}

Action declare(CLI::App& app) {
  const auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "as JSON");
  return [json](Context& context) {
    if (*json) {
      write_json(context.out, {{"operations", to_json(of_operations())}, {"layers", to_json(of_layers())}});
    } else {
      print(context.out, "Operations", of_operations());
      print(context.out, "Layers, losses and optimizers", of_layers());
    }
    return done;
  };
}

}  // namespace

Command conventions_command() {
  return {"conventions", "what is computed at kinks and ties, and where frameworks differ",
          "  ./sw conventions             a table\n"
          "  ./sw conventions --json      for programs\n",
          declare};
}

}  // namespace stepwright::cli
