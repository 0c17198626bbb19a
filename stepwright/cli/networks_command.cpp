#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/nn/step.h"

namespace stepwright::cli {

namespace {

struct Facts {
  std::int64_t classes = 10;
  std::int64_t tensors = 0;
  std::int64_t numbers = 0;
};

Facts facts_of(const nn::Network& network) {
  Facts facts;
  const nn::Step step = nn::forward(network, 1, facts.classes);
  for (const std::size_t at : step.manifest.positions(nn::Role::parameter)) {
    ++facts.tensors;
    facts.numbers += step.manifest.arguments[at].type.count();
  }
  return facts;
}

Action declare(CLI::App& app) {
  const auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "as JSON");
  return [json](Context& context) {
    auto list = nlohmann::ordered_json::array();
    for (const nn::Network& network : nn::networks()) {
      const Facts facts = facts_of(network);
      const nn::ImageShape& image = network.image;
      list.push_back({{"name", network.name},
                      {"summary", network.summary},
                      {"image", {image.channels, image.height, image.width}},
                      {"classes", facts.classes},
                      {"parameter_tensors", facts.tensors},
                      {"parameters", facts.numbers}});
      if (*json) continue;
      context.out << fmt::format("{:<8} {:>9} parameters in {:>2} tensors, {}x{}x{} images: {}\n",
                                 network.name, facts.numbers, facts.tensors, image.channels, image.height,
                                 image.width, network.summary);
    }
    if (*json) write_json(context.out, list);
    return done;
  };
}

}  // namespace

Command networks_command() {
  return {"nets", "the networks and their sizes", "  ./sw nets\n", declare};
}

}  // namespace stepwright::cli
