#include "stepwright/runtime/executable_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <random>
#include <utility>

#include "stepwright/base/sha256.h"
#include "stepwright/runtime/compiler_identity.h"
#include "stepwright/runtime/plugin_error.h"

namespace stepwright {

namespace {

constexpr const char* extension = ".executable";

// One line before the payload. It names the key, so that a renamed entry is not taken for another, and the
// payload's hash, because a plugin given damaged bytes may crash or run wrong code.
std::string header(const std::string& key, const std::string& payload) {
  return fmt::format("stepwright executable 1, key {}, {} bytes, sha256 {}\n", key, payload.size(),
                     sha256_hex(payload));
}

std::string cache_key(const Client& client, const Program& program, const CompileOptions& options) {
  Sha256 hash;
  for (const std::string& part : {program.text, encode(options), compiler_identity(client)}) {
    hash.update(fmt::format("{} ", part.size())).update(part);
  }
  return to_hex(hash.digest());
}

// The payload, or nothing and the reason in `note`; no file is no reason.
std::optional<std::string> read(const std::filesystem::path& file, const std::string& key,
                                std::string& note) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string first_line;
  std::getline(stream, first_line);
  std::string payload(std::istreambuf_iterator<char>(stream), {});
  if (first_line + '\n' == header(key, payload)) return payload;
  note = fmt::format("the cache entry {} is damaged and was compiled anew", file.string());
  return std::nullopt;
}

// Under a name of its own first, so that no reader and no crash sees half an entry.
void write(const std::filesystem::path& file, const std::string& key, const std::string& payload) {
  std::filesystem::create_directories(file.parent_path());
  std::filesystem::path temporary = file;
  temporary += fmt::format(".{}.{}", getpid(), std::random_device()());
  std::ofstream stream(temporary, std::ios::binary);
  stream << header(key, payload) << payload;
  stream.close();
  if (!stream) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw std::filesystem::filesystem_error("cannot write", temporary,
                                            std::make_error_code(std::errc::io_error));
  }
  std::filesystem::rename(temporary, file);
}

std::optional<Executable> load(const Client& client, const Program& program,
                               const std::filesystem::path& file, CompileReport& report) {
  const std::optional<std::string> payload = read(file, report.key, report.note);
  if (!payload) return std::nullopt;
  try {
    return client.deserialize(*payload, program);
  } catch (const PluginError& error) {
    report.note = fmt::format("the plugin refuses the cache entry {} ({}), which was compiled anew",
                              file.string(), error.text());
    return std::nullopt;
  }
}

void store(const Executable& executable, const std::filesystem::path& file, CompileReport& report) {
  try {
    write(file, report.key, executable.serialize());
  } catch (const PluginError& error) {
    report.note = fmt::format("not cached: {}", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    report.note = fmt::format("not cached: {}", error.what());
  }
}

}  // namespace

ExecutableCache::ExecutableCache(std::filesystem::path folder, Log log)
    : folder_(std::move(folder)), log_(std::move(log)) {}

std::filesystem::path ExecutableCache::file(const std::string& key) const {
  return folder_ / (key + extension);
}

std::filesystem::path ExecutableCache::entry(const Client& client, const Program& program,
                                             const CompileOptions& options) const {
  return file(cache_key(client, program, options));
}

Executable ExecutableCache::compile(const Client& client, const Program& program,
                                    const CompileOptions& options) const {
  const auto start = std::chrono::steady_clock::now();
  CompileReport report{.program = program.name, .key = cache_key(client, program, options), .note = {}};
  std::optional<Executable> executable = load(client, program, file(report.key), report);
  report.hit = executable.has_value();
  if (!executable) {
    executable = client.compile(program, options);
    store(*executable, file(report.key), report);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (log_) log_(report);
  return std::move(*executable);
}

ExecutableCache::Contents ExecutableCache::contents() const {
  Contents found;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, missing)) {
    if (entry.path().extension() != extension) continue;
    ++found.entries;
    found.bytes += entry.file_size();
  }
  return found;
}

}  // namespace stepwright
