#pragma once

#include <optional>
#include <vector>

#include "stepwright/ops/elementwise.h"
#include "stepwright/ops/evaluation.h"
#include "stepwright/ops/region.h"

namespace stepwright {

template <Domain D>
struct StandardCombination {
  Scalar<D> (*on_float)(const D&, const Scalar<D>&, const Scalar<D>&, ElementType);
  std::int64_t (*on_integer)(std::int64_t, std::int64_t, ElementType);
};

// The element-wise meaning of a region that is add, multiply, maximum or minimum alone.
template <Domain D>
std::optional<StandardCombination<D>> standard_combination(const Region& region);

// A reducer region of two rank-0 arguments, ready to be applied to many pairs. The standard reducers (one
// element-wise operation on both arguments) run on bare elements; any other region is called. A test compares
// the two.
template <Domain D>
class Combiner {
 public:
  Combiner(Machine<D>& machine, const Region& region, ElementType element)
      : machine_(machine), region_(region), element_(element), standard_(standard_combination<D>(region)) {}

  Scalar<D> operator()(const Scalar<D>& a, const Scalar<D>& b) const {
    if (standard_) return standard_->on_float(machine_.domain(), a, b, element_);
    using Scalars = std::vector<Scalar<D>>;
    return called(Scalars{a}, Scalars{b}).scalars().front();
  }
  std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    if (standard_) return wrapped(standard_->on_integer(a, b, element_), element_);
    using Integers = std::vector<std::int64_t>;
    return called(Integers{a}, Integers{b}).integers().front();
  }

 private:
  template <class Elements>
  Tensor<D> called(Elements a, Elements b) const {
    const TensorType type{element_, {}};
    const std::vector<Tensor<D>> arguments{{type, std::move(a)}, {type, std::move(b)}};
    return machine_.call(*region_, arguments).front();
  }

  Machine<D>& machine_;
  const Region& region_;
  ElementType element_;
  std::optional<StandardCombination<D>> standard_;
};

}  // namespace stepwright

#include "stepwright/ops/add.h"
#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"
#include "stepwright/ops/multiply.h"

namespace stepwright {

// The element-wise meaning of a region that is Op alone, for the first Op in the list that it is.
template <Domain D, class... Ops>
std::optional<StandardCombination<D>> first_combination(const Region& region) {
  std::optional<StandardCombination<D>> found;
  const auto consider = [&]<class Op>() {
    if (!found && combines_by<Op>(region)) {
      found = StandardCombination<D>{&Op::template on_float<D>, &Op::on_integer};
    }
  };
  (consider.template operator()<Ops>(), ...);
  return found;
}

template <Domain D>
std::optional<StandardCombination<D>> standard_combination(const Region& region) {
  return first_combination<D, op::Add, op::Multiply, op::Maximum, op::Minimum>(region);
}

}  // namespace stepwright
