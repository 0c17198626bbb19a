#include "stepwright/ir/operation_model.h"
#include "stepwright/ops/all.h"

namespace stepwright {

namespace {

template <class... Ops>
constexpr auto models_of(OperationList<Ops...>) {
  return std::tuple{&model_of<Ops>...};
}

}  // namespace

// Taking its address makes the compiler keep the model of every operation here, for the files that only
// declare it.
extern const auto operation_models = models_of(AllOperations{});

}  // namespace stepwright
