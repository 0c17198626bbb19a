#include "stepwright/runtime/session.h"

#include <exception>
#include <utility>

#include "stepwright/runtime/plugin_error.h"

namespace stepwright {

Session::~Session() {
  if (client == nullptr) return;
  api.release(&PJRT_Api::PJRT_Client_Destroy, [&](auto& args) { args.client = client; });
}

void Release::operator()(PJRT_Buffer* buffer) const noexcept {
  session->api.release(&PJRT_Api::PJRT_Buffer_Destroy, [&](auto& args) { args.buffer = buffer; });
}

void Release::operator()(PJRT_Event* event) const noexcept {
  session->api.release(&PJRT_Api::PJRT_Event_Destroy, [&](auto& args) { args.event = event; });
}

void Release::operator()(PJRT_Executable* executable) const noexcept {
  session->api.release(&PJRT_Api::PJRT_Executable_Destroy, [&](auto& args) { args.executable = executable; });
}

void Release::operator()(PJRT_LoadedExecutable* executable) const noexcept {
  session->api.release(&PJRT_Api::PJRT_LoadedExecutable_Destroy,
                       [&](auto& args) { args.executable = executable; });
}

PendingEvents::~PendingEvents() {
  try {
    wait();
  } catch (const PluginError&) {
    // Another error is on its way already; this one follows from it.
  }
}

void PendingEvents::wait() {
  std::exception_ptr first;
  for (const Handle<PJRT_Event>& event : std::exchange(events_, {})) {
    try {
      event.get_deleter().session->api.call(&PJRT_Api::PJRT_Event_Await,
                                            [&](auto& args) { args.event = event.get(); });
    } catch (const PluginError&) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace stepwright
