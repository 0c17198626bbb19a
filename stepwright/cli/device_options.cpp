#include "stepwright/cli/device_options.h"

#include <fmt/format.h>

#include <cstdlib>

namespace stepwright::cli {

void DeviceOptions::declare(CLI::App& options) {
  options
      .add_option("--plugin", plugin, "a PJRT plugin, in place of $STEPWRIGHT_PLUGIN or the installed one")
      ->type_name("FILE");
}

Plugin DeviceOptions::load(const Context& context) const try {
  return Plugin::load(find_plugin({.requested = plugin, .dependencies = context.dependencies}));
} catch (const UserError& error) {
  throw CouldNotTell(error);
}

Client DeviceOptions::connect(const Context& context) const {
  const Plugin loaded = load(context);
  Client client = Client::create(loaded);
  const auto enough = [&] { return static_cast<std::int64_t>(client.devices().size()) >= devices; };
  if (!enough() && client.platform_name() == "cpu") {
    const std::vector<NamedValue> as_many{{"cpu_device_count", devices}};
    client = Client::create(loaded, as_many);
  }
  if (enough()) return client;
  throw CouldNotTell(
      {.what = "the plugin has too few devices",
       .where = loaded.file(),
       .expected = fmt::format("{} devices", devices),
       .found = fmt::format("{} of platform {}", client.devices().size(), client.platform_name()),
       .remedy = "ask for fewer replicas"});
}

std::filesystem::path cache_folder(const Context& context) {
  const char* given = std::getenv("STEPWRIGHT_CACHE");
  if (given != nullptr && *given != '\0') return given;
  return context.dependencies / "executables";
}

ExecutableCache executable_cache(const Context& context, ExecutableCache::Log log) {
  return ExecutableCache(cache_folder(context), std::move(log));
}

}  // namespace stepwright::cli
