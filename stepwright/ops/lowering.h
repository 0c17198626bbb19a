#pragma once

#include <memory>

#include "stepwright/ir/function.h"

namespace stepwright {

// The same function without select_and_scatter, which many a compiler of StableHLO lacks: each becomes
// compares, selects, slices, pads and adds, one set for each position of the window. The results are the same
// but for the order in which an element's contributions are summed. UserError for a select_and_scatter that
// is not the gradient of a maximum or minimum over windows.
std::shared_ptr<Function> without_select_and_scatter(const Function& function);

}  // namespace stepwright
