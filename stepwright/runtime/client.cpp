#include "stepwright/runtime/client.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/runtime/element_types.h"
#include "stepwright/runtime/pjrt_named_value.h"
#include "stepwright/runtime/plugin_error.h"
#include "stepwright/runtime/session.h"

namespace stepwright {

namespace {

Device described(const Api& api, PJRT_Device* device) {
  const auto found =
      api.call(&PJRT_Api::PJRT_Device_GetDescription, [&](auto& args) { args.device = device; });
  const auto about = [&](auto& args) { args.device_description = found.device_description; };
  const auto id = api.call(&PJRT_Api::PJRT_DeviceDescription_Id, about);
  const auto kind = api.call(&PJRT_Api::PJRT_DeviceDescription_Kind, about);
  const auto text = api.call(&PJRT_Api::PJRT_DeviceDescription_ToString, about);
  return {id.id, {kind.device_kind, kind.device_kind_size}, {text.to_string, text.to_string_size}};
}

// Uploads and downloads are row-major; a program with another layout at its boundary would misread them.
void check_layouts(const Program& program) {
  constexpr std::string_view layout_mode = "mhlo.layout_mode = \"";
  const std::string_view text = program.text;
  for (std::size_t at = text.find(layout_mode); at != text.npos; at = text.find(layout_mode, at + 1)) {
    const std::string_view value = text.substr(at + layout_mode.size());
    if (value.starts_with("default\"")) continue;
    throw UserError({.what = "the program asks for a layout of its own on the device",
                     .where = program.name,
                     .expected = "row-major tensors, mhlo.layout_mode = \"default\"",
                     .found = std::string(value.substr(0, value.find('"'))),
                     .remedy = "remove the attribute"});
  }
}

void check_devices(const Program& program, const CompileOptions& options, std::size_t devices) {
  const auto needed =
      static_cast<std::uint64_t>(options.replicas) * static_cast<std::uint64_t>(options.partitions);
  if (needed <= devices) return;
  throw UserError({.what = "the program needs more devices than the plugin has",
                   .where = program.name,
                   .expected = fmt::format("at most {}", devices),
                   .found = fmt::format("{} replicas of {} partitions", options.replicas, options.partitions),
                   .remedy = "compile for fewer replicas or use a plugin with more devices"});
}

}  // namespace

Client Client::create(const Plugin& plugin, std::span<const NamedValue> options) {
  auto session = std::make_shared<Session>(plugin.table());
  std::vector<PJRT_NamedValue> values;
  for (const NamedValue& option : options) values.push_back(to_pjrt(option));
  const auto made = session->api.call(&PJRT_Api::PJRT_Client_Create, [&](auto& args) {
    args.create_options = values.data();
    args.num_options = values.size();
  });
  session->client = made.client;
  const auto found = session->api.call(&PJRT_Api::PJRT_Client_AddressableDevices,
                                       [&](auto& args) { args.client = made.client; });
  session->devices.assign(found.addressable_devices,
                          found.addressable_devices + found.num_addressable_devices);
  if (session->devices.empty()) {
    throw UserError({.what = "the plugin finds no device",
                     .where = plugin.file(),
                     .expected = "at least one device that this process can use",
                     .found = "none",
                     .remedy = "`./sw doctor` shows what the plugin sees"});
  }
  return Client(std::move(session), plugin);
}

Client::Client(std::shared_ptr<const Session> session, const Plugin& plugin)
    : session_(std::move(session)), plugin_(std::make_shared<const Plugin>(plugin)) {
  const auto about = [&](auto& args) { args.client = session_->client; };
  const auto name = session_->api.call(&PJRT_Api::PJRT_Client_PlatformName, about);
  platform_name_.assign(name.platform_name, name.platform_name_size);
  const auto version = session_->api.call(&PJRT_Api::PJRT_Client_PlatformVersion, about);
  platform_version_.assign(version.platform_version, version.platform_version_size);
  for (PJRT_Device* device : session_->devices) devices_.push_back(described(session_->api, device));
}

Executable Client::compile(const Program& program, const CompileOptions& options) const {
  const std::string encoded = encode(options);
  check_devices(program, options, devices_.size());
  check_layouts(program);
  std::string code = program.text;  // the C struct's pointer is not const
  constexpr std::string_view format = "mlir";
  PJRT_Program source{};
  source.struct_size = sizeof source;
  source.code = code.data();
  source.code_size = code.size();
  source.format = format.data();
  source.format_size = format.size();
  try {
    const auto compiled = session_->api.call(&PJRT_Api::PJRT_Client_Compile, [&](auto& args) {
      args.client = session_->client;
      args.program = &source;
      args.compile_options = encoded.data();
      args.compile_options_size = encoded.size();
    });
    return Executable(own(session_, compiled.executable), program.name, program.parameters);
  } catch (const PluginError& error) {
    throw UserError({.what = "the plugin does not compile this program",
                     .where = program.name,
                     .expected = {},
                     .found = fmt::format("{}: {}", error.code(), error.text()),
                     .remedy = {}});
  }
}

Executable Client::deserialize(const std::string& bytes, const Program& program) const {
  const auto loaded = session_->api.call(&PJRT_Api::PJRT_Executable_DeserializeAndLoad, [&](auto& args) {
    args.client = session_->client;
    args.serialized_executable = bytes.data();
    args.serialized_executable_size = bytes.size();
  });
  return Executable(own(session_, loaded.loaded_executable), program.name, program.parameters);
}

Buffer Client::upload(const HostTensor& tensor, std::size_t device) const {
  return upload(tensor.bytes, tensor.type, device);
}

Buffer Client::upload(std::span<const std::byte> bytes, TensorType type, std::size_t device) const {
  require(bytes.size() == type.host_bytes(), "the bytes uploaded are those of the tensor type");
  require(device < session_->devices.size(), "an upload goes to a device of the client");
  const auto uploaded = session_->api.call(&PJRT_Api::PJRT_Client_BufferFromHostBuffer, [&](auto& args) {
    args.client = session_->client;
    args.data = bytes.data();
    args.type = to_pjrt(type.element);
    args.dims = type.dimensions.data();
    args.num_dims = type.dimensions.size();
    args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
    args.device = session_->devices[device];
  });
  // The event says when the host's memory is free again: under these semantics, at once.
  if (uploaded.done_with_host_buffer != nullptr) own(session_, uploaded.done_with_host_buffer);
  return Buffer(own(session_, uploaded.buffer), std::move(type));
}

ObjectCounts Client::objects() const {
  return session_->api.counts();
}

}  // namespace stepwright
