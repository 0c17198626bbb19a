#include "stepwright/eval/bound.h"
#include "stepwright/eval/interpreter_implementation.h"

namespace stepwright {

static_assert(Domain<Bound>);

template Results<Bound> evaluate(const Module&, const Function&, Arguments<Bound>, const Bound&);
template std::vector<Results<Bound>> evaluate_parallel(const Module&, Programs<Bound>, std::int64_t,
                                                       const Bound&);

}  // namespace stepwright
