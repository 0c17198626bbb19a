#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
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

  // For each column, adds to its sum the products of lhs and the column of rhs, tap by tap. `columns` says
  // where in rhs a column begins; its sum is at sums[number of the column · step].
  template <class Element>
  void add(Element* sums, std::int64_t step, const Element* lhs, const Element* rhs,
           std::span<const std::int64_t> columns, std::span<const Tap> taps) const {
    // Several columns go side by side, because each addition to one sum waits for the one before.
    constexpr std::size_t width = 4;
    std::size_t column = 0;
    const auto advance = [&]<std::size_t count>(std::integral_constant<std::size_t, count>) {
      for (; column + count <= columns.size(); column += count) {
        add_some<count>(sums + static_cast<std::int64_t>(column) * step, step, lhs, rhs, &columns[column],
                        taps);
      }
    };
    advance(std::integral_constant<std::size_t, width>{});
    advance(std::integral_constant<std::size_t, 1>{});
  }

 private:
  template <std::size_t count, class Element>
  void add_some(Element* sums, std::int64_t step, const Element* lhs, const Element* rhs,
                const std::int64_t* columns, std::span<const Tap> taps) const {
    std::array<Element, count> sum;
    for (std::size_t at = 0; at < count; ++at) sum[at] = sums[static_cast<std::int64_t>(at) * step];
    for (const Tap& tap : taps) {
      const Element& left = lhs[tap.lhs];
      for (std::size_t at = 0; at < count; ++at) {
        sum[at] = plus_product(sum[at], left, rhs[columns[at] + tap.rhs]);
      }
    }
    for (std::size_t at = 0; at < count; ++at) sums[static_cast<std::int64_t>(at) * step] = sum[at];
  }

  Scalar<D> plus_product(const Scalar<D>& sum, const Scalar<D>& a, const Scalar<D>& b) const {
    return domain_.add(sum, domain_.multiply(a, b, element_), element_);
  }
  std::int64_t plus_product(std::int64_t sum, std::int64_t a, std::int64_t b) const {
    return wrapped(op::Add::on_integer(sum, op::Multiply::on_integer(a, b, element_), element_), element_);
  }

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
    fill(products, a.data(), b.data(), result.data());
    return converted(here.machine, Tensor<D>({element, type.dimensions}, std::move(result)), type.element);
  };
  if (is_floating(element)) {
    return filled(lhs.scalars(), rhs.scalars(), here.domain().literal(0.0, element));
  }
  return filled(lhs.integers(), rhs.integers(), std::int64_t{0});
}

}  // namespace stepwright
