#pragma once

#include <array>
#include <optional>

#include "stepwright/ops/common.h"

namespace stepwright {

enum class ComparisonDirection { EQ, NE, GE, GT, LE, LT };
template <>
struct EnumNames<ComparisonDirection> {
  static constexpr std::string_view kind = "comparison_direction";
  static constexpr std::array<std::string_view, 6> names{"EQ", "NE", "GE", "GT", "LE", "LT"};
};

enum class ComparisonType { FLOAT, TOTALORDER, SIGNED, UNSIGNED };
template <>
struct EnumNames<ComparisonType> {
  static constexpr std::string_view kind = "comparison_type";
  static constexpr std::array<std::string_view, 4> names{"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
};

namespace op {

// compare: whether lhs <direction> rhs, element by element. Floats compare as IEEE 754 says, or by its total
// order; booleans as false < true.
struct Compare {
  static constexpr std::string_view name = "stablehlo.compare";
  ComparisonDirection comparison_direction = ComparisonDirection::EQ;
  std::optional<ComparisonType> compare_type;
  static constexpr auto fields() {
    return std::tuple{field("comparison_direction", &Compare::comparison_direction),
                      field("compare_type", &Compare::compare_type)};
  }

  std::vector<TensorType> infer(OperandTypes types) const {
    expect_operands(types, 2);
    const auto shown = [&] { return to_string(types); };
    constrain(types[0].element == types[1].element, "compare_c1", "the operands have one element type",
              shown);
    constrain(types[0].dimensions == types[1].dimensions, "compare_c2", "the operands have one shape", shown);
    constrain(!compare_type || allowed(*compare_type, types[0].element), "compare_c3",
              "compare_type suits the element type",
              [&] { return std::string(name_of(*compare_type)) + " for " + to_string(types[0]); });
    return {TensorType{ElementType::i1, types[0].dimensions}};
  }

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const auto compared = [&](const auto& a, const auto& b, auto&& less, auto&& equal) {
      std::vector<std::int64_t> result;
      result.reserve(a.size());
      for (std::size_t at = 0; at < a.size(); ++at) result.push_back(holds(a[at], b[at], less, equal));
      return Results<D>{Tensor<D>(here.type(), std::move(result))};
    };
    const D& domain = here.domain();
    const Tensor<D>& a = here.operand(0);
    const Tensor<D>& b = here.operand(1);
    if (is_floating(a.element()) && compare_type == ComparisonType::TOTALORDER) {
      const auto less = [&](const auto& x, const auto& y) { return domain.total_order_less(x, y); };
      return compared(a.scalars(), b.scalars(), less,
                      [&](const auto& x, const auto& y) { return !less(x, y) && !less(y, x); });
    }
    if (is_floating(a.element())) {
      return compared(
          a.scalars(), b.scalars(), [&](const auto& x, const auto& y) { return domain.less(x, y); },
          [&](const auto& x, const auto& y) { return domain.equal(x, y); });
    }
    const bool without_sign = is_unsigned(a.element());
    return compared(
        a.integers(), b.integers(),
        [&](std::int64_t x, std::int64_t y) {
          return without_sign ? static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(y) : x < y;
        },
        [](std::int64_t x, std::int64_t y) { return x == y; });
  }

  Gradient vjp(const Application&) const { return Cotangents{std::nullopt, std::nullopt}; }

  // `stablehlo.compare GT, %a, %b, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>`
  void print(OperationPrinter& printer) const {
    printer << " " << name_of(comparison_direction) << ", ";
    printer.operands();
    if (compare_type) printer << ", " << name_of(*compare_type);
    printer.extra_attributes();
    printer << " : ";
    printer.function_type();
  }
  static ParsedOperation parse(OperationParser& parser) {
    Compare op;
    op.comparison_direction = enum_named<ComparisonDirection>(parser.keyword());
    parser.expect(",");
    const Value a = parser.operand();
    parser.expect(",");
    const Value b = parser.operand();
    if (parser.accept(",")) op.compare_type = enum_named<ComparisonType>(parser.keyword());
    AttributeDictionary extra = parser.attributes();
    FunctionType type = parser.function_type();
    return {std::move(op), {a, b}, std::move(type.operands), std::move(type.results), std::move(extra)};
  }

 private:
  static bool allowed(ComparisonType type, ElementType element) {
    switch (type) {
      case ComparisonType::FLOAT:
      case ComparisonType::TOTALORDER:
        return is_floating(element);
      case ComparisonType::SIGNED:
        return is_signed(element);
      case ComparisonType::UNSIGNED:
        return is_unsigned(element) || is_boolean(element);
    }
    throw InternalError("every comparison type is covered");
  }

  // An unordered pair is neither less nor equal in either direction, so that only NE holds.
  template <class T, class Less, class Equal>
  bool holds(const T& a, const T& b, Less&& less, Equal&& equal) const {
    switch (comparison_direction) {
      case ComparisonDirection::EQ:
        return equal(a, b);
      case ComparisonDirection::NE:
        return !equal(a, b);
      case ComparisonDirection::GE:
        return less(b, a) || equal(a, b);
      case ComparisonDirection::GT:
        return less(b, a);
      case ComparisonDirection::LE:
        return less(a, b) || equal(a, b);
      case ComparisonDirection::LT:
        return less(a, b);
    }
    throw InternalError("every comparison direction is covered");
  }
};

}  // namespace op

inline Value compare(Value a, Value b, ComparisonDirection direction) {
  return apply(op::Compare{direction, std::nullopt}, {a, b});
}

}  // namespace stepwright
