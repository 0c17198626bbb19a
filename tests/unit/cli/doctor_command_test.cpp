#include "tests/unit/cli/support.h"

#include "tests/support/bytes.h"
#include "tests/support/idx_bytes.h"

namespace stepwright::cli {
namespace {

class Doctor : public CommandLine {
 protected:
  // A folder set up with the plugin and a data set of `train` and `test` black images in place of MNIST.
  Answer in_folder_with(std::uint32_t train, std::uint32_t test, std::vector<std::string> words) const {
    std::filesystem::create_directories(folder / "set-up/data/mnist");
    std::filesystem::create_directories(folder / "set-up/plugins");
    std::filesystem::create_symlink(plugin(), folder / "set-up/plugins/pjrt_c_api_cpu_plugin.so");
    write_part("train", train);
    write_part("t10k", test);
    std::ostringstream out, err;
    Context context{out, err, folder / "set-up", false};
    words.insert(words.begin(), "doctor");
    const int code = cli::run(words, context);
    return {code, out.str(), err.str()};
  }

 private:
  void write_part(const std::string& part, std::uint32_t count) const {
    const std::string begin = "set-up/data/mnist/" + part;
    constexpr int bytes = 8;
    put(begin + "-images-idx3-ubyte", idx_bytes(bytes, {count, 28, 28}, std::vector<int>(count * 28 * 28)));
    put(begin + "-labels-idx1-ubyte", idx_bytes(bytes, {count}, std::vector<int>(count)));
  }
  void put(const std::string& name, const std::vector<std::byte>& bytes) const {
    write(name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
};

TEST_F(Doctor, AllIsWell) {
  const Answer answer = in_folder_with(60000, 10000, {});
  EXPECT_EQ(answer.code, done) << answer.out;
  EXPECT_EQ(answer.out.find("NO "), std::string::npos) << answer.out;
  expect_contains(answer.out,
                  "ok  plugin    " + path("set-up/plugins/pjrt_c_api_cpu_plugin.so") + " (PJRT C API 0.");
  expect_contains(answer.out, " of platform cpu\n");
  expect_contains(answer.out, "ok  data      MNIST, 60000 images to train on and 10000 to test");
  expect_contains(answer.out, "ok  cache     0 compiled programs, 0.0 MB, in " + path("set-up/executables"));
  EXPECT_TRUE(answer.out.ends_with("\nall is well\n")) << answer.out;
}

TEST_F(Doctor, DataThatIsNotCompleteIsMissing) {
  const Answer answer = in_folder_with(60000, 9999, {});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.out, "NO  data ");
  expect_contains(answer.out, "MNIST is not complete: 60000 and 10000 images are expected");
  EXPECT_TRUE(answer.out.ends_with("\n1 missing\n")) << answer.out;
}

TEST_F(Doctor, WhatIsMissingComesWithItsRemedy) {
  const Answer answer = run({"doctor"});
  EXPECT_EQ(answer.code, answer_is_no);
  expect_contains(answer.out, "NO  plugin    missing\n");
  expect_contains(answer.out, "`./sw setup` installs the CPU plugin");
  expect_contains(answer.out, "NO  data      missing\n");
  expect_contains(answer.out, "run ./sw setup, which fetches MNIST");
  EXPECT_TRUE(answer.out.ends_with("\n2 missing\n")) << answer.out;
}

TEST_F(Doctor, JsonHasTheFactsAndWhatIsMissing) {
  const Answer answer = run({"doctor", "--plugin", plugin(), "--json"});
  EXPECT_EQ(answer.code, answer_is_no);
  const auto json = answer.json();
  EXPECT_EQ(json["version"], STEPWRIGHT_VERSION);
  EXPECT_EQ(json["plugin"]["file"], plugin());
  EXPECT_TRUE(json["plugin"]["ok"]);
  EXPECT_EQ(json["devices"]["platform"], "cpu");
  EXPECT_GE(json["devices"]["devices"].size(), 1U);
  EXPECT_EQ(json["compiler"]["sha256"].get<std::string>().size(), 64U);
  EXPECT_GE(json["cores"]["count"], 1);
  EXPECT_GT(json["memory"]["total_bytes"], json["memory"]["available_bytes"]);
  EXPECT_FALSE(json["data"]["ok"]);
  EXPECT_TRUE(json["data"].contains("missing"));
  EXPECT_EQ(json["cache"]["entries"], 0);
  EXPECT_EQ(json["missing"], 1);
}

}  // namespace
}  // namespace stepwright::cli
