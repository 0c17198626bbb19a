#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/base/host_tensor.h"
#include "stepwright/runtime/client.h"

namespace stepwright {

// The message of the Error that `run` throws; a test fails when it throws none or another kind.
template <class Error, class Run>
std::string message_of(Run run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of exception was thrown: " << error.what();
    return {};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline void expect_contains(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in:\n" << text;
}

// A plugin that `./sw setup` installs; without it the test fails with the remedy.
inline Plugin installed_plugin(const std::string& file) {
  return Plugin::load(find_plugin({.requested = std::string(STEPWRIGHT_DEPS_DIR) + "/plugins/" + file,
                                   .dependencies = STEPWRIGHT_DEPS_DIR}));
}

inline Client cpu_client(const std::string& file = "pjrt_c_api_cpu_plugin.so") {
  return Client::create(installed_plugin(file));
}

// A test that runs on both CPU plugins: INSTANTIATE_TEST_SUITE_P(Cpu, …, each_plugin(), plugin_name).
class OnEachPlugin : public testing::TestWithParam<const char*> {
 protected:
  Client client() const { return cpu_client(GetParam()); }
};

inline auto each_plugin() {
  return testing::Values("pjrt_c_api_cpu_plugin.so", "xla_cpu_pjrt.so");
}

inline std::string plugin_name(const testing::TestParamInfo<const char*>& info) {
  const std::string_view file = info.param;
  return std::string(file.substr(0, file.find('.')));
}

inline HostTensor floats(Dimensions dimensions, std::vector<float> values) {
  return HostTensor::of({ElementType::f32, std::move(dimensions)}, std::span<const float>(values));
}

inline HostTensor floats(std::vector<float> values) {
  const auto count = static_cast<std::int64_t>(values.size());
  return floats({count}, std::move(values));
}

inline std::vector<float> values(const Buffer& buffer) {
  const HostTensor tensor = buffer.to_host();
  const auto elements = tensor.as<float>();
  return {elements.begin(), elements.end()};
}

}  // namespace stepwright
