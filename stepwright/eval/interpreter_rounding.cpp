#include "stepwright/eval/interpreter_implementation.h"
#include "stepwright/eval/rounding.h"

namespace stepwright {

template Results<Rounding> evaluate(const Module&, const Function&, Arguments<Rounding>, const Rounding&);
template std::vector<Results<Rounding>> evaluate_parallel(const Module&, Programs<Rounding>, std::int64_t,
                                                          const Rounding&);

}  // namespace stepwright
