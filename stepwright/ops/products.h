#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "stepwright/ops/add.h"
#include "stepwright/ops/convert.h"
#include "stepwright/ops/evaluation.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/window.h"

namespace stepwright {

// The narrowest element type that holds every value of both: the one with more bits, and f32 for the two
// 16-bit floats. Both are floating, or both are not.
inline ElementType common_element(ElementType a, ElementType b) {
  if (a == b) return a;
  if (info(a).bits == info(b).bits && is_floating(a)) return ElementType::f32;
  return info(a).bits > info(b).bits ? a : b;
}

// Whether a sum of products of `from` elements may be given as `to`: the same kind of number.
inline bool same_kind(ElementType from, ElementType to) {
  return is_floating(from) == is_floating(to) && is_boolean(from) == is_boolean(to);
}

template <Domain D>
Tensor<D> converted(Machine<D>& machine, const Tensor<D>& tensor, ElementType element) {
  if (tensor.element() == element) return tensor;
  const TensorType type{element, tensor.dimensions()};
  return op::Convert{type}.evaluate(Evaluation<D>{machine, {&tensor, 1}, {&type, 1}}).front();
}

// The distances from the first element of all elements along some dimensions, row-major in their order.
inline std::vector<std::int64_t> offsets(const Dimensions& dimensions,
                                         const std::vector<std::int64_t>& axes) {
  const std::vector<std::int64_t> steps = strides(dimensions);
  std::vector<std::int64_t> result{0};
  for (const std::int64_t axis : axes) {
    std::vector<std::int64_t> longer;
    longer.reserve(result.size() * static_cast<std::size_t>(dimensions.at(static_cast<std::size_t>(axis))));
    for (const std::int64_t offset : result) {
      for (std::int64_t at = 0; at < dimensions[static_cast<std::size_t>(axis)]; ++at) {
        longer.push_back(offset + at * steps[static_cast<std::size_t>(axis)]);
      }
    }
    result = std::move(longer);
  }
  return result;
}

// Adds products of elements that meet, as multiply and add mean it.
template <Domain D>
class Products {
 public:
  Products(const D& domain, ElementType element) : domain_(domain), element_(element) {}

  void add(Scalar<D>& sum, const Scalar<D>* lhs, const Scalar<D>* rhs, std::span<const Tap> taps) const {
    for (const Tap& tap : taps) {
      sum = domain_.add(sum, domain_.multiply(lhs[tap.lhs], rhs[tap.rhs], element_), element_);
    }
  }
  void add(std::int64_t& sum, const std::int64_t* lhs, const std::int64_t* rhs,
           std::span<const Tap> taps) const {
    for (const Tap& tap : taps) {
      const std::int64_t product = op::Multiply::on_integer(lhs[tap.lhs], rhs[tap.rhs], element_);
      sum = wrapped(op::Add::on_integer(sum, product, element_), element_);
    }
  }

 private:
  const D& domain_;
  ElementType element_;
};

// The meaning of an operation that sums products of two operands. `fill(products, lhs, rhs, result)` gets
// pointers to the elements, of one element type that holds both the operands' and the result's values, and
// the result, all zero.
template <Domain D, class Fill>
Tensor<D> summed_products(const Evaluation<D>& here, Fill&& fill) {
  const TensorType& type = here.type();
  const ElementType element = common_element(here.operand(0).element(), type.element);
  const Tensor<D> lhs = converted(here.machine, here.operand(0), element);
  const Tensor<D> rhs = converted(here.machine, here.operand(1), element);
  const Products<D> products(here.domain(), element);
  const auto filled = [&]<class Element>(const std::vector<Element>& a, const std::vector<Element>& b,
                                         const Element& zero) {
    std::vector<Element> result(static_cast<std::size_t>(type.count()), zero);
    fill(products, a.data(), b.data(), result);
    return converted(here.machine, Tensor<D>({element, type.dimensions}, std::move(result)), type.element);
  };
  if (is_floating(element)) {
    return filled(lhs.scalars(), rhs.scalars(), here.domain().literal(0.0, element));
  }
  return filled(lhs.integers(), rhs.integers(), std::int64_t{0});
}

}  // namespace stepwright
