#include "stepwright/runtime/compile_options.h"

#include <gtest/gtest.h>

#include "stepwright/base/error.h"
#include "tests/unit/runtime/support.h"

namespace stepwright {
namespace {

using namespace std::string_literals;

// The expected bytes are those of protoc-made encoders: field 3 (tag 0x1a) holds the build options, in it
// field 4 (tag 0x20) the replicas and field 5 (tag 0x28) the partitions.
TEST(CompileOptions, CaseB1EncodesToFixedBytes) {
  EXPECT_EQ(encode({}), "\x1a\x04\x20\x01\x28\x01"s);
  EXPECT_EQ(encode({.replicas = 1}), encode({}));
  EXPECT_EQ(encode({.replicas = 2}), "\x1a\x04\x20\x02\x28\x01"s);
  EXPECT_EQ(encode({.replicas = 2, .partitions = 3}), "\x1a\x04\x20\x02\x28\x03"s);
  EXPECT_EQ(encode({.replicas = 300}), "\x1a\x05\x20\xac\x02\x28\x01"s);
}

TEST(CompileOptions, EncodesFlagsAsOverridesOfEachKind) {
  const std::string build = encode({});
  EXPECT_EQ(encode({.flags = {{"f", true}}}), build + "\x3a\x07\x0a\x01\x66\x12\x02\x10\x01"s);
  EXPECT_EQ(encode({.flags = {{"f", false}}}), build + "\x3a\x07\x0a\x01\x66\x12\x02\x10\x00"s);
  EXPECT_EQ(encode({.flags = {{"f", std::int64_t{3}}}}), build + "\x3a\x07\x0a\x01\x66\x12\x02\x18\x03"s);
  EXPECT_EQ(encode({.flags = {{"f", "on"s}}}), build + "\x3a\x09\x0a\x01\x66\x12\x04\x0a\x02on"s);
  EXPECT_EQ(encode({.flags = {{"f", 1.0}}}),
            build + "\x3a\x0e\x0a\x01\x66\x12\x09\x21\x00\x00\x00\x00\x00\x00\xf0\x3f"s);
}

TEST(CompileOptions, RefuseToCompileForNoDevice) {
  const std::string message = message_of<UserError>([] { encode({.replicas = 0}); });
  expect_contains(message, "replicas: a program is compiled for at least one device");
  expect_contains(message, "expected: 1 or more");
  expect_contains(message, "found:    0");
  expect_contains(message_of<UserError>([] { encode({.partitions = -1}); }), "partitions: ");
}

}  // namespace
}  // namespace stepwright
