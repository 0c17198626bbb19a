#pragma once

#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"

namespace stepwright {

namespace op {

// clamp: minimum(maximum(operand, min), max), element by element; a rank-0 min or max bounds all elements.
// Operands are min, operand, max.
struct Clamp : SameTypeSyntax<Clamp> {
  static constexpr std::string_view name = "stablehlo.clamp";
  static constexpr std::string_view convention =
      "the cotangent goes to the operand strictly between min and max, to the bound at and beyond it (to max "
      "where operand is NaN): relu6(x) = clamp(0, x, 6) has relu6'(0) = relu6'(6) = 0";
  static constexpr std::tuple<> fields() { return {}; }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 3);
    const auto shown = [&] { return to_string(types); };
    const auto bounds = [&](const TensorType& bound) {
      return bound.rank() == 0 || bound.dimensions == types[1].dimensions;
    };
    constrain(bounds(types[0]), "clamp_c1", "min is rank 0 or has the shape of operand", shown);
    constrain(bounds(types[2]), "clamp_c2", "max is rank 0 or has the shape of operand", shown);
    constrain(types[0].element == types[1].element && types[2].element == types[1].element, "clamp_c3",
              "min, operand and max have one element type", shown, "convert the bounds");
    return {types[1]};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const ElementType element = here.type().element;
    const auto clamped = [&](const auto& min, const auto& operand, const auto& max, auto&& clamp_one) {
      std::remove_cvref_t<decltype(operand)> result;
      result.reserve(operand.size());
      for (std::size_t at = 0; at < operand.size(); ++at) {
        const auto& low = min[min.size() == 1 ? 0 : at];
        const auto& high = max[max.size() == 1 ? 0 : at];
        result.push_back(clamp_one(low, operand[at], high));
      }
      return Results<D>{Tensor<D>(here.type(), std::move(result))};
    };
    if (is_floating(element)) {
      const D& domain = here.domain();
      return clamped(here.operand(0).scalars(), here.operand(1).scalars(), here.operand(2).scalars(),
                     [&](const auto& low, const auto& x, const auto& high) {
                       return domain.minimum(domain.maximum(x, low, element), high, element);
                     });
    }
    return clamped(here.operand(0).integers(), here.operand(1).integers(), here.operand(2).integers(),
                   [&](std::int64_t low, std::int64_t x, std::int64_t high) {
                     return Minimum::on_integer(Maximum::on_integer(x, low, element), high, element);
                   });
  }

  Gradient vjp(const Application& here) const;
};

}  // namespace op

inline Value clamp(Value min, Value x, Value max) {
  return apply(op::Clamp{}, {min, x, max});
}
// Between two numbers.
inline Value clamp(double min, Value x, double max) {
  return clamp(scalar(*x.graph, x.element(), min), x, scalar(*x.graph, x.element(), max));
}

}  // namespace stepwright

#include "stepwright/ops/and.h"
#include "stepwright/ops/reduce.h"

namespace stepwright {

// As minimum(maximum(operand, min), max) by the conventions of those two. A rank-0 bound gathers the
// cotangents of all elements.
inline Gradient op::Clamp::vjp(const Application& here) const {
  const Value x = here.operands[1];
  const Value min = broadcast_to(here.operands[0], x.dimensions());
  const Value max = broadcast_to(here.operands[2], x.dimensions());
  const Value dy = here.cotangent();
  const Value zero = constant_like(dy, 0.0);
  const Value above_min = compare(x, min, ComparisonDirection::GT);
  const auto gathered = [&](Value cotangent, Value bound) {
    return bound.rank() == 0 ? reduce_sum(cotangent, all_dimensions(cotangent)) : cotangent;
  };
  Cotangents cotangents(3);
  if (here.wanted[1]) {
    const Value inside = and_(above_min, compare(x, max, ComparisonDirection::LT));
    cotangents[1] = select(inside, dy, zero);
  }
  const Value below_max = compare(maximum(x, min), max, ComparisonDirection::LT);
  if (here.wanted[0]) {
    const Value at_min = select(above_min, zero, select(below_max, dy, zero));
    cotangents[0] = gathered(at_min, here.operands[0]);
  }
  if (here.wanted[2]) cotangents[2] = gathered(select(below_max, zero, dy), here.operands[2]);
  return cotangents;
}

}  // namespace stepwright
