#include "stepwright/tensor/index.h"

#include "stepwright/base/error.h"

namespace stepwright {

std::vector<std::int64_t> strides(const Dimensions& dimensions) {
  std::vector<std::int64_t> result(dimensions.size(), 1);
  for (std::size_t axis = dimensions.size(); axis-- > 1;) {
    result[axis - 1] = result[axis] * dimensions[axis];
  }
  return result;
}

bool contains(const Dimensions& dimensions, IndexView index) {
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    if (index[axis] < 0 || index[axis] >= dimensions[axis]) return false;
  }
  return true;
}

std::int64_t position(const Dimensions& dimensions, IndexView index) {
  require(index.size() == dimensions.size() && contains(dimensions, index), "an index lies in its space");
  std::int64_t result = 0;
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    result = result * dimensions[axis] + index[axis];
  }
  return result;
}

}  // namespace stepwright
