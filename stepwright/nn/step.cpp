#include "stepwright/nn/step.h"

#include <fmt/format.h>

#include <functional>

#include "stepwright/base/error.h"
#include "stepwright/base/sha256.h"
#include "stepwright/grad/gradient.h"
#include "stepwright/ir/rewrite.h"
#include "stepwright/ir/text/printer.h"
#include "stepwright/nn/losses.h"
#include "stepwright/ops/all.h"

namespace stepwright::nn {

namespace {

constexpr ElementType precision = ElementType::f32;

// A function under assembly, with the manifest that grows beside it: an argument or result is added to both
// in one place.
class Assembly {
 public:
  Assembly(const Network& network, std::int64_t batch, std::int64_t classes, std::string kind)
      : function_("main"), network_(network) {
    const ImageShape& image = network.image;
    manifest_.network = network.name;
    manifest_.kind = std::move(kind);
    manifest_.entry = function_.name();
    manifest_.batch = batch;
    manifest_.classes = classes;
    manifest_.image = {image.channels, image.height, image.width};
    manifest_.producer = "stepwright 0.1.0";
    manifest_.stablehlo = "1.17.0";
    manifest_.oldest_plugin = "xla-cpu-pjrt 0.0.1 (PJRT C API 0.81, StableHLO 1.13.3)";
  }

  Function& function() { return function_; }
  Manifest& manifest() { return manifest_; }

  // x [B, C·H·W], as images [B, C, H, W].
  Value images() {
    const ImageShape& image = network_.image;
    const Value x =
        argument({"x", {precision, {manifest_.batch, image.size()}}, Role::images, Sharding::split_batch});
    return reshape(x, {manifest_.batch, image.channels, image.height, image.width});
  }

  Value logits(Layers& layers, Value images) {
    const Value logits = network_.forward(layers, images, manifest_.classes);
    const TensorType expected{precision, {manifest_.batch, manifest_.classes}};
    if (logits.type() == expected) return logits;
    throw UserError({.what = "the network's output is not one logit for each class",
                     .where = fmt::format("network {}", network_.name),
                     .expected = to_string(expected),
                     .found = to_string(logits.type()),
                     .remedy = "end the network with a dense layer of `classes` outputs"});
  }

  Value argument(ManifestEntry entry) {
    const Value value = function_.add_argument(entry.type, entry.name);
    declare(std::move(entry));
    return value;
  }
  // An argument that the function has already.
  void declare(ManifestEntry entry) { manifest_.arguments.push_back(std::move(entry)); }

  void result(std::string name, Role role, Value value, Sharding sharding = Sharding::replicate) {
    function_.add_result(value);
    manifest_.results.push_back({std::move(name), value.type(), role, sharding, {}, {}, {}});
  }

  // Result `result` takes over the buffer of argument `argument`.
  void donate(std::size_t argument, std::size_t result) {
    require(manifest_.arguments[argument].type == manifest_.results[result].type,
            "a donated buffer keeps its type");
    manifest_.arguments[argument].donated_to = result;
    function_.argument_attributes()[argument].emplace(
        "tf.aliasing_output",
        Attribute{IntegerAttribute{static_cast<std::int64_t>(result), ElementType::i32}});
  }

  Step finish() && {
    for (const auto& [operation, statement] : operation_conventions()) {
      manifest_.conventions.push_back(fmt::format("{}: {}", operation, statement));
    }
    std::shared_ptr<Function> main = finished(function_);
    const Module module{fmt::format("{}_{}", manifest_.network, manifest_.kind), {}, {main}};
    std::string text = print(module);
    manifest_.text_sha256 = sha256_hex(text);
    return {std::move(main), std::move(text), std::move(manifest_)};
  }

