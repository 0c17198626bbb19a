#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/runtime/buffer.h"
#include "stepwright/runtime/compile_options.h"
#include "stepwright/runtime/executable.h"
#include "stepwright/runtime/handle.h"
#include "stepwright/runtime/named_value.h"
#include "stepwright/runtime/plugin.h"

namespace stepwright {

struct Device {
  int id = 0;               // the plugin's
  std::string kind;         // "cpu", "NVIDIA H200"
  std::string description;  // "CpuDevice(id=0)"
};

// A running client of a plugin: its devices, memory and compiler. Copies share it, and it lives as long as
// anything made from it. Uploads and compilations may come from several threads.
class Client {
 public:
  // `options` are the plugin's own: "cpu_device_count", "memory_fraction", "preallocate", …
  // Throws PluginError with the plugin's text when it refuses one, UserError when it has no device.
  static Client create(const Plugin& plugin, std::span<const NamedValue> options = {});

  const Plugin& plugin() const { return *plugin_; }
  const std::string& platform_name() const { return platform_name_; }        // "cpu", "cuda"
  const std::string& platform_version() const { return platform_version_; }  // free text
  const std::vector<Device>& devices() const { return devices_; }            // those this process can use

  // Throws UserError with the plugin's text when it does not accept the program, and when the program or the
  // options ask for more devices than there are or for device layouts other than row-major.
  Executable compile(const Program& program, const CompileOptions& options = {}) const;

  // The inverse of Executable::serialize; `program` says what the bytes were compiled from.
  // Throws PluginError when the plugin does not accept them.
  Executable deserialize(const std::string& bytes, const Program& program) const;

  // Copies a tensor to devices()[device]. The host's memory may be changed as soon as this returns.
  Buffer upload(const HostTensor& tensor, std::size_t device = 0) const;
  // `bytes` is the tensor's value as in HostTensor.
  Buffer upload(std::span<const std::byte> bytes, TensorType type, std::size_t device = 0) const;

  ObjectCounts objects() const;

 private:
  Client(std::shared_ptr<const Session> session, const Plugin& plugin);

  std::shared_ptr<const Session> session_;
  std::shared_ptr<const Plugin> plugin_;
  std::string platform_name_;
  std::string platform_version_;
  std::vector<Device> devices_;
};

}  // namespace stepwright
