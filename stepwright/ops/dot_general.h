#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "stepwright/ops/common.h"
#include "stepwright/ops/dimension_numbers.h"
#include "stepwright/ops/products.h"

namespace stepwright {

namespace op {

// dot_general: sums products of elements over the contracting dimensions, for each index of the batching
// dimensions. The result's dimensions are the batching ones, then what is left of lhs, then of rhs.
// Products are formed and summed in the wider of the operands' and the result's element types.
struct DotGeneral {
  static constexpr std::string_view name = "stablehlo.dot_general";
  DotDimensions dot_dimension_numbers;
  std::optional<PrecisionConfig> precision_config;
  std::optional<DotAlgorithm> algorithm;
  ElementType result_element = ElementType::f32;
  static constexpr auto fields() {
    return std::tuple{field("dot_dimension_numbers", &DotGeneral::dot_dimension_numbers),
                      field("precision_config", &DotGeneral::precision_config),
                      field("algorithm", &DotGeneral::algorithm)};
  }
  void canonicalize() {
    if (precision_config && is_default(*precision_config)) precision_config.reset();
  }

  std::vector<TensorType> infer(OperandTypes types) const;

  template <Domain D>
  Results<D> evaluate(const Evaluation<D>& here) const {
    const DotDimensions& dot = dot_dimension_numbers;
    const Dimensions& lhs = here.operand(0).dimensions();
    const Dimensions& rhs = here.operand(1).dimensions();
    const std::vector<std::int64_t> lhs_blocks = offsets(lhs, dot.lhs_batching);
    const std::vector<std::int64_t> rhs_blocks = offsets(rhs, dot.rhs_batching);
    const std::vector<std::int64_t> rows = offsets(lhs, lhs_result_dimensions(std::ssize(lhs)));
    const std::vector<std::int64_t> columns = offsets(rhs, rhs_result_dimensions(std::ssize(rhs)));
    std::vector<Tap> taps;
    for (const std::int64_t offset : offsets(lhs, dot.lhs_contracting)) taps.push_back({offset, 0});
    std::size_t next = 0;
    for (const std::int64_t offset : offsets(rhs, dot.rhs_contracting)) taps[next++].rhs = offset;

    return {summed_products(here, [&](const auto& products, auto* a, auto* b, auto* sums) {
      for (std::size_t block = 0; block < lhs_blocks.size(); ++block) {
        for (const std::int64_t row : rows) {
          products.add(sums, 1, a + lhs_blocks[block] + row, b + rhs_blocks[block], columns, taps);
          sums += columns.size();
        }
      }
    })};
  }

  Gradient vjp(const Application& here) const;

  void print(OperationPrinter& printer) const;
  static ParsedOperation parse(OperationParser& parser);

 private:
  static std::vector<std::int64_t> rest(std::int64_t rank, const std::vector<std::int64_t>& batching,
                                        const std::vector<std::int64_t>& contracting) {
    std::vector<std::int64_t> axes;
    for (std::int64_t axis = 0; axis < rank; ++axis) {
      const bool taken = std::ranges::count(batching, axis) + std::ranges::count(contracting, axis) > 0;
      if (!taken) axes.push_back(axis);
    }
    return axes;
  }
  std::vector<std::int64_t> lhs_result_dimensions(std::int64_t rank) const {
    return rest(rank, dot_dimension_numbers.lhs_batching, dot_dimension_numbers.lhs_contracting);
  }
  std::vector<std::int64_t> rhs_result_dimensions(std::int64_t rank) const {
    return rest(rank, dot_dimension_numbers.rhs_batching, dot_dimension_numbers.rhs_contracting);
  }

  static std::vector<std::int64_t> consecutive(std::int64_t first, std::size_t count) {
    std::vector<std::int64_t> axes(count);
    std::iota(axes.begin(), axes.end(), first);
    return axes;
  }