 private:
  Function function_;
  const Network& network_;
  Manifest manifest_;
};

bool decays(const Recipe& recipe, const Parameter& parameter) {
  if (recipe.optimizer.weight_decay == 0.0) return false;
  return recipe.decay == DecayRule::all || parameter.value.rank() >= 2;
}

void declare_parameters(Assembly& assembly, const Layers& layers,
                        const std::function<bool(const Parameter&)>& decays) {
  for (const Parameter& parameter : layers.parameters()) {
    assembly.declare({parameter.name,
                      parameter.value.type(),
                      Role::parameter,
                      Sharding::replicate,
                      {},
                      parameter.initializer,
                      decays(parameter)});
  }
}

Value loss_of(const Recipe& recipe, Value logits, Value targets) {
  const Value loss = recipe.loss == Loss::binary_cross_entropy
                         ? binary_cross_entropy(logits, targets)
                         : softmax_cross_entropy(logits, targets, recipe.smoothing);
  return loss.named("loss");
}

std::vector<Value> gradients(const Layers& layers, Value loss) {
  std::vector<Value> parameters;
  for (const Parameter& parameter : layers.parameters()) parameters.push_back(parameter.value);
  return gradient(loss, parameters);
}

Value targets_argument(Assembly& assembly) {
  const Manifest& manifest = assembly.manifest();
  return assembly.argument(
      {"onehot", {precision, {manifest.batch, manifest.classes}}, Role::targets, Sharding::split_batch});
}

// x, θ, [loss slot], onehot → θ', [loss].
void assemble_plain(Assembly& assembly, const Recipe& recipe, const Layers& layers, Value logits) {
  const bool reports_loss = recipe.network.plain_step_reports_loss;
  if (reports_loss) assembly.argument({"lslot", {precision, {}}, Role::slot});
  const Value targets = targets_argument(assembly);
  const Value loss = loss_of(recipe, logits, targets);
  const std::vector<Value> g = gradients(layers, loss);
  const OptimizerInputs inputs{scalar(*loss.graph, precision, recipe.plain_learning_rate), {}, {}};
  for (std::size_t at = 0; at < g.size(); ++at) {
    const Parameter& parameter = layers.parameters()[at];
    const ParameterState next =
        update(recipe.optimizer, inputs, {parameter.value, {}, {}}, g[at], decays(recipe, parameter));
    assembly.result(parameter.name, Role::parameter, next.parameter);
  }
  if (reports_loss) assembly.result("loss", Role::loss, loss);
  for (std::size_t at = 0; at < assembly.manifest().results.size(); ++at) assembly.donate(at + 1, at);
  assembly.manifest().constants.push_back({"learning_rate", recipe.plain_learning_rate});
}

std::vector<Value> moment_arguments(Assembly& assembly, const Layers& layers, std::string_view suffix,
                                    Role role) {
  std::vector<Value> moments;
  for (const Parameter& parameter : layers.parameters()) {
    moments.push_back(
        assembly.argument({parameter.name + std::string(suffix), parameter.value.type(), role}));
  }
  return moments;
}

// x, θ, m, v, lr, bc1, bc2, [statistic slots], onehot → θ', m', v', loss, bc1, bc2, [statistics].
void assemble_packed(Assembly& assembly, const Recipe& recipe, const Layers& layers, Value logits) {
  const std::vector<Value> first = moment_arguments(assembly, layers, "m", Role::first_moment);
  const std::vector<Value> second = moment_arguments(assembly, layers, "v", Role::second_moment);
  const OptimizerInputs inputs{assembly.argument({"lr", {precision, {}}, Role::learning_rate}),
                               assembly.argument({"bc1", {precision, {}}, Role::bias_correction1}),
                               assembly.argument({"bc2", {precision, {}}, Role::bias_correction2})};
  for (const Statistic& statistic : layers.statistics()) {
    assembly.argument({statistic.name + "i", statistic.value.type(), Role::slot});
  }
  const Value targets = targets_argument(assembly);
  const Value loss = loss_of(recipe, logits, targets);
  const std::vector<Value> g = gradients(layers, loss);
  std::vector<ParameterState> next;
  for (std::size_t at = 0; at < g.size(); ++at) {
    const Parameter& parameter = layers.parameters()[at];
    next.push_back(update(recipe.optimizer, inputs, {parameter.value, first[at], second[at]}, g[at],
                          decays(recipe, parameter)));
  }
  const auto results = [&](std::string_view suffix, Role role, Value ParameterState::*slot) {
    for (std::size_t at = 0; at < next.size(); ++at) {
      assembly.result(layers.parameters()[at].name + std::string(suffix), role, next[at].*slot);
    }
  };
  results("", Role::parameter, &ParameterState::parameter);
  results("m", Role::first_moment, &ParameterState::first);
  results("v", Role::second_moment, &ParameterState::second);
  for (std::size_t at = 0; at < 3 * next.size(); ++at) assembly.donate(at + 1, at);
  assembly.result("loss", Role::loss, loss);
  assembly.result("bc1", Role::bias_correction1, inputs.bias_correction1);
  assembly.result("bc2", Role::bias_correction2, inputs.bias_correction2);
  for (const Statistic& statistic : layers.statistics()) {
    assembly.result(statistic.name, Role::statistic, statistic.value);
  }
}

void record_recipe(Manifest& manifest, const Recipe& recipe) {
  const OptimizerConstants& o = recipe.optimizer;
  manifest.optimizer = optimizer_names[static_cast<std::size_t>(o.optimizer)];
  manifest.loss = loss_names[static_cast<std::size_t>(recipe.loss)];
  manifest.contract = contract_names[static_cast<std::size_t>(recipe.contract)];
  if (o.optimizer == Optimizer::adamw) {
    manifest.constants.insert(manifest.constants.end(),
                              {{"beta1", o.beta1}, {"beta2", o.beta2}, {"epsilon", o.epsilon}});
  } else if (o.optimizer != Optimizer::sgd) {
    manifest.constants.push_back({"momentum", o.momentum});
  }
  manifest.constants.push_back({"weight_decay", o.weight_decay});
  manifest.constants.push_back({"smoothing", recipe.smoothing});
}

}  // namespace

Step train_step(const Recipe& recipe) {
  validate(recipe);
  Assembly assembly(recipe.network, recipe.batch, recipe.classes, "train_step");
  record_recipe(assembly.manifest(), recipe);
  const Value images = assembly.images();
  Layers layers(assembly.function(), Mode::train);
  const Value logits = assembly.logits(layers, images);
  declare_parameters(assembly, layers, [&](const Parameter& parameter) { return decays(recipe, parameter); });
  if (recipe.contract == Contract::plain) {
    assemble_plain(assembly, recipe, layers, logits);
  } else {
    assemble_packed(assembly, recipe, layers, logits);
  }
  return std::move(assembly).finish();
}

Step forward(const Network& network, std::int64_t batch, std::int64_t classes) {
  Recipe shape{.network = network, .batch = batch, .classes = classes};
  validate(shape);
  Assembly assembly(network, batch, classes, "forward");
  const Value images = assembly.images();
  Layers layers(assembly.function(), Mode::evaluate);
  const Value logits = assembly.logits(layers, images);
  declare_parameters(assembly, layers, [](const Parameter&) { return false; });
  std::vector<Value> order{assembly.function().arguments().front()};
  for (const Parameter& parameter : layers.parameters()) order.push_back(parameter.value);
  for (const Statistic& statistic : layers.statistics()) {
    order.push_back(statistic.value);
    assembly.declare({statistic.name, statistic.value.type(), Role::statistic});
  }
  assembly.function().order_arguments(order);
  assembly.result("logits", Role::logits, logits, Sharding::split_batch);
  return std::move(assembly).finish();
}

}  // namespace stepwright::nn
