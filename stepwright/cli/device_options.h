#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <string>

#include "stepwright/cli/command.h"
#include "stepwright/runtime/client.h"
#include "stepwright/runtime/executable_cache.h"

namespace stepwright::cli {

// Which plugin runs the programs, and on how many of its devices.
struct DeviceOptions {
  std::string plugin;        // empty: $STEPWRIGHT_PLUGIN, else the installed one
  std::int64_t devices = 1;  // the CPU plugin makes as many as it is asked for; others have what they have

  // --plugin FILE
  void declare(CLI::App& options);

  // CouldNotTell when there is no such plugin or it cannot be used.
  Plugin load(const Context& context) const;
  // A client with at least `devices` devices, else CouldNotTell.
  Client connect(const Context& context) const;
};

// Where compiled programs are kept: $STEPWRIGHT_CACHE, else `executables` in the folder of dependencies.
std::filesystem::path cache_folder(const Context& context);
ExecutableCache executable_cache(const Context& context, ExecutableCache::Log log);

}  // namespace stepwright::cli
