#include "stepwright/eval/dual.h"
#include "stepwright/eval/interpreter_implementation.h"
#include "stepwright/eval/rounding.h"

namespace stepwright {

static_assert(Domain<Dual<Rounding>>);

template Results<Dual<Rounding>> evaluate(const Module&, const Function&, Arguments<Dual<Rounding>>,
                                          const Dual<Rounding>&);
template std::vector<Results<Dual<Rounding>>> evaluate_parallel(const Module&, Programs<Dual<Rounding>>,
                                                                std::int64_t, const Dual<Rounding>&);

}  // namespace stepwright
