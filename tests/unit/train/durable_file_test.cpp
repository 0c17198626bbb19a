#include "stepwright/train/durable_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/base/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/train/support.h"

namespace stepwright::train {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> filled(std::size_t size, int value) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

// In a process of its own, which may write no file beyond `limit` bytes: the kernel kills it within the
// write. Returns the signal that ended it; 0 when nothing did.
int write_and_die_at(std::size_t limit, const fs::path& path, const std::vector<std::byte>& bytes) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{0, 0}, size{limit, limit};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &size);
    std::signal(SIGXFSZ, SIG_DFL);
    replace_file(path, bytes);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(DurableFile, TheFileIsMadeAndReplacedWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file";
  for (const std::size_t size : {0u, 10u, 100000u, 3u}) {
    replace_file(path, filled(size, 1));
    EXPECT_EQ(read_file(path), filled(size, 1));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "nothing else is left behind";
  }
}

TEST(DurableFile, AProcessKilledAtAnyByteOfTheWriteLeavesTheOldContents) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file";
  const std::vector<std::byte> old = filled(5000, 1), fresh = filled(9000, 2);
  replace_file(path, old);
  for (const std::size_t limit : {0u, 1u, 4096u, 8999u}) {
    EXPECT_EQ(write_and_die_at(limit, path, fresh), SIGXFSZ) << limit;
    EXPECT_EQ(fs::file_size(path.string() + ".partial"), limit) << "it died within the write";
    EXPECT_EQ(read_file(path), old) << limit;
  }
  EXPECT_EQ(write_and_die_at(9000, path, fresh), 0);
  EXPECT_EQ(read_file(path), fresh) << "what was left of the crash is no hindrance";
}

TEST(DurableFile, AWriteThatFailsIsNamedAndLeavesTheOldContents) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file";
  replace_file(path, filled(10, 1));
  fs::create_directory(path.string() + ".partial");
  const std::string message = complaint([&] { replace_file(path, filled(20, 2)); });
  expect_contains(message, "the file cannot be written");
  expect_contains(message, path.string() + ".partial");
  expect_contains(message, "Is a directory");
  EXPECT_EQ(read_file(path), filled(10, 1));
  expect_contains(complaint([&] { replace_file(folder / "missing" / "file", {}); }),
                  "No such file or directory");
}

}  // namespace
}  // namespace stepwright::train
