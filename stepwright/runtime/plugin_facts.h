#pragma once

#include <string>
#include <vector>

#include "stepwright/runtime/client.h"

namespace stepwright {

// What `./sw doctor` tells about the plugin.
struct PluginFacts {
  std::string file;
  std::string api_version;
  std::string platform_name;
  std::string platform_version;
  std::vector<NamedValue> attributes;
  std::vector<Device> devices;
};

PluginFacts facts(const Client& client);

}  // namespace stepwright
