#include "stepwright/runtime/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "stepwright/base/error.h"
#include "stepwright/runtime/api.h"
#include "stepwright/runtime/functions_used.h"
#include "stepwright/runtime/pjrt_named_value.h"

namespace stepwright {

namespace {

constexpr const char* environment_variable = "STEPWRIGHT_PLUGIN";
constexpr const char* installed_plugin = "plugins/pjrt_c_api_cpu_plugin.so";
constexpr const char* remedy =
    "`./sw setup` installs the CPU plugin; another one is named by --plugin FILE or STEPWRIGHT_PLUGIN";

// PJRT 0.57 rearranged the function table, so that an older one holds other functions at the same places.
constexpr ApiVersion oldest{0, 57};

std::string wanted_range() {
  return fmt::format("PJRT C API {} or newer, major version {} (built against {}.{})", to_string(oldest),
                     oldest.major, PJRT_API_MAJOR, PJRT_API_MINOR);
}

const PJRT_Api& table_of(const std::filesystem::path& file) {
  const auto refuse = [&](std::string found) {
    return UserError({.what = "this is not a PJRT plugin",
                      .where = file,
                      .expected = "a shared library that exports GetPjrtApi",
                      .found = std::move(found),
                      .remedy = remedy});
  };
  void* library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw refuse(dlerror());
  void* symbol = dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) throw refuse("no symbol GetPjrtApi");
  const PJRT_Api* table = reinterpret_cast<const PJRT_Api* (*)()>(symbol)();
  if (table == nullptr) throw refuse("GetPjrtApi returns no function table");
  return *table;
}

void check_version(const PJRT_Api& table, const std::filesystem::path& file) {
  constexpr std::size_t header = offsetof(PJRT_Api, PJRT_Error_Destroy);
  const bool readable = table.struct_size >= header;
  const PJRT_Api_Version version = readable ? table.pjrt_api_version : PJRT_Api_Version{};
  if (readable && version.major_version == oldest.major && version.minor_version >= oldest.minor) return;
  throw UserError({.what = "the plugin speaks another version of the PJRT C API",
                   .where = file,
                   .expected = wanted_range(),
                   .found = readable ? fmt::format("{}.{}", version.major_version, version.minor_version)
                                     : fmt::format("a function table of {} bytes, too small for a version",
                                                   table.struct_size),
                   .remedy = remedy});
}

bool holds(const PJRT_Api& table, const FunctionUsed& function) {
  if (function.offset + sizeof(void*) > table.struct_size) return false;
  void* entry = nullptr;
  std::memcpy(&entry, reinterpret_cast<const std::byte*>(&table) + function.offset, sizeof entry);
  return entry != nullptr;
}

void check_functions(const PJRT_Api& table, const std::filesystem::path& file) {
  for (const FunctionUsed& function : functions_used()) {
    if (function.optional || holds(table, function)) continue;
    throw UserError(
        {.what = fmt::format("the plugin lacks the function {}", function.name),
         .where = file,
         .expected = wanted_range(),
         .found = fmt::format("version {}.{} with a table of {} bytes", table.pjrt_api_version.major_version,
                              table.pjrt_api_version.minor_version, table.struct_size),
         .remedy = remedy});
  }
}

}  // namespace

std::string to_string(ApiVersion version) {
  return fmt::format("{}.{}", version.major, version.minor);
}

std::filesystem::path find_plugin(const PluginSearch& search) {
  const char* environment = std::getenv(environment_variable);
  const bool from_environment = environment != nullptr && *environment != '\0';
  const std::filesystem::path installed = search.dependencies / installed_plugin;
  const std::filesystem::path chosen = !search.requested.empty() ? search.requested
                                       : from_environment        ? std::filesystem::path(environment)
                                                                 : installed;
  if (std::filesystem::is_regular_file(chosen)) return chosen;

  const auto place = [&](std::string_view source, const std::string& value) {
    return fmt::format("\n    {} {}", source, value);
  };
  std::string searched =
      place("--plugin:", search.requested.empty() ? "not given" : search.requested.string());
  searched += place("$STEPWRIGHT_PLUGIN:", from_environment ? environment : "not set");
  searched += place("installed:", installed.string());
  throw UserError({.what = "there is no PJRT plugin",
                   .where = chosen,
                   .expected = "a plugin at the first of these that is given" + searched,
                   .found = "no such file",
                   .remedy = remedy});
}

Plugin Plugin::load(const std::filesystem::path& file) {
  const PJRT_Api& table = table_of(file);
  check_version(table, file);
  check_functions(table, file);
  Api(table).call(&PJRT_Api::PJRT_Plugin_Initialize, [](auto&) {});
  return Plugin(file, table);
}

ApiVersion Plugin::api_version() const {
  return {table_->pjrt_api_version.major_version, table_->pjrt_api_version.minor_version};
}

std::vector<NamedValue> Plugin::attributes() const {
  const Api api(*table_);
  if (!api.offers(&PJRT_Api::PJRT_Plugin_Attributes)) return {};
  const auto given = api.call(&PJRT_Api::PJRT_Plugin_Attributes, [](auto&) {});
  std::vector<NamedValue> attributes;
  for (std::size_t i = 0; i < given.num_attributes; ++i) attributes.push_back(from_pjrt(given.attributes[i]));
  return attributes;
}

}  // namespace stepwright
