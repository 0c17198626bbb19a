#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "stepwright/base/sha256.h"
#include "stepwright/cli/commands.h"
#include "stepwright/cli/device_options.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/data/dataset.h"
#include "stepwright/runtime/compiler_identity.h"

namespace stepwright::cli {

namespace {

// What is known of one thing that training needs.
struct Finding {
  std::string subject;
  std::string value;
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
  std::string missing = {};  // what is wrong and its remedy; empty: all well
};

std::string megabytes(std::uintmax_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// What `find` finds, or its complaint.
Finding found(const std::string& subject, const std::function<Finding()>& find) {
  try {
    return find();
  } catch (const std::exception& error) {
    return {.subject = subject, .value = "missing", .missing = error.what()};
  }
}

Finding plugin_finding(const Plugin& plugin) {
  Finding finding{
      .subject = "plugin",
      .value = fmt::format("{} (PJRT C API {})", plugin.file().string(), to_string(plugin.api_version()))};
  finding.facts["file"] = plugin.file().string();
  finding.facts["api_version"] = to_string(plugin.api_version());
  for (const NamedValue& attribute : plugin.attributes()) {
    finding.facts["attributes"][attribute.name] = to_string(attribute.value);
  }
  return finding;
}

Finding device_finding(const Client& client) {
  const auto& devices = client.devices();
  Finding finding{.subject = "devices",
                  .value = fmt::format("{} {} of platform {}", devices.size(),
                                       devices.size() == 1 ? "device" : "devices", client.platform_name())};
  finding.facts["platform"] = client.platform_name();
  finding.facts["platform_version"] = client.platform_version();
  for (const Device& device : devices) {
    finding.facts["devices"].push_back({{"id", device.id}, {"kind", device.kind}});
  }
  return finding;
}

Finding compiler_finding(const Client& client) {
  const std::string identity = compiler_identity(client);
  const std::string hash = sha256_hex(identity);
  return {.subject = "compiler",
          .value = fmt::format("identity {}, by which compiled programs are kept", hash.substr(0, 16)),
          .facts = {{"sha256", hash}, {"identity", identity}}};
}

// Plugin, devices and compiler: one client tells them.
std::vector<Finding> runtime_findings(const DeviceOptions& device, const Context& context) {
  std::vector<Finding> findings;
  std::optional<Client> client;
  findings.push_back(found("plugin", [&] { return plugin_finding(device.load(context)); }));
  if (!findings.back().missing.empty()) return findings;
  findings.push_back(
      found("devices", [&] { return device_finding(client.emplace(device.connect(context))); }));
  if (client) findings.push_back(found("compiler", [&] { return compiler_finding(*client); }));
  return findings;
}

Finding core_finding() {
  const unsigned cores = std::thread::hardware_concurrency();
  return {.subject = "cores", .value = fmt::format("{}", cores), .facts = {{"count", cores}}};
}

// A line `MemTotal:  16384 kB` of Linux's /proc/meminfo, in bytes.
std::uintmax_t memory(std::string_view field) {
  std::ifstream lines("/proc/meminfo");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(field)) continue;
    std::uintmax_t kilobytes = 0;
    std::istringstream(line.substr(field.size() + 1)) >> kilobytes;
    return kilobytes * 1024;
  }
  throw UserError({.what = fmt::format("no line {}", field), .where = "/proc/meminfo"});
}

Finding memory_finding() {
  const std::uintmax_t total = memory("MemTotal"), available = memory("MemAvailable");
  return {.subject = "memory",
          .value = fmt::format("{} of {} available", megabytes(available), megabytes(total)),
          .facts = {{"total_bytes", total}, {"available_bytes", available}}};
}

Finding mnist_finding(const Context& context) {
  const std::filesystem::path folder = mnist_folder(context.dependencies);
  const std::int64_t train = load_mnist(folder, MnistPart::train).size();
  const std::int64_t test = load_mnist(folder, MnistPart::test).size();
  Finding finding{.subject = "data",
                  .value = fmt::format("MNIST, {} images to train on and {} to test, in {}", train, test,
                                       folder.string()),
                  .facts = {{"folder", folder.string()}, {"train_images", train}, {"test_images", test}}};
  constexpr std::int64_t all_train = 60000, all_test = 10000;
  if (train != all_train || test != all_test) {
    finding.missing = fmt::format(
        "MNIST is not complete: {} and {} images are expected\n  remedy:   ./sw setup", all_train, all_test);
  }
  return finding;
}

// The nearest folder above that exists is where the cache's own would be made.
bool can_be_written(std::filesystem::path folder) {
  while (!std::filesystem::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
  return access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

Finding cache_finding(const Context& context) {
  const std::filesystem::path folder = cache_folder(context);
  const ExecutableCache::Contents contents = executable_cache(context, [](const auto&) {}).contents();
  Finding finding{
      .subject = "cache",
      .value = fmt::format("{} compiled programs, {}, in {}", contents.entries, megabytes(contents.bytes),
                           folder.string()),
      .facts = {{"folder", folder.string()}, {"entries", contents.entries}, {"bytes", contents.bytes}}};
  if (!can_be_written(folder)) {
    finding.missing = fmt::format(
        "{}: the folder cannot be written\n  remedy:   name another in STEPWRIGHT_CACHE", folder.string());
  }
  return finding;
}

void print(std::ostream& out, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool well = finding.missing.empty();
    out << fmt::format("{} {:<9} {}\n", well ? "ok " : "NO ", finding.subject, finding.value);
    std::istringstream lines(finding.missing);
    for (std::string line; std::getline(lines, line);) out << "      " << line << "\n";
  }
}

nlohmann::ordered_json to_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json json{{"version", STEPWRIGHT_VERSION}};
  for (const Finding& finding : findings) {
    auto& entry = json[finding.subject] = finding.facts;
    entry["ok"] = finding.missing.empty();
    if (!finding.missing.empty()) entry["missing"] = finding.missing;
  }
  return json;
}

ExitCode doctor(const DeviceOptions& device, bool json, Context& context) {
  std::vector<Finding> findings = runtime_findings(device, context);
  findings.push_back(core_finding());
  findings.push_back(found("memory", memory_finding));
  findings.push_back(found("data", [&] { return mnist_finding(context); }));
  findings.push_back(found("cache", [&] { return cache_finding(context); }));
  const auto missing = std::ranges::count_if(findings, [](const Finding& f) { return !f.missing.empty(); });
  if (json) {
    nlohmann::ordered_json answer = to_json(findings);
    answer["missing"] = missing;
    write_json(context.out, answer);
  } else {
    print(context.out, findings);
    context.out << (missing == 0 ? std::string("all is well\n") : fmt::format("{} missing\n", missing));
  }
  return missing == 0 ? done : answer_is_no;
}

Action declare(CLI::App& app) {
  const auto device = std::make_shared<DeviceOptions>();
  const auto json = std::make_shared<bool>(false);
  device->declare(app);
  app.add_flag("--json", *json, "as JSON");
  return [device, json](Context& context) { return doctor(*device, *json, context); };
}

}  // namespace

Command doctor_command() {
  return {"doctor", "what is there to train with, and what is missing with its remedy",
          "  ./sw doctor                          the plugin that set-up installed\n"
          "  ./sw doctor --plugin ./my_plugin.so  another one\n"
          "  ./sw doctor --json                   for programs\n",
          declare};
}

}  // namespace stepwright::cli
