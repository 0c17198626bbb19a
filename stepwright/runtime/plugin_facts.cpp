#include "stepwright/runtime/plugin_facts.h"

namespace stepwright {

PluginFacts facts(const Client& client) {
  return {.file = client.plugin().file(),
          .api_version = to_string(client.plugin().api_version()),
          .platform_name = client.platform_name(),
          .platform_version = client.platform_version(),
          .attributes = client.plugin().attributes(),
          .devices = client.devices()};
}

}  // namespace stepwright