  void expect_dimension_numbers(OperandTypes types) const;
  void expect_algorithm() const;
  DotGeneral swapped() const;
  Value cotangent_of(Value operand, Value other, Value cotangent, std::int64_t others) const;
};

}  // namespace op

struct DotOptions {
  std::vector<std::int64_t> lhs_batching = {};
  std::vector<std::int64_t> rhs_batching = {};
  std::vector<std::int64_t> lhs_contracting = {};
  std::vector<std::int64_t> rhs_contracting = {};
  PrecisionConfig precision = {};                  // empty: DEFAULT for both
  std::optional<ElementType> result_element = {};  // none: the operands'
};

inline Value dot_general(Value lhs, Value rhs, DotOptions options) {
  op::DotGeneral op;
  op.dot_dimension_numbers = {std::move(options.lhs_batching), std::move(options.rhs_batching),
                              std::move(options.lhs_contracting), std::move(options.rhs_contracting)};
  op.precision_config = present(std::move(options.precision));
  op.result_element = options.result_element.value_or(lhs.element());
  return apply(std::move(op), {lhs, rhs});
}

// The product of two matrices, or of vectors and matrices: contracts the last dimension of lhs with the first
// of rhs.
inline Value dot(Value lhs, Value rhs) {
  return dot_general(lhs, rhs, {.lhs_contracting = {lhs.rank() - 1}, .rhs_contracting = {0}});
}

}  // namespace stepwright

#include "stepwright/ops/transpose.h"

