#pragma once

#include <memory>
#include <vector>

#include "stepwright/runtime/api.h"
#include "stepwright/runtime/handle.h"

namespace stepwright {

// A PJRT client and its devices. Shared by everything made from it, so that it goes last.
struct Session {
  explicit Session(const PJRT_Api& table) : api(table) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Api api;
  PJRT_Client* client = nullptr;
  std::vector<PJRT_Device*> devices;  // the addressable ones, in the plugin's order
};

template <class Object>
Handle<Object> own(std::shared_ptr<const Session> session, Object* object) {
  session->api.count_created();
  return Handle<Object>(object, Release{std::move(session)});
}

// Work that the plugin has started. It is waited for in any case, before the memory it uses goes away.
class PendingEvents {
 public:
  PendingEvents() = default;
  ~PendingEvents();
  PendingEvents(const PendingEvents&) = delete;
  PendingEvents& operator=(const PendingEvents&) = delete;

  void add(Handle<PJRT_Event> event) { events_.push_back(std::move(event)); }

  // Waits for all, then throws the first PluginError that they carry, if any.
  void wait();

 private:
  std::vector<Handle<PJRT_Event>> events_;
};

}  // namespace stepwright
