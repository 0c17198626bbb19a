#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stepwright/base/tensor_type.h"
#include "stepwright/runtime/buffer.h"
#include "stepwright/runtime/handle.h"

namespace stepwright {

// An argument of a program's `main`.
struct Parameter {
  std::string name;  // as error messages say it
  TensorType type;
  bool donated = false;  // its memory passes to the result that the text aliases with it
};

// A StableHLO module whose public function is `main`.
struct Program {
  std::string name;  // as logs and errors say it: "resnet34 adamw step, batch 32"
  std::string text;
  std::vector<Parameter> parameters;
};

// What one device needs for an execution, in bytes. `aliased` is the part of the arguments that results
// reuse.
struct MemoryStats {
  std::int64_t generated_code = 0;
  std::int64_t arguments = 0;
  std::int64_t results = 0;
  std::int64_t aliased = 0;
  std::int64_t temporaries = 0;
  std::int64_t peak = 0;  // 0: the plugin does not tell
};

// A compiled program, loaded on its devices. Made by Client::compile and Client::deserialize. One thread at a
// time may execute it.
class Executable {
 public:
  using Arguments = std::vector<Buffer*>;
  using Results = std::vector<Buffer>;

  Executable(Handle<PJRT_LoadedExecutable> handle, std::string name, std::vector<Parameter> parameters);

  const std::string& name() const { return name_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<TensorType>& result_types() const { return result_types_; }
  // The client's devices that it runs on, one for each replica and partition.
  const std::vector<std::size_t>& devices() const { return devices_; }
  std::int64_t executions() const { return executions_; }

  // Runs it once on every device, `arguments[d]` being those on devices()[d], and waits for the end. Donated
  // arguments are gone afterwards. `step` is the number that messages call this execution by, else it is
  // counted from 1.
  // Throws UserError, before any call to the plugin, when an argument was donated earlier, has another type
  // than the parameter, or is donated and given twice; PluginError when the execution fails.
  std::vector<Results> execute(std::span<const Arguments> arguments, std::optional<std::int64_t> step = {});
  // For one device.
  Results execute(const Arguments& arguments, std::optional<std::int64_t> step = {});

  // The plugin's own form of the compiled program, for Client::deserialize by the same plugin.
  std::string serialize() const;

  // Nothing when the plugin does not tell.
  std::optional<MemoryStats> memory_stats() const;

 private:
  const Session& session() const { return *handle_.get_deleter().session; }
  void check(std::span<const Arguments> arguments, std::int64_t step) const;
  void check_replica(const Arguments& arguments) const;
  std::vector<Results> launch(std::span<const Arguments> arguments, PendingEvents& completion) const;
  void retire_donated(std::span<const Arguments> arguments, std::int64_t step) const;

  Handle<PJRT_LoadedExecutable> handle_;
  Handle<PJRT_Executable> description_;
  std::string name_;
  std::vector<Parameter> parameters_;
  std::vector<std::int64_t> kept_parameters_;  // those not donated
  std::vector<TensorType> result_types_;
  std::vector<std::size_t> devices_;
  std::int64_t executions_ = 0;
};

}  // namespace stepwright