namespace stepwright {

namespace op {

inline void DotGeneral::expect_dimension_numbers(OperandTypes types) const {
  const DotDimensions& dot = dot_dimension_numbers;
  const auto shown = [&] {
    return fmt::format("{}, batching [{}] x [{}], contracting [{}] x [{}]", to_string(types),
                       fmt::join(dot.lhs_batching, ", "), fmt::join(dot.rhs_batching, ", "),
                       fmt::join(dot.lhs_contracting, ", "), fmt::join(dot.rhs_contracting, ", "));
  };
  constrain(dot.lhs_batching.size() == dot.rhs_batching.size(), "dot_general_c1",
            "lhs and rhs have as many batching dimensions", shown);
  constrain(dot.lhs_contracting.size() == dot.rhs_contracting.size(), "dot_general_c2",
            "lhs and rhs have as many contracting dimensions", shown);
  const auto expect_axes = [&](const TensorType& type, const std::vector<std::int64_t>& batching,
                               const std::vector<std::int64_t>& contracting, std::string_view side,
                               std::array<std::string_view, 3> constraints) {
    const auto inside = [&](std::int64_t axis) { return axis >= 0 && axis < type.rank(); };
    constrain(std::ranges::all_of(batching, inside), constraints[1],
              fmt::format("batching dimensions are dimensions of {}", side), shown);
    constrain(std::ranges::all_of(contracting, inside), constraints[2],
              fmt::format("contracting dimensions are dimensions of {}", side), shown);
    std::vector<std::int64_t> all = batching;
    all.insert(all.end(), contracting.begin(), contracting.end());
    std::ranges::sort(all);
    constrain(std::ranges::adjacent_find(all) == all.end(), constraints[0],
              fmt::format("the batching and contracting dimensions of {} are distinct", side), shown);
  };
  expect_axes(types[0], dot.lhs_batching, dot.lhs_contracting, "lhs",
              {"dot_general_c3", "dot_general_c5", "dot_general_c6"});
  expect_axes(types[1], dot.rhs_batching, dot.rhs_contracting, "rhs",
              {"dot_general_c4", "dot_general_c7", "dot_general_c8"});
  const auto expect_same = [&](const std::vector<std::int64_t>& of_lhs,
                               const std::vector<std::int64_t>& of_rhs, std::string_view constraint,
                               std::string_view which) {
    for (std::size_t at = 0; at < of_lhs.size(); ++at) {
      constrain(types[0].dimension(of_lhs[at]) == types[1].dimension(of_rhs[at]), constraint,
                fmt::format("{} dimensions of lhs and rhs have the same size", which), shown,
                "transpose or reshape an operand, or contract other dimensions");
    }
  };
  expect_same(dot.lhs_batching, dot.rhs_batching, "dot_general_c9", "batching");
  expect_same(dot.lhs_contracting, dot.rhs_contracting, "dot_general_c10", "contracting");
}

inline void DotGeneral::expect_algorithm() const {
  if (!algorithm) return;
  const auto shown = [&] { return to_string(*algorithm); };
  constrain(!precision_config || is_default(*precision_config), "dot_general_c21",
            "an algorithm goes with the DEFAULT precision", shown, "leave one of the two out");
  constrain(algorithm->lhs_component_count > 0, "dot_general_c22", "lhs_component_count is positive", shown);
  constrain(algorithm->rhs_component_count > 0, "dot_general_c23", "rhs_component_count is positive", shown);
  constrain(algorithm->num_primitive_operations > 0, "dot_general_c24",
            "num_primitive_operations is positive", shown);
}

inline std::vector<TensorType> DotGeneral::infer(OperandTypes types) const {
  expect_operands(types, 2);
  expect_dimension_numbers(types);
  expect_precision(precision_config, "dot_general_c11");
  expect_algorithm();
  const TensorType& lhs = types[0];
  const TensorType& rhs = types[1];
  constrain(
      lhs.element == rhs.element && same_kind(lhs.element, result_element), "dot_general_c13",
      "lhs and rhs have one element type, and the result's is of its kind",
      [&] { return to_string(types) + " -> " + std::string(stepwright::name(result_element)); },
      "convert an operand");
  TensorType result{result_element, {}};
  for (const std::int64_t axis : dot_dimension_numbers.lhs_batching) {
    result.dimensions.push_back(lhs.dimension(axis));
  }
  for (const std::int64_t axis : lhs_result_dimensions(lhs.rank())) {
    result.dimensions.push_back(lhs.dimension(axis));
  }
  for (const std::int64_t axis : rhs_result_dimensions(rhs.rank())) {
    result.dimensions.push_back(rhs.dimension(axis));
  }
  return {result};
}

// `stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH,
// DEFAULT] : (T, U) -> V`
inline void DotGeneral::print(OperationPrinter& printer) const {
  const DotDimensions& dot = dot_dimension_numbers;
  printer << " ";
  printer.operands();
  if (!dot.lhs_batching.empty() || !dot.rhs_batching.empty()) {
    printer << ", batching_dims = ";
    printer.integers(dot.lhs_batching);
    printer << " x ";
    printer.integers(dot.rhs_batching);
  }
  printer << ", contracting_dims = ";
  printer.integers(dot.lhs_contracting);
  printer << " x ";
  printer.integers(dot.rhs_contracting);
  if (precision_config) {
    std::vector<std::string_view> names;
    for (const Precision precision : *precision_config) names.push_back(name_of(precision));
    printer << fmt::format(", precision = [{}]", fmt::join(names, ", "));
  }
  if (algorithm) printer << ", algorithm = " << to_string(*algorithm);
  printer.extra_attributes();
  printer << " : ";
  printer.function_type();
}

inline ParsedOperation DotGeneral::parse(OperationParser& parser) {
  DotGeneral op;
  DotDimensions& dot = op.dot_dimension_numbers;
  const auto pair = [&](std::vector<std::int64_t>& lhs, std::vector<std::int64_t>& rhs) {
    parser.expect("=");
    lhs = parser.integers();
    parser.expect("x");
    rhs = parser.integers();
  };
  const Value lhs = parser.operand();
  parser.expect(",");
  const Value rhs = parser.operand();
  parser.expect(",");
  if (parser.accept("batching_dims")) {
    pair(dot.lhs_batching, dot.rhs_batching);
    parser.expect(",");
  }
  parser.expect("contracting_dims");
  pair(dot.lhs_contracting, dot.rhs_contracting);
  bool more = parser.accept(",");
  if (more && parser.accept("precision")) {
    op.precision_config.emplace();
    parser.expect("=");
    parser.expect("[");
    while (!parser.accept("]")) {
      if (!op.precision_config->empty()) parser.expect(",");
      op.precision_config->push_back(enum_named<Precision>(parser.keyword()));
    }
    more = parser.accept(",");
  }
  if (more) {
    parser.expect("algorithm");
    parser.expect("=");
    op.algorithm = parse_dot_algorithm(parser);
  }
  AttributeDictionary extra = parser.attributes();
  FunctionType type = parser.function_type();
  set_declared_types(op, type.results);
  return {std::move(op), {lhs, rhs}, std::move(type.operands), std::move(type.results), std::move(extra)};
}

// The same product with the operands exchanged; what is left of rhs then comes before what is left of lhs.
inline DotGeneral DotGeneral::swapped() const {
  DotGeneral op = *this;
  std::swap(op.dot_dimension_numbers.lhs_batching, op.dot_dimension_numbers.rhs_batching);
  std::swap(op.dot_dimension_numbers.lhs_contracting, op.dot_dimension_numbers.rhs_contracting);
  if (op.precision_config) std::ranges::reverse(*op.precision_config);
  if (op.algorithm) {
    std::swap(op.algorithm->lhs_precision_type, op.algorithm->rhs_precision_type);
    std::swap(op.algorithm->lhs_component_count, op.algorithm->rhs_component_count);
  }
  return op;
}

// The cotangent of the first operand of `this`: the cotangent of the result, contracted with what `other`
// brought into it, which begins there at the axis `others`. The cotangent stands first or second, so that the
// product is in the order of the operand where one of the two is.
inline Value DotGeneral::cotangent_of(Value operand, Value other, Value cotangent,
                                      std::int64_t others) const {
  const DotDimensions& dot = dot_dimension_numbers;
  const std::vector<std::int64_t> rest = lhs_result_dimensions(operand.rank());
  DotGeneral op = *this;
  op.result_element = common_element(cotangent.element(), operand.element());
  DotDimensions& back = op.dot_dimension_numbers;
  back.rhs_contracting = rhs_result_dimensions(other.rank());
  back.lhs_batching = consecutive(0, dot.lhs_batching.size());
  back.lhs_contracting = consecutive(others, back.rhs_contracting.size());

  // The contracting dimensions, in the order in which what is left of `other` has them.
  std::vector<std::int64_t> contracted = consecutive(0, dot.rhs_contracting.size());
  std::ranges::sort(contracted, {}, [&](std::int64_t at) { return dot.rhs_contracting[std::size_t(at)]; });
  for (std::int64_t& each : contracted) each = dot.lhs_contracting[std::size_t(each)];

  // The operand's axes in the order in which the product has them.
  const auto ordered = [&](const auto& first, const auto& second) {
    std::vector<std::int64_t> axes = dot.lhs_batching;
    axes.insert(axes.end(), first.begin(), first.end());
    axes.insert(axes.end(), second.begin(), second.end());
    return axes;
  };
  std::vector<std::int64_t> axes = ordered(rest, contracted);
  const Value dy = convert(cotangent, op.result_element);
  const Value factor = convert(other, op.result_element);
  const bool cotangent_second = std::ranges::is_sorted(ordered(contracted, rest));
  if (cotangent_second) axes = ordered(contracted, rest);
  const Value product =
      cotangent_second ? apply(op.swapped(), {factor, dy}) : apply(std::move(op), {dy, factor});
  std::vector<std::int64_t> permutation(axes.size());
  for (std::size_t at = 0; at < axes.size(); ++at) {
    permutation[static_cast<std::size_t>(axes[at])] = static_cast<std::int64_t>(at);
  }
  return convert(transpose(product, std::move(permutation)), operand.element());
}

inline Gradient DotGeneral::vjp(const Application& here) const {
  const Value lhs = here.operands[0];
  const Value rhs = here.operands[1];
  const std::int64_t rows = std::ssize(dot_dimension_numbers.lhs_batching);
  const std::int64_t columns = rows + std::ssize(lhs_result_dimensions(lhs.rank()));
  Cotangents cotangents(2);
  if (here.wanted[0]) cotangents[0] = cotangent_of(lhs, rhs, here.cotangent(), columns);
  if (here.wanted[1]) cotangents[1] = swapped().cotangent_of(rhs, lhs, here.cotangent(), rows);
  return cotangents;
}

}  // namespace op

}  // namespace stepwright
