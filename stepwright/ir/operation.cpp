#include "stepwright/ir/operation.h"

namespace stepwright {

std::string Operation::token() const {
  std::string token(name());
  for (const auto& [name, attribute] : attributes()) token += "{" + name + "=" + to_string(attribute) + "}";
  for (const TensorType& type : model_->declared()) token += ":" + to_string(type);
  for (const Region& region : regions()) token += "[" + region->token() + "]";
  return token;
}

}  // namespace stepwright
