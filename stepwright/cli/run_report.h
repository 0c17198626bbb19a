#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "stepwright/cli/command.h"
#include "stepwright/runtime/executable_cache.h"
#include "stepwright/train/presets.h"
#include "stepwright/train/run.h"

// What the commands on runs share.
namespace stepwright::cli {

// WrongUse when there is no such folder; CouldNotTell when something in it is missing or damaged.
train::Run open_run(const std::string& folder);

// Where the data are: as given, else where set-up puts them.
std::filesystem::path data_folder(const train::DataSource& source, const std::string& given,
                                  const Context& context);

// "test accuracy 98.83 % (9883/10000)"
std::string accuracy_line(const train::Accuracy& accuracy);
nlohmann::ordered_json accuracy_json(const train::Accuracy& accuracy);

// Tells each compilation on the error stream, or nothing but faults of the cache.
ExecutableCache::Log compile_log(Context& context, bool quiet);

}  // namespace stepwright::cli
