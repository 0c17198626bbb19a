#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "stepwright/base/error.h"
#include "stepwright/base/tensor_type.h"
#include "stepwright/tensor/domain.h"
#include "stepwright/tensor/index.h"

namespace stepwright {

template <Domain D>
using Scalar = typename D::Scalar;

// An immutable tensor over a domain, row-major. Floating tensors hold the domain's scalars; integer and
// boolean ones hold exact 64-bit integers (unsigned 64-bit values by their bit pattern, booleans 0 or 1).
// Copies share their elements.
template <Domain D>
class Tensor {
 public:
  using Scalars = std::vector<Scalar<D>>;
  using Integers = std::vector<std::int64_t>;

  Tensor() = default;
  Tensor(TensorType type, Scalars scalars) : type_(std::move(type)) {
    require(is_floating(type_.element) && std::ssize(scalars) == type_.count(),
            "scalars fit a floating tensor");
    elements_ = std::make_shared<const Elements>(std::move(scalars));
  }
  Tensor(TensorType type, Integers integers) : type_(std::move(type)) {
    require(!is_floating(type_.element) && std::ssize(integers) == type_.count(),
            "integers fit an integer or boolean tensor");
    elements_ = std::make_shared<const Elements>(std::move(integers));
  }

  const TensorType& type() const { return type_; }
  const Dimensions& dimensions() const { return type_.dimensions; }
  ElementType element() const { return type_.element; }

  const Scalars& scalars() const { return std::get<Scalars>(*elements_); }
  const Integers& integers() const { return std::get<Integers>(*elements_); }

  // The same elements in the same order under another shape.
  Tensor reshaped(const Dimensions& dimensions) const {
    require(element_count(dimensions) == type_.count(), "a reshape keeps the number of elements");
    Tensor result = *this;
    result.type_.dimensions = dimensions;
    return result;
  }

  // Calls visit with the vector of elements, whichever kind it is.
  template <class Visit>
  decltype(auto) visit(Visit&& visit) const {
    return std::visit(std::forward<Visit>(visit), *elements_);
  }

 private:
  static_assert(!std::same_as<Scalar<D>, std::int64_t>, "a domain's scalar is told apart from an integer");
  using Elements = std::variant<Scalars, Integers>;
  TensorType type_;
  std::shared_ptr<const Elements> elements_;
};

// A tensor of `type` whose element at each result index is the operand's at source(index), a row-major
// position. All data-movement operations are this, for every kind of element.
template <Domain D, class Source>
Tensor<D> rearranged(const TensorType& type, const Tensor<D>& operand, Source&& source) {
  return operand.visit([&]<class Elements>(const Elements& elements) {
    Elements result;
    result.reserve(static_cast<std::size_t>(type.count()));
    for_each_index(type.dimensions, [&](const Index& index, std::int64_t) {
      result.push_back(elements[static_cast<std::size_t>(source(index))]);
    });
    return Tensor<D>(type, std::move(result));
  });
}

}  // namespace stepwright
