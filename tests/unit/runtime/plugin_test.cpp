#include "stepwright/runtime/plugin.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "stepwright/runtime/plugin_error.h"
#include "stepwright/runtime/plugin_facts.h"
#include "tests/unit/runtime/support.h"

namespace stepwright {
namespace {

std::string fake(const std::string& name) {
  return std::string(STEPWRIGHT_FAKE_PLUGINS) + "/" + name + ".so";
}

std::string refusal_of(const std::string& name) {
  return message_of<UserError>([&] { Plugin::load(fake(name)); });
}

// Sets STEPWRIGHT_PLUGIN for the length of a test.
class FindPlugin : public testing::Test {
 protected:
  FindPlugin() {
    if (const char* value = std::getenv("STEPWRIGHT_PLUGIN")) before_ = value;
    unsetenv("STEPWRIGHT_PLUGIN");
  }
  ~FindPlugin() override {
    if (before_) {
      setenv("STEPWRIGHT_PLUGIN", before_->c_str(), 1);
    } else {
      unsetenv("STEPWRIGHT_PLUGIN");
    }
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(FindPlugin, TakesTheRequestedOneBeforeTheEnvironmentBeforeTheInstalledOne) {
  EXPECT_EQ(find_plugin({.requested = {}, .dependencies = STEPWRIGHT_DEPS_DIR}),
            std::filesystem::path(STEPWRIGHT_DEPS_DIR) / "plugins/pjrt_c_api_cpu_plugin.so");
  setenv("STEPWRIGHT_PLUGIN", fake("newer").c_str(), 1);
  EXPECT_EQ(find_plugin({.requested = {}, .dependencies = STEPWRIGHT_DEPS_DIR}), fake("newer"));
  EXPECT_EQ(find_plugin({.requested = fake("complete"), .dependencies = STEPWRIGHT_DEPS_DIR}),
            fake("complete"));
}

TEST_F(FindPlugin, CaseB3NamesThePlacesTheVariableAndTheRemedy) {
  const std::string message =
      message_of<UserError>([] { find_plugin({.requested = {}, .dependencies = "/nowhere"}); });
  expect_contains(message, "there is no PJRT plugin");
  expect_contains(message, "--plugin: not given");
  expect_contains(message, "$STEPWRIGHT_PLUGIN: not set");
  expect_contains(message, "installed: /nowhere/plugins/pjrt_c_api_cpu_plugin.so");
  expect_contains(message, "`./sw setup` installs the CPU plugin");
}

TEST_F(FindPlugin, CaseB3DoesNotFallBackFromAPluginThatWasNamed) {
  setenv("STEPWRIGHT_PLUGIN", "/nowhere/a.so", 1);
  const std::string message =
      message_of<UserError>([] { find_plugin({.requested = {}, .dependencies = STEPWRIGHT_DEPS_DIR}); });
  expect_contains(message, "/nowhere/a.so: there is no PJRT plugin");
  expect_contains(message, "$STEPWRIGHT_PLUGIN: /nowhere/a.so");
}

TEST(Plugin, CaseB8RefusesAnOldVersionWhoseTableIsArrangedDifferently) {
  const std::string message = refusal_of("old");
  expect_contains(message, fake("old") + ": the plugin speaks another version of the PJRT C API");
  expect_contains(message, "expected: PJRT C API 0.57 or newer, major version 0 (built against 0.81)");
  expect_contains(message, "found:    0.30");
  expect_contains(message, "`./sw setup` installs the CPU plugin");
}

TEST(Plugin, CaseB8RefusesAnotherMajorVersion) {
  expect_contains(refusal_of("next_major"), "found:    1.0");
}

TEST(Plugin, CaseB8RefusesATableWithNullEntries) {
  for (const char* variant : {"half", "half_newer"}) {
    const std::string message = refusal_of(variant);
    expect_contains(message, fake(variant) + ": the plugin lacks the function PJRT_Buffer_ToHostBuffer");
    expect_contains(message, "expected: PJRT C API 0.57 or newer");
  }
  expect_contains(refusal_of("half"), "found:    version 0.81 with a table of ");
}

TEST(Plugin, CaseB8RefusesATableThatEndsEarly) {
  expect_contains(refusal_of("short"), "the plugin lacks the function PJRT_Executable_OutputDimensions");
  expect_contains(refusal_of("no_size"), "found:    a function table of 0 bytes, too small for a version");
}

TEST(Plugin, CaseB8AcceptsANewerAndLargerTable) {
  EXPECT_EQ(to_string(Plugin::load(fake("newer")).api_version()), "0.500");
  EXPECT_EQ(to_string(Plugin::load(fake("complete")).api_version()), "0.81");
}

TEST(Plugin, CaseB8AcceptsATableWithoutAnOptionalFunction) {
  EXPECT_EQ(to_string(Plugin::load(fake("no_stats")).api_version()), "0.81");
}

TEST(Plugin, RefusesAFileThatIsNoPlugin) {
  expect_contains(refusal_of("not_a_plugin"), "not_a_plugin.so: this is not a PJRT plugin");
  expect_contains(refusal_of("not_a_plugin"), "found:    no symbol GetPjrtApi");
  const std::string text = message_of<UserError>([] { Plugin::load(STEPWRIGHT_SOURCE_DIR "/README.md"); });
  expect_contains(text, "expected: a shared library that exports GetPjrtApi");
  expect_contains(text, "invalid ELF header");
}

TEST(Plugin, PassesOnThePluginsOwnErrorText) {
  EXPECT_EQ(message_of<PluginError>([] { Plugin::load(fake("refusing")); }),
            "the plugin failed in PJRT_Plugin_Initialize (FAILED_PRECONDITION): no licence");
}

TEST(Plugin, WithoutADeviceGivesNoClient) {
  const std::string message = message_of<UserError>([] { Client::create(Plugin::load(fake("complete"))); });
  expect_contains(message, "complete.so: the plugin finds no device");
}

class PluginFactsOnEach : public OnEachPlugin {};
INSTANTIATE_TEST_SUITE_P(Cpu, PluginFactsOnEach, each_plugin(), plugin_name);

TEST_P(PluginFactsOnEach, TellWhatThePluginIs) {
  const PluginFacts found = facts(client());
  expect_contains(found.file, GetParam());
  EXPECT_TRUE(found.api_version == "0.115" || found.api_version == "0.81") << found.api_version;
  EXPECT_EQ(found.platform_name, "cpu");
  ASSERT_FALSE(found.devices.empty());
  EXPECT_EQ(found.devices[0].kind, "cpu");
  EXPECT_EQ(found.devices[0].description, "CpuDevice(id=0)");
  const auto stablehlo =
      std::find_if(found.attributes.begin(), found.attributes.end(),
                   [](const auto& value) { return value.name == "stablehlo_current_version"; });
  ASSERT_NE(stablehlo, found.attributes.end());
  expect_contains(to_string(stablehlo->value), "[1, ");
}

}  // namespace
}  // namespace stepwright
