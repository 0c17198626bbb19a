#include "stepwright/runtime/pjrt_named_value.h"

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

// One overload per alternative of NamedValue::Value.
struct Fill {
  PJRT_NamedValue& out;

  void operator()(const std::string& text) const {
    out.type = PJRT_NamedValue_kString;
    out.string_value = text.c_str();
    out.value_size = text.size();
  }
  void operator()(std::int64_t number) const {
    out.type = PJRT_NamedValue_kInt64;
    out.int64_value = number;
  }
  void operator()(const std::vector<std::int64_t>& numbers) const {
    out.type = PJRT_NamedValue_kInt64List;
    out.int64_array_value = numbers.data();
    out.value_size = numbers.size();
  }
  void operator()(float number) const {
    out.type = PJRT_NamedValue_kFloat;
    out.float_value = number;
  }
  void operator()(bool truth) const {
    out.type = PJRT_NamedValue_kBool;
    out.bool_value = truth;
  }
};

NamedValue::Value value_of(const PJRT_NamedValue& value) {
  switch (value.type) {
    case PJRT_NamedValue_kString:
      return std::string(value.string_value, value.value_size);
    case PJRT_NamedValue_kInt64:
      return value.int64_value;
    case PJRT_NamedValue_kInt64List:
      return std::vector<std::int64_t>(value.int64_array_value, value.int64_array_value + value.value_size);
    case PJRT_NamedValue_kFloat:
      return value.float_value;
    case PJRT_NamedValue_kBool:
      return value.bool_value;
  }
  return std::string("(a value of a kind that is not known)");
}

}  // namespace

NamedValue from_pjrt(const PJRT_NamedValue& value) {
  return {std::string(value.name, value.name_size), value_of(value)};
}

PJRT_NamedValue to_pjrt(const NamedValue& value) {
  PJRT_NamedValue out{};
  out.struct_size = sizeof out;
  out.name = value.name.c_str();
  out.name_size = value.name.size();
  out.value_size = 1;
  std::visit(Fill{out}, value.value);
  return out;
}

}  // namespace stepwright
