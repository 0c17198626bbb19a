#pragma once

#include <string>

#include "stepwright/base/error.h"

namespace stepwright {

// The whole message of the UserError that `f` throws; "no complaint" when it throws none. Other exceptions
// pass.
template <class F>
std::string complaint(F&& f) {
  try {
    f();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no complaint";
}

}  // namespace stepwright
