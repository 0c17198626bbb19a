#pragma once

#include <pjrt_c_api.h>

#include "stepwright/base/element_type.h"

namespace stepwright {

PJRT_Buffer_Type to_pjrt(ElementType type);

// Throws UserError for a type that Stepwright does not compute with (complex numbers, other 8-bit floats).
ElementType from_pjrt(PJRT_Buffer_Type type);

}  // namespace stepwright
