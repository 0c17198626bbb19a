#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "stepwright/runtime/client.h"
#include "stepwright/runtime/compile_options.h"
#include "stepwright/runtime/executable.h"

namespace stepwright {

// What happened when a program was made ready to run.
struct CompileReport {
  std::string program;  // its name
  std::string key;      // of the cache entry
  bool hit = false;
  double seconds = 0;
  std::string note;  // why an entry could not be used or written; empty: all well
};

// Compiled programs kept on disk, so that a later start need not compile. An entry is found by the SHA-256 of
// the text, the compile options and compiler_identity. An entry that is damaged, foreign or refused by the
// plugin is compiled anew, and a folder that cannot be written only costs the time: both are noted in the
// report, neither is an error.
class ExecutableCache {
 public:
  using Log = std::function<void(const CompileReport&)>;

  ExecutableCache(std::filesystem::path folder, Log log);

  // As Client::compile.
  Executable compile(const Client& client, const Program& program, const CompileOptions& options = {}) const;

  // The file of the entry.
  std::filesystem::path entry(const Client& client, const Program& program,
                              const CompileOptions& options = {}) const;

  struct Contents {
    std::size_t entries = 0;
    std::uintmax_t bytes = 0;
  };
  Contents contents() const;

 private:
  std::filesystem::path file(const std::string& key) const;

  std::filesystem::path folder_;
  Log log_;
};

}  // namespace stepwright
