#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/codecs.h"

namespace stepwright {

class OperationParser;

// How exactly a sum of products is computed; the meaning is the same.
enum class Precision { DEFAULT, HIGH, HIGHEST };
template <>
struct EnumNames<Precision> {
  static constexpr std::string_view kind = "precision";
  static constexpr std::array<std::string_view, 3> names{"DEFAULT", "HIGH", "HIGHEST"};
};

// `[#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]`: of the left and the right operand.
using PrecisionConfig = std::vector<Precision>;
template <>
struct Codec<PrecisionConfig> {
  static Attribute encode(const PrecisionConfig& value);
  static PrecisionConfig decode(const Attribute& attribute);
};

// Whether it says no more than a missing one.
bool is_default(const PrecisionConfig& config);
// UserError unless it has a value for each of two operands, where it is there.
void expect_precision(const std::optional<PrecisionConfig>& config, std::string_view constraint);

// `#stablehlo.dot<lhs_batching_dimensions = [0], …>`; empty lists are left out.
struct DotDimensions {
  std::vector<std::int64_t> lhs_batching;
  std::vector<std::int64_t> rhs_batching;
  std::vector<std::int64_t> lhs_contracting;
  std::vector<std::int64_t> rhs_contracting;
  friend bool operator==(const DotDimensions&, const DotDimensions&) = default;
};
template <>
struct Codec<DotDimensions> {
  static Attribute encode(const DotDimensions& value);
  static DotDimensions decode(const Attribute& attribute);
};

// `#stablehlo.dot_algorithm<lhs_precision_type = tf32, …>`: what the compiler is asked to use. Kept, and
// without influence on the meaning.
struct DotAlgorithm {
  std::string lhs_precision_type = "f32";  // a floating-point type or tf32
  std::string rhs_precision_type = "f32";
  std::string accumulation_type = "f32";
  std::int64_t lhs_component_count = 1;
  std::int64_t rhs_component_count = 1;
  std::int64_t num_primitive_operations = 1;
  bool allow_imprecise_accumulation = false;
  friend bool operator==(const DotAlgorithm&, const DotAlgorithm&) = default;
};
template <>
struct Codec<DotAlgorithm> {
  static Attribute encode(const DotAlgorithm& value);
  static DotAlgorithm decode(const Attribute& attribute);
};
// `<lhs_precision_type = tf32, …>`, as the custom syntax has it after `algorithm = `.
std::string to_string(const DotAlgorithm& algorithm);
DotAlgorithm parse_dot_algorithm(OperationParser& parser);

// Which dimension of the operands and the result of a convolution is what. In text,
// `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`: batch, feature, kernel output and input feature, and the spatial
// dimensions by number.
struct ConvolutionDimensions {
  std::int64_t input_batch = 0;
  std::int64_t input_feature = 1;
  std::vector<std::int64_t> input_spatial;
  std::int64_t kernel_input_feature = 1;
  std::int64_t kernel_output_feature = 0;
  std::vector<std::int64_t> kernel_spatial;
  std::int64_t output_batch = 0;
  std::int64_t output_feature = 1;
  std::vector<std::int64_t> output_spatial;

  // [b, f, 0, …]x[o, i, 0, …]->[b, f, 0, …]
  static ConvolutionDimensions standard(std::int64_t spatial_dimensions);
  // UserError when the text has another form, or lacks or repeats a dimension.
  static ConvolutionDimensions from_text(std::string_view text);

  friend bool operator==(const ConvolutionDimensions&, const ConvolutionDimensions&) = default;
};
std::string to_string(const ConvolutionDimensions& dimensions);
ConvolutionDimensions parse_convolution_dimensions(OperationParser& parser);

// `#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>`
template <>
struct Codec<ConvolutionDimensions> {
  static Attribute encode(const ConvolutionDimensions& value);
  static ConvolutionDimensions decode(const Attribute& attribute);
};

}  // namespace stepwright
