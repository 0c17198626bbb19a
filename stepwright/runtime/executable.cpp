#include "stepwright/runtime/executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/runtime/element_types.h"
#include "stepwright/runtime/session.h"

namespace stepwright {

namespace {

std::vector<TensorType> result_types_of(const Api& api, PJRT_Executable* executable) {
  const auto about = [&](auto& args) { args.executable = executable; };
  const std::size_t count = api.call(&PJRT_Api::PJRT_Executable_NumOutputs, about).num_outputs;
  const auto elements = api.call(&PJRT_Api::PJRT_Executable_OutputElementTypes, about);
  const auto shapes = api.call(&PJRT_Api::PJRT_Executable_OutputDimensions, about);
  require(elements.num_output_types == count && shapes.num_outputs == count,
          "the plugin tells the type of every result");
  std::vector<TensorType> types;
  const std::int64_t* dimension = shapes.dims;
  for (std::size_t i = 0; i < count; ++i) {
    types.push_back({from_pjrt(elements.output_types[i]), {dimension, dimension + shapes.dim_sizes[i]}});
    dimension += shapes.dim_sizes[i];
  }
  return types;
}

std::vector<std::size_t> devices_of(const Session& session, PJRT_LoadedExecutable* executable) {
  const auto used = session.api.call(&PJRT_Api::PJRT_LoadedExecutable_AddressableDevices,
                                     [&](auto& args) { args.executable = executable; });
  std::vector<std::size_t> devices;
  for (std::size_t i = 0; i < used.num_addressable_devices; ++i) {
    const auto found = std::find(session.devices.begin(), session.devices.end(), used.addressable_devices[i]);
    require(found != session.devices.end(), "an executable runs on devices of its client");
    devices.push_back(static_cast<std::size_t>(found - session.devices.begin()));
  }
  return devices;
}

}  // namespace

Executable::Executable(Handle<PJRT_LoadedExecutable> handle, std::string name,
                       std::vector<Parameter> parameters)
    : handle_(std::move(handle)), name_(std::move(name)), parameters_(std::move(parameters)) {
  const auto got = session().api.call(&PJRT_Api::PJRT_LoadedExecutable_GetExecutable,
                                      [&](auto& args) { args.loaded_executable = handle_.get(); });
  description_ = own(handle_.get_deleter().session, got.executable);
  result_types_ = result_types_of(session().api, description_.get());
  devices_ = devices_of(session(), handle_.get());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!parameters_[i].donated) kept_parameters_.push_back(static_cast<std::int64_t>(i));
  }
}

std::string Executable::serialize() const {
  const auto serialized = session().api.call(&PJRT_Api::PJRT_Executable_Serialize,
                                             [&](auto& args) { args.executable = description_.get(); });
  session().api.count_created();
  std::string bytes(serialized.serialized_bytes, serialized.serialized_bytes_size);
  serialized.serialized_executable_deleter(serialized.serialized_executable);
  session().api.count_destroyed();
  return bytes;
}

std::optional<MemoryStats> Executable::memory_stats() const {
  if (!session().api.offers(&PJRT_Api::PJRT_Executable_GetCompiledMemoryStats)) return std::nullopt;
  const auto stats = session().api.call(&PJRT_Api::PJRT_Executable_GetCompiledMemoryStats,
                                        [&](auto& args) { args.executable = description_.get(); });
  return MemoryStats{.generated_code = stats.generated_code_size_in_bytes,
                     .arguments = stats.argument_size_in_bytes,
                     .results = stats.output_size_in_bytes,
                     .aliased = stats.alias_size_in_bytes,
                     .temporaries = stats.temp_size_in_bytes,
                     .peak = stats.peak_memory_in_bytes};
}

}  // namespace stepwright
