#pragma once

#include <pjrt_c_api.h>

#include "stepwright/runtime/named_value.h"

namespace stepwright {

NamedValue from_pjrt(const PJRT_NamedValue& value);

// Points into `value`, which must outlive the result.
PJRT_NamedValue to_pjrt(const NamedValue& value);

}  // namespace stepwright
