#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stepwright/runtime/named_value.h"

struct PJRT_Api;

namespace stepwright {

struct ApiVersion {
  int major = 0;
  int minor = 0;
};

std::string to_string(ApiVersion version);

// Where a plugin may come from; the first that is given wins, and then no other is tried.
struct PluginSearch {
  std::filesystem::path requested;     // what the user named (`--plugin`); empty: not named
  std::filesystem::path dependencies;  // the folder that `./sw setup` fills
};

// The plugin that the user named, else the one in $STEPWRIGHT_PLUGIN, else the installed one.
// Throws UserError that lists the places searched when there is no such file.
std::filesystem::path find_plugin(const PluginSearch& search);

// A PJRT plugin that is loaded, complete for our use, and initialized. It stays loaded until the process
// ends: XLA keeps threads that outlive any handle.
class Plugin {
 public:
  // Throws UserError when the file is not a plugin, speaks another API version or lacks a function we call;
  // PluginError when its initialization fails.
  static Plugin load(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  ApiVersion api_version() const;

  // For instance xla_version and stablehlo_current_version; empty when the plugin tells none.
  std::vector<NamedValue> attributes() const;

  const PJRT_Api& table() const { return *table_; }

 private:
  Plugin(std::filesystem::path file, const PJRT_Api& table) : file_(std::move(file)), table_(&table) {}

  std::filesystem::path file_;
  const PJRT_Api* table_;
};

}  // namespace stepwright
