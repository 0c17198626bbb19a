// A plugin for tests, built in several variants by tests/CMakeLists.txt. Each of its functions succeeds and
// does nothing, but for the faults that a variant asks for:
//   FAKE_MAJOR, FAKE_MINOR  the version it claims
//   FAKE_FUNCTIONS          how many entries of the table are filled; the rest is null
//   FAKE_STRUCT_SIZE        the size it claims for its table
//   FAKE_REFUSES            what PJRT_Plugin_Initialize fails with
#include <pjrt_c_api.h>

#include <cstring>

namespace {

struct Error {
  const char* text;
};

void destroy_error(PJRT_Error_Destroy_Args* args) {
  delete reinterpret_cast<Error*>(args->error);
}

void error_message(PJRT_Error_Message_Args* args) {
  args->message = reinterpret_cast<const Error*>(args->error)->text;
  args->message_size = std::strlen(args->message);
}

PJRT_Error* error_code(PJRT_Error_GetCode_Args* args) {
  args->code = PJRT_Error_Code_FAILED_PRECONDITION;
  return nullptr;
}

PJRT_Error* initialize(PJRT_Plugin_Initialize_Args*) {
  constexpr const char* refusal = FAKE_REFUSES;
  return *refusal == '\0' ? nullptr : reinterpret_cast<PJRT_Error*>(new Error{refusal});
}

PJRT_Error* succeed(void*) {
  return nullptr;
}

PJRT_Api make_table() {
  PJRT_Api table{};
  constexpr std::size_t first = offsetof(PJRT_Api, PJRT_Error_Destroy);
  constexpr std::size_t entries = (sizeof(PJRT_Api) - first) / sizeof(void*);
  auto* const functions = reinterpret_cast<char*>(&table) + first;
  PJRT_Error* (*const entry)(void*) = succeed;
  for (std::size_t i = 0; i < entries && i < FAKE_FUNCTIONS; ++i) {
    std::memcpy(functions + i * sizeof entry, &entry, sizeof entry);
  }
  table.struct_size = FAKE_STRUCT_SIZE;
  table.pjrt_api_version.struct_size = sizeof table.pjrt_api_version;
  table.pjrt_api_version.major_version = FAKE_MAJOR;
  table.pjrt_api_version.minor_version = FAKE_MINOR;
  table.PJRT_Error_Destroy = destroy_error;
  table.PJRT_Error_Message = error_message;
  table.PJRT_Error_GetCode = error_code;
  table.PJRT_Plugin_Initialize = initialize;
  return table;
}

}  // namespace

extern "C" const PJRT_Api* GetPjrtApi() {
  static const PJRT_Api table = make_table();
  return &table;
}
