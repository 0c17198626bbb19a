#include "stepwright/runtime/api.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "stepwright/runtime/functions_used.h"
#include "stepwright/runtime/plugin_error.h"

namespace stepwright {

namespace {

// In the order of PJRT_Error_Code, which is absl::StatusCode's.
constexpr std::array<std::string_view, 17> code_names{
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

std::string code_name(PJRT_Error_Code code) {
  const auto index = static_cast<std::size_t>(code);
  return index < code_names.size() ? std::string(code_names[index]) : "code " + std::to_string(index);
}

std::string function_name(std::size_t offset) {
  const auto used = functions_used();
  const auto found = std::find_if(used.begin(), used.end(),
                                  [&](const FunctionUsed& function) { return function.offset == offset; });
  return found == used.end() ? "an unlisted function" : std::string(found->name);
}

}  // namespace

void Api::raise(PJRT_Error* error, std::size_t function_offset) const {
  count_created();
  auto message = sized<PJRT_Error_Message_Args>();
  message.error = error;
  table_->PJRT_Error_Message(&message);
  std::string text(message.message, message.message_size);

  auto code = sized<PJRT_Error_GetCode_Args>();
  code.error = error;
  code.code = PJRT_Error_Code_UNKNOWN;
  if (PJRT_Error* second = table_->PJRT_Error_GetCode(&code)) discard(second);
  discard(error);
  count_destroyed();
  throw PluginError(function_name(function_offset), code_name(code.code), std::move(text));
}

void Api::discard(PJRT_Error* error) const noexcept {
  auto args = sized<PJRT_Error_Destroy_Args>();
  args.error = error;
  table_->PJRT_Error_Destroy(&args);
}

}  // namespace stepwright
