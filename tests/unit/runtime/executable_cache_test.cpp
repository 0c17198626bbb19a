#include "stepwright/runtime/executable_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "stepwright/runtime/compiler_identity.h"
#include "tests/unit/runtime/support.h"

namespace stepwright {
namespace {

class CacheOnEach : public OnEachPlugin {
 protected:
  CacheOnEach() {
    std::string pattern = testing::TempDir() + "stepwright_cache_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~CacheOnEach() override { std::filesystem::remove_all(folder_); }

  // Compiles `program`, runs it on [1, 2] and returns the report.
  CompileReport run(const Program& program, const CompileOptions& options = {}) {
    CompileReport report;
    const ExecutableCache cache(folder_, [&](const CompileReport& given) { report = given; });
    const Client client = this->client();
    entry_ = cache.entry(client, program, options);
    Executable executable = cache.compile(client, program, options);
    Buffer x = client.upload(floats({1, 2}));
    EXPECT_EQ(values(executable.execute({&x})[0]), (std::vector<float>{2, 4}));
    return report;
  }

  std::filesystem::path folder_;
  std::filesystem::path entry_;  // of the last run
};
INSTANTIATE_TEST_SUITE_P(Cpu, CacheOnEach, each_plugin(), plugin_name);

Program doubling(const std::string& comment = "") {
  return {.name = "doubling",
          .text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {" + comment +
                  " %0 = stablehlo.add %x, %x : tensor<2xf32> return %0 : tensor<2xf32> }",
          .parameters = {{"x", {ElementType::f32, {2}}}}};
}

TEST_P(CacheOnEach, FindsAtASecondStartWhatTheFirstCompiled) {
  const CompileReport first = run(doubling());
  EXPECT_FALSE(first.hit);
  EXPECT_EQ(first.note, "");
  EXPECT_EQ(first.program, "doubling");
  EXPECT_GT(first.seconds, 0);
  const CompileReport second = run(doubling());
  EXPECT_TRUE(second.hit);
  EXPECT_EQ(second.note, "");
  EXPECT_EQ(second.key, first.key);
  EXPECT_EQ(ExecutableCache(folder_, {}).contents().entries, 1U);
  EXPECT_EQ(ExecutableCache(folder_, {}).contents().bytes, std::filesystem::file_size(entry_));
}

TEST_P(CacheOnEach, CompilesAnewWhenTheTextOrTheOptionsOrXlaFlagsDiffer) {
  run(doubling());
  EXPECT_FALSE(run(doubling("\n")).hit);
  EXPECT_FALSE(run(doubling(), {.flags = {{"xla_cpu_enable_fast_math", false}}}).hit);
  const char* before = std::getenv("XLA_FLAGS");
  setenv("XLA_FLAGS", "--xla_cpu_enable_fast_math=false", 1);
  EXPECT_FALSE(run(doubling()).hit);
  if (before == nullptr) {
    unsetenv("XLA_FLAGS");
  } else {
    setenv("XLA_FLAGS", before, 1);
  }
  EXPECT_TRUE(run(doubling()).hit);
  EXPECT_EQ(ExecutableCache(folder_, {}).contents().entries, 4U);
}

TEST_P(CacheOnEach, CompilesADamagedEntryAnewAndMendsIt) {
  run(doubling());
  const auto whole = std::filesystem::file_size(entry_);
  const std::vector<std::function<void()>> damages{
      [&] { std::filesystem::resize_file(entry_, whole / 2); },
      [&] { std::filesystem::resize_file(entry_, 0); },
      [&] { std::ofstream(entry_, std::ios::in | std::ios::ate) << 'x'; },
      [&] {
        std::fstream(entry_, std::ios::in | std::ios::out).seekp(static_cast<long>(whole) - 9) << '\x7f';
      },
  };
  for (const auto& damage : damages) {
    damage();
    const CompileReport report = run(doubling());
    EXPECT_FALSE(report.hit);
    EXPECT_EQ(report.note, "the cache entry " + entry_.string() + " is damaged and was compiled anew");
    EXPECT_TRUE(run(doubling()).hit);
  }
}

TEST_P(CacheOnEach, DoesNotTakeAForeignEntryForItsOwn) {
  run(doubling("\n"));
  const std::filesystem::path foreign = entry_;
  run(doubling());
  std::filesystem::copy_file(foreign, entry_, std::filesystem::copy_options::overwrite_existing);
  const CompileReport report = run(doubling());
  EXPECT_FALSE(report.hit);
  expect_contains(report.note, "is damaged");
}

TEST_P(CacheOnEach, RunsWithoutAFolderThatCanBeWritten) {
  std::filesystem::remove_all(folder_);
  std::ofstream(folder_) << "a file where the folder should be";
  const CompileReport report = run(doubling());
  EXPECT_FALSE(report.hit);
  expect_contains(report.note, "not cached: ");
}

TEST(CompilerIdentity, TellsPluginPlatformDevicesProcessorAndFlags) {
  const std::string identity = compiler_identity(cpu_client());
  for (const char* part : {"plugin: ", " bytes, time ", "api: 0.", "platform: cpu, ", "device: cpu\n",
                           "stablehlo_current_version: [", "XLA_FLAGS: "}) {
    expect_contains(identity, part);
  }
  EXPECT_NE(processor_features(), "");
  EXPECT_NE(identity, compiler_identity(cpu_client("xla_cpu_pjrt.so")));
}

}  // namespace
}  // namespace stepwright
