#include "stepwright/nn/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stepwright/base/error.h"

namespace stepwright::nn {

using Json = nlohmann::ordered_json;

std::vector<std::size_t> Manifest::positions(Role role) const {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at].role == role) found.push_back(at);
  }
  return found;
}

std::optional<std::size_t> Manifest::position(Role role) const {
  const std::vector<std::size_t> found = positions(role);
  require(found.size() <= 1, "a single argument was asked for by a role that several have");
  if (found.empty()) return std::nullopt;
  return found.front();
}

double Manifest::constant(std::string_view wanted) const {
  const auto found = std::ranges::find(constants, wanted, &ManifestConstant::name);
  if (found != constants.end()) return found->value;
  throw UserError({.what = fmt::format("the manifest has no constant `{}`", wanted),
                   .where = {},
                   .expected = {},
                   .found = {},
                   .remedy = "emit the step again"});
}

namespace {

constexpr std::array<std::string_view, 3> initializer_names{"zeros", "ones", "normal"};

Json to_json(const ManifestEntry& entry) {
  Json json{{"name", entry.name},
            {"shape", entry.type.dimensions},
            {"element", name(entry.type.element)},
            {"role", role_names[static_cast<std::size_t>(entry.role)]},
            {"sharding", sharding_names[static_cast<std::size_t>(entry.sharding)]}};
  if (entry.donated_to) json["donated_to"] = *entry.donated_to;
  if (entry.decays) json["decays"] = *entry.decays;
  if (entry.initializer) {
    json["initializer"] = {{"kind", initializer_names[static_cast<std::size_t>(entry.initializer->kind)]},
                           {"scale", entry.initializer->scale}};
  }
  return json;
}

// The place of `name` in the table of an enumeration; UserError when it is not there.
template <class Enum, std::size_t n>
Enum from_name(const std::array<std::string_view, n>& table, const std::string& name, std::string_view kind) {
  const auto found = std::ranges::find(table, name);
  if (found != table.end()) return static_cast<Enum>(found - table.begin());
  throw UserError({.what = fmt::format("unknown {} `{}` in a manifest", kind, name),
                   .where = {},
                   .expected = {},
                   .found = {},
                   .remedy = "emit the step again with this version"});
}

ManifestEntry entry_from_json(const Json& json) {
  ManifestEntry entry;
  json.at("name").get_to(entry.name);
  json.at("shape").get_to(entry.type.dimensions);
  const auto element = json.at("element").get<std::string>();
  const auto type = element_type_named(element);
  if (!type) {
    throw UserError({.what = fmt::format("unknown element type `{}` in a manifest", element),
                     .where = {},
                     .expected = {},
                     .found = {},
                     .remedy = "emit the step again"});
  }
  entry.type.element = *type;
  entry.role = from_name<Role>(role_names, json.at("role"), "role");
  entry.sharding = from_name<Sharding>(sharding_names, json.at("sharding"), "sharding");
  if (json.contains("donated_to")) entry.donated_to = json["donated_to"].get<std::size_t>();
  if (json.contains("decays")) entry.decays = json["decays"].get<bool>();
  if (json.contains("initializer")) {
    const Json& initializer = json["initializer"];
    entry.initializer =
        Initializer{from_name<Initializer::Kind>(initializer_names, initializer.at("kind"), "initializer"),
                    initializer.at("scale").get<double>()};
  }
  return entry;
}

}  // namespace

Json to_json(const Manifest& m) {
  Json json{{"network", m.network},     {"kind", m.kind},       {"entry", m.entry},
            {"optimizer", m.optimizer}, {"loss", m.loss},       {"contract", m.contract},
            {"batch", m.batch},         {"classes", m.classes}, {"image", m.image}};
  json["arguments"] = Json::array();
  for (const ManifestEntry& entry : m.arguments) json["arguments"].push_back(to_json(entry));
  json["results"] = Json::array();
  for (const ManifestEntry& entry : m.results) json["results"].push_back(to_json(entry));
  json["constants"] = Json::object();
  for (const ManifestConstant& constant : m.constants) json["constants"][constant.name] = constant.value;
  json["conventions"] = m.conventions;
  json["text_sha256"] = m.text_sha256;
  json["producer"] = m.producer;
  json["stablehlo"] = m.stablehlo;
  json["oldest_plugin"] = m.oldest_plugin;
  return json;
}

Manifest manifest_from_json(const Json& json, std::string_view source) try {
  Manifest m;
  json.at("network").get_to(m.network);
  json.at("kind").get_to(m.kind);
  json.at("entry").get_to(m.entry);
  json.at("optimizer").get_to(m.optimizer);
  json.at("loss").get_to(m.loss);
  json.at("contract").get_to(m.contract);
  json.at("batch").get_to(m.batch);
  json.at("classes").get_to(m.classes);
  json.at("image").get_to(m.image);
  for (const Json& entry : json.at("arguments")) m.arguments.push_back(entry_from_json(entry));
  for (const Json& entry : json.at("results")) m.results.push_back(entry_from_json(entry));
  for (const auto& [name, value] : json.at("constants").items())
    m.constants.push_back({name, value.get<double>()});
  json.at("conventions").get_to(m.conventions);
  json.at("text_sha256").get_to(m.text_sha256);
  json.at("producer").get_to(m.producer);
  json.at("stablehlo").get_to(m.stablehlo);
  json.at("oldest_plugin").get_to(m.oldest_plugin);
  return m;
} catch (const nlohmann::json::exception& error) {
  throw UserError({.what = "the manifest is not one of ours",
                   .where = std::string(source),
                   .expected = "the fields that `./sw emit` writes",
                   .found = error.what(),
                   .remedy = "emit the step again with this version"});
} catch (const UserError& error) {
  throw error.at(source);
}

}  // namespace stepwright::nn
