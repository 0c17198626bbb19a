#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/cli/recipe_options.h"
#include "stepwright/nn/step.h"

namespace stepwright::cli {

namespace {

struct EmitOptions {
  std::string network;
  RecipeOptions recipe;
  bool forward = false;
  std::string output;
  bool json = false;
};

nn::Step step_of(const EmitOptions& options) {
  const nn::Network& chosen = network(options.network);
  if (!options.forward) return nn::train_step(options.recipe.recipe(chosen));
  options.recipe.expect_only_shape("--forward");
  try {
    return nn::forward(chosen, options.recipe.batch_size(), options.recipe.classes);
  } catch (const UserError& error) {
    throw WrongUse(error);
  }
}

// The manifest beside FILE.mlir is FILE.json.
std::filesystem::path manifest_path(const std::string& output) {
  return std::filesystem::path(output).replace_extension(".json");
}

ExitCode emit(const EmitOptions& options, Context& context) {
  if (options.output.ends_with(".json")) {
    throw WrongUse({.what = "the manifest takes this name",
                    .where = options.output,
                    .remedy = "call the text FILE.mlir; its manifest becomes FILE.json"});
  }
  const auto start = std::chrono::steady_clock::now();
  const nn::Step step = step_of(options);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.output == "-") {
    context.out << step.text;
    return done;
  }
  const std::filesystem::path manifest = manifest_path(options.output);
  // The text first: whoever finds a manifest finds its text.
  replace_file(options.output, step.text);
  replace_file(manifest, nn::to_json(step.manifest).dump(2) + "\n");
  if (options.json) {
    write_json(context.out, {{"text", options.output},
                             {"manifest", manifest.string()},
                             {"bytes", step.text.size()},
                             {"sha256", step.manifest.text_sha256},
                             {"arguments", step.manifest.arguments.size()},
                             {"results", step.manifest.results.size()},
                             {"seconds", seconds.count()}});
    return done;
  }
  context.out << fmt::format("{}: {} of {}, batch {}, {} arguments, {} results, {} bytes\n{}: its manifest\n",
                             options.output, step.manifest.kind, step.manifest.network, step.manifest.batch,
                             step.manifest.arguments.size(), step.manifest.results.size(), step.text.size(),
                             manifest.string());
  return done;
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<EmitOptions>();
  app.add_option("NET", options->network, "a network (./sw nets lists them)")->required();
  options->recipe.declare(app);
  app.add_option("--learning-rate", options->recipe.learning_rate, "of the plain contract (0.1)")
      ->type_name("RATE");
  app.add_flag("--forward", options->forward, "the network alone: images and parameters to logits");
  app.add_option("-o,--output", options->output,
                 "the text; its manifest goes beside it as FILE.json. - prints "
                 "the text")
      ->required()
      ->type_name("FILE.mlir");
  app.add_flag("--json", options->json, "say what was written as JSON");
  return [options](Context& context) { return emit(*options, context); };
}

}  // namespace

Command emit_command() {
  return {"emit", "write a network's training step as a StableHLO program",
          "  ./sw emit cnn --batch 128 -o cnn.mlir            an AdamW step, with its manifest cnn.json\n"
          "  ./sw emit mlp --contract plain -o -              a plain SGD step, to the screen\n"
          "  ./sw emit cnn --forward --batch 100 -o eval.mlir the network alone\n",
          declare};
}

}  // namespace stepwright::cli
