#include "stepwright/base/file.h"

#include <gtest/gtest.h>

#include "tests/support/complaint.h"
#include "tests/support/temporary_folder.h"

namespace stepwright {
namespace {

TEST(File, WhatIsWrittenIsReadBack) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1}) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 31 % 251);
    write_file(folder / "file", bytes);
    ASSERT_EQ(read_file(folder / "file"), bytes) << size;
  }
}

TEST(File, TheFileAndTheSystemsReasonAreNamed) {
  const TemporaryFolder folder;
  const std::string missing = (folder / "missing").string();
  EXPECT_EQ(complaint([&] { read_file(missing); }),
            missing + ": the file cannot be read\n  found:    No such file or directory");
  EXPECT_EQ(complaint([&] { read_file(folder.path()); }),
            folder.path().string() + ": the file cannot be read\n  found:    Is a directory");
  const std::string unreachable = (folder / "missing/file").string();
  EXPECT_EQ(complaint([&] { write_file(unreachable, {}); }),
            unreachable + ": the file cannot be written\n  found:    No such file or directory");
  EXPECT_EQ(complaint([&] { write_file("/dev/full", std::vector<std::byte>(1)); }),
            "/dev/full: the file cannot be written\n  found:    No space left on device");
}

}  // namespace
}  // namespace stepwright
