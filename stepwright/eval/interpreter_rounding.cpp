#include "stepwright/eval/interpreter_implementation.h"
#include "stepwright/eval/rounding.h"

namespace stepwright {

template Results<Rounding> evaluate(const Module&, const Function&, std::span<const Tensor<Rounding>>,
                                    const Rounding&);
template std::vector<Results<Rounding>> evaluate_parallel(const Module&, std::span<const Program<Rounding>>,
                                                          std::int64_t, const Rounding&);

}  // namespace stepwright
