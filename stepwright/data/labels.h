#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "stepwright/base/host_tensor.h"

namespace stepwright {

// Class labels [N] of any integer type as 0 … classes − 1. A compiled step has no way to report a wrong label
// (it would become NaN or an empty target row), so it is refused here. UserError, naming `where` and the
// first wrong sample: labels that are not a list of integers, a type too small to hold `classes` classes, a
// label out of range.
std::vector<std::int32_t> checked_labels(const HostTensor& labels, std::int64_t classes,
                                         std::string_view where);

}  // namespace stepwright
