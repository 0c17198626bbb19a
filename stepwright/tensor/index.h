#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stepwright/base/tensor_type.h"

namespace stepwright {

using Index = std::vector<std::int64_t>;
using IndexView = std::span<const std::int64_t>;

// Row-major strides in elements: the last dimension has stride 1.
std::vector<std::int64_t> strides(const Dimensions& dimensions);

// The row-major position of `index`; InternalError when it lies outside.
std::int64_t position(const Dimensions& dimensions, IndexView index);

bool contains(const Dimensions& dimensions, IndexView index);

// Steps `index` to its row-major successor; false (and all zero again) after the last one.
inline bool advance(const Dimensions& dimensions, Index& index) {
  for (std::size_t axis = dimensions.size(); axis-- > 0;) {
    if (++index[axis] < dimensions[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

// Calls visit(index, position) for every index of the space in row-major order; never for an empty space.
template <class Visit>
void for_each_index(const Dimensions& dimensions, Visit&& visit) {
  if (element_count(dimensions) == 0) return;
  Index index(dimensions.size(), 0);
  std::int64_t at = 0;
  do {
    visit(static_cast<const Index&>(index), at++);
  } while (advance(dimensions, index));
}

}  // namespace stepwright
