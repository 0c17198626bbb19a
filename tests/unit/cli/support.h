#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/cli/command.h"
#include "stepwright/data/npy.h"
#include "tests/support/temporary_folder.h"

namespace stepwright::cli {

struct Answer {
  int code = 0;
  std::string out;
  std::string err;

  nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

inline void expect_contains(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in:\n" << text;
}

// Runs command lines as `main` does, in a folder of their own. Nothing is set up there: a test that needs the
// plugin names it.
class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    unsetenv("STEPWRIGHT_PLUGIN");
    unsetenv("STEPWRIGHT_CACHE");
  }

  Answer run(const std::vector<std::string>& words) const {
    std::ostringstream out, err;
    Context context{out, err, folder / "nothing", false};
    const int code = cli::run(words, context);
    return {code, out.str(), err.str()};
  }

  std::string path(const std::string& name) const { return (folder / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return path(name);
  }
  std::string write(const std::string& name, const HostTensor& tensor) const {
    write_npy(folder / name, tensor);
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::string plugin() { return STEPWRIGHT_DEPS_DIR "/plugins/pjrt_c_api_cpu_plugin.so"; }
  static std::string older_plugin() { return STEPWRIGHT_DEPS_DIR "/plugins/xla_cpu_pjrt.so"; }

  TemporaryFolder folder;
};

inline HostTensor floats(Dimensions dimensions, const std::vector<float>& values) {
  return HostTensor::of({ElementType::f32, std::move(dimensions)}, std::span<const float>(values));
}

inline std::vector<float> floats_in(const std::filesystem::path& file) {
  const HostTensor tensor = read_npy(file, ElementType::f32);
  const auto elements = tensor.as<float>();
  return {elements.begin(), elements.end()};
}

// f(a, b) = (a + b, a · b), as fmt prints it.
inline const std::string sum_and_product =
    "module {\n"
    "  func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n"
    "    %0 = stablehlo.add %a, %b : tensor<2xf32>\n"
    "    %1 = stablehlo.multiply %a, %b : tensor<2xf32>\n"
    "    return %0, %1 : tensor<2xf32>, tensor<2xf32>\n"
    "  }\n"
    "}\n";

}  // namespace stepwright::cli
