#include "stepwright/runtime/compiler_identity.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace stepwright {

namespace {

// Stands for the plugin's contents, which at 200 MB take too long to hash at every start.
std::string stamp(const std::filesystem::path& file) {
  return fmt::format("{} bytes, time {}", std::filesystem::file_size(file),
                     std::filesystem::last_write_time(file).time_since_epoch().count());
}

}  // namespace

std::string processor_features() {
  std::ifstream processors("/proc/cpuinfo");
  std::string features;
  for (std::string line; std::getline(processors, line) && !line.empty();) {
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features")) {
      features += line + '\n';
    }
  }
  return features;
}

std::string compiler_identity(const Client& client) {
  const Plugin& plugin = client.plugin();
  std::string identity =
      fmt::format("plugin: {}\napi: {}\nplatform: {}, {}\n", stamp(plugin.file()),
                  to_string(plugin.api_version()), client.platform_name(), client.platform_version());
  for (const NamedValue& attribute : plugin.attributes()) {
    identity += fmt::format("{}: {}\n", attribute.name, to_string(attribute.value));
  }
  for (const Device& device : client.devices()) identity += fmt::format("device: {}\n", device.kind);
  const char* flags = std::getenv("XLA_FLAGS");
  return identity + fmt::format("XLA_FLAGS: {}\n{}", flags == nullptr ? "" : flags, processor_features());
}

}  // namespace stepwright
