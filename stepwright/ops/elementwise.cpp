#include "stepwright/ops/elementwise.h"

namespace stepwright {

std::int64_t wrapped(std::int64_t value, ElementType type) {
  const int unused = 64 - info(type).bits;
  const auto shifted = static_cast<std::uint64_t>(value) << unused;
  if (is_signed(type)) return static_cast<std::int64_t>(shifted) >> unused;
  return static_cast<std::int64_t>(shifted >> unused);
}

}  // namespace stepwright
