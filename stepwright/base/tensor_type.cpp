#include "stepwright/base/tensor_type.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stepwright {

std::int64_t element_count(const Dimensions& dimensions) {
  std::int64_t count = 1;
  for (const std::int64_t dimension : dimensions) count *= dimension;
  return count;
}

std::string to_string(const Dimensions& dimensions) {
  return fmt::format("{}", fmt::join(dimensions, "x"));
}

std::string to_string(const TensorType& type) {
  return fmt::format("tensor<{}{}{}>", to_string(type.dimensions), type.rank() == 0 ? "" : "x",
                     name(type.element));
}

}  // namespace stepwright
