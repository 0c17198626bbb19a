#include "stepwright/runtime/compile_options.h"

#include <bit>
#include <string_view>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

// Field numbers of the messages in XLA's compile_options.proto.
namespace compile_options_field {
constexpr int executable_build_options = 3;
constexpr int env_option_overrides = 7;
}  // namespace compile_options_field
namespace build_options_field {
constexpr int num_replicas = 4;
constexpr int num_partitions = 5;
}  // namespace build_options_field
namespace option_override_field {
constexpr int string_field = 1;
constexpr int bool_field = 2;
constexpr int int_field = 3;
constexpr int double_field = 4;
}  // namespace option_override_field

// The wire format of protocol buffers: https://protobuf.dev/programming-guides/encoding
class Message {
 public:
  Message& varint(int field, std::uint64_t value) {
    tag(field, 0);
    append(value);
    return *this;
  }

  Message& fixed64(int field, std::uint64_t value) {
    tag(field, 1);
    for (int byte = 0; byte < 8; ++byte) bytes_ += static_cast<char>(value >> (8 * byte) & 0xff);
    return *this;
  }

  Message& bytes(int field, std::string_view value) {
    tag(field, 2);
    append(value.size());
    bytes_ += value;
    return *this;
  }

  const std::string& str() const { return bytes_; }

 private:
  void tag(int field, unsigned wire_type) { append(static_cast<unsigned>(field) << 3 | wire_type); }

  void append(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

// A oneof: its member is written even when it holds the default.
struct EncodeFlag {
  Message operator()(const std::string& text) const {
    return Message().bytes(option_override_field::string_field, text);
  }
  Message operator()(bool truth) const { return Message().varint(option_override_field::bool_field, truth); }
  Message operator()(std::int64_t number) const {
    return Message().varint(option_override_field::int_field, static_cast<std::uint64_t>(number));
  }
  Message operator()(double number) const {
    return Message().fixed64(option_override_field::double_field, std::bit_cast<std::uint64_t>(number));
  }
};

void check_count(std::string_view name, std::int64_t count) {
  if (count >= 1) return;
  throw UserError({.what = "a program is compiled for at least one device",
                   .where = std::string(name),
                   .expected = "1 or more",
                   .found = std::to_string(count),
                   .remedy = {}});
}

}  // namespace

std::string encode(const CompileOptions& options) {
  check_count("replicas", options.replicas);
  check_count("partitions", options.partitions);
  Message build;
  build.varint(build_options_field::num_replicas, static_cast<std::uint64_t>(options.replicas))
      .varint(build_options_field::num_partitions, static_cast<std::uint64_t>(options.partitions));
  Message message;
  message.bytes(compile_options_field::executable_build_options, build.str());
  for (const auto& [name, flag] : options.flags) {
    const Message entry = Message().bytes(1, name).bytes(2, std::visit(EncodeFlag{}, flag).str());
    message.bytes(compile_options_field::env_option_overrides, entry.str());
  }
  return message.str();
}

}  // namespace stepwright
