#include "stepwright/ops/dimension_numbers.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "stepwright/ir/constraint.h"
#include "stepwright/ir/text/parser.h"

namespace stepwright {

namespace {

[[noreturn]] void unreadable(std::string what, std::string_view expected, std::string_view found) {
  throw UserError({.what = std::move(what),
                   .where = {},
                   .expected = std::string(expected),
                   .found = std::string(found),
                   .remedy = {}});
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

// The parts of `text` between commas that no bracket holds.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '[') ++depth;
    if (at < text.size() && text[at] == ']') --depth;
    if (at < text.size() && (text[at] != ',' || depth > 0)) continue;
    const std::string_view part = trimmed(text.substr(begin, at - begin));
    if (!part.empty()) parts.push_back(part);
    begin = at + 1;
  }
  return parts;
}

// `a = 1, b = [2]` by name.
using NamedTexts = std::map<std::string, std::string, std::less<>>;
NamedTexts named_texts(std::string_view text) {
  NamedTexts named;
  for (const std::string_view part : split(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) unreadable("a member has no value", "`name = value`", part);
    const std::string name(trimmed(part.substr(0, equals)));
    if (!named.emplace(name, trimmed(part.substr(equals + 1))).second) {
      unreadable("a member is given twice", "each member once", name);
    }
  }
  return named;
}

std::optional<std::string> take(NamedTexts& named, std::string_view name) {
  const auto found = named.find(name);
  if (found == named.end()) return std::nullopt;
  std::string text = std::move(found->second);
  named.erase(found);
  return text;
}

void expect_none_left(const NamedTexts& named, std::string_view known) {
  if (!named.empty()) unreadable("unknown member", known, named.begin()->first);
}

std::int64_t integer_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) {
    unreadable("not an integer", "an integer", text);
  }
  return value;
}

std::vector<std::string_view> list_of(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) unreadable("not a list", "`[…]`", text);
  return split(text.substr(1, text.size() - 2));
}

// The text between `#stablehlo.kind<` and `>`.
std::string_view text_of(const Attribute& attribute, std::string_view kind) {
  const auto* found = std::get_if<DialectAttribute>(&attribute.value);
  const bool fits = found != nullptr && found->dialect == "stablehlo" && found->text.starts_with(kind) &&
                    found->text.substr(kind.size()).starts_with('<') && found->text.ends_with('>');
  if (!fits) {
    unreadable("the attribute has the wrong kind", fmt::format("`#stablehlo.{}<…>`", kind),
               to_string(attribute));
  }
  return std::string_view(found->text).substr(kind.size() + 1, found->text.size() - kind.size() - 2);
}

}  // namespace

// ---- Precision ----

Attribute Codec<PrecisionConfig>::encode(const PrecisionConfig& value) {
  Attribute::List list;
  for (const Precision precision : value) list.push_back(Codec<Precision>::encode(precision));
  return {std::move(list)};
}

PrecisionConfig Codec<PrecisionConfig>::decode(const Attribute& attribute) {
  const auto* list = std::get_if<Attribute::List>(&attribute.value);
  if (list == nullptr) {
    unreadable("the attribute has the wrong kind", "`[#stablehlo<precision DEFAULT>, …]`",
               to_string(attribute));
  }
  PrecisionConfig config;
  for (const Attribute& each : *list) config.push_back(Codec<Precision>::decode(each));
  return config;
}

bool is_default(const PrecisionConfig& config) {
  return config.empty() || (config.size() == 2 && std::ranges::count(config, Precision::DEFAULT) == 2);
}

void expect_precision(const std::optional<PrecisionConfig>& config, std::string_view constraint) {
  constrain(!config || config->size() == 2, constraint, "precision_config has one value for each operand",
            [&] { return fmt::format("{} values", config->size()); });
}

// ---- Dimension numbers of dot_general ----

Attribute Codec<DotDimensions>::encode(const DotDimensions& value) {
  std::string text;
  const auto add = [&](std::string_view name, const std::vector<std::int64_t>& dimensions) {
    if (dimensions.empty()) return;
    text += fmt::format("{}{} = [{}]", text.empty() ? "" : ", ", name, fmt::join(dimensions, ", "));
  };
  add("lhs_batching_dimensions", value.lhs_batching);
  add("rhs_batching_dimensions", value.rhs_batching);
  add("lhs_contracting_dimensions", value.lhs_contracting);
  add("rhs_contracting_dimensions", value.rhs_contracting);
  return {DialectAttribute{"stablehlo", "dot<" + text + ">"}};
}

DotDimensions Codec<DotDimensions>::decode(const Attribute& attribute) {
  NamedTexts named = named_texts(text_of(attribute, "dot"));
  const auto dimensions = [&](std::string_view name) {
    std::vector<std::int64_t> result;
    const std::optional<std::string> text = take(named, name);
    if (!text) return result;
    for (const std::string_view each : list_of(*text)) result.push_back(integer_of(each));
    return result;
  };
  DotDimensions value{dimensions("lhs_batching_dimensions"), dimensions("rhs_batching_dimensions"),
                      dimensions("lhs_contracting_dimensions"), dimensions("rhs_contracting_dimensions")};
  expect_none_left(named, "lhs_ or rhs_ batching_dimensions or contracting_dimensions");
  return value;
}

// ---- Algorithm ----

namespace {

template <class Visit>
void for_each_member(Visit&& visit) {
  visit("lhs_precision_type", &DotAlgorithm::lhs_precision_type);
  visit("rhs_precision_type", &DotAlgorithm::rhs_precision_type);
  visit("accumulation_type", &DotAlgorithm::accumulation_type);
  visit("lhs_component_count", &DotAlgorithm::lhs_component_count);
  visit("rhs_component_count", &DotAlgorithm::rhs_component_count);
  visit("num_primitive_operations", &DotAlgorithm::num_primitive_operations);
  visit("allow_imprecise_accumulation", &DotAlgorithm::allow_imprecise_accumulation);
}

void read(std::string_view text, std::string& value) {
  if (text != "tf32" && !element_type_named(text)) unreadable("unknown element type", "f32, tf32, …", text);
  value = text;
}
void read(std::string_view text, std::int64_t& value) {
  value = integer_of(text);
}
void read(std::string_view text, bool& value) {
  if (text != "true" && text != "false") unreadable("not a boolean", "true or false", text);
  value = text == "true";
}

DotAlgorithm algorithm_of(NamedTexts named) {
  DotAlgorithm algorithm;
  for_each_member([&](std::string_view name, auto member) {
    const std::optional<std::string> text = take(named, name);
    if (!text) unreadable("the dot algorithm lacks a member", fmt::format("`{} = …`", name), "none");
    read(*text, algorithm.*member);
  });
  expect_none_left(named, "the members of a dot algorithm");
  return algorithm;
}

}  // namespace

std::string to_string(const DotAlgorithm& algorithm) {
  std::string text;
  for_each_member([&](std::string_view name, auto member) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, algorithm.*member);
  });
  return "<" + text + ">";
}

Attribute Codec<DotAlgorithm>::encode(const DotAlgorithm& value) {
  return {DialectAttribute{"stablehlo", "dot_algorithm" + to_string(value)}};
}

DotAlgorithm Codec<DotAlgorithm>::decode(const Attribute& attribute) {
  return algorithm_of(named_texts(text_of(attribute, "dot_algorithm")));
}

DotAlgorithm parse_dot_algorithm(OperationParser& parser) {
  NamedTexts named;
  parser.expect("<");
  do {
    const std::string name = parser.keyword();
    parser.expect("=");
    const bool counts = name.ends_with("_count") || name.starts_with("num_");
    named[name] = counts ? std::to_string(parser.integer()) : parser.keyword();
  } while (parser.accept(","));
  parser.expect(">");
  return algorithm_of(std::move(named));
}

// ---- Dimension numbers of convolution ----

namespace {

// The labels of an operand's or the result's dimensions: "b", "f", "0", "1".
using Labels = std::vector<std::string>;

constexpr std::string_view convolution_form = "`[b, f, 0, …]x[o, i, 0, …]->[b, f, 0, …]`";

// Where the two lettered dimensions and the numbered ones stand.
struct Placed {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::vector<std::int64_t> spatial;
};

Placed placed(const Labels& labels, std::string_view first, std::string_view second) {
  const auto place_of = [&](std::string_view label) {
    if (std::ranges::count(labels, label) != 1) {
      unreadable(fmt::format("the dimension `{}` has to stand once", label), convolution_form,
                 fmt::format("[{}]", fmt::join(labels, ", ")));
    }
    return static_cast<std::int64_t>(std::ranges::find(labels, label) - labels.begin());
  };
  Placed result{place_of(first), place_of(second), {}};
  for (std::size_t axis = 0; axis + 2 < labels.size(); ++axis) {
    result.spatial.push_back(place_of(std::to_string(axis)));
  }
  return result;
}

ConvolutionDimensions from_labels(const Labels& input, const Labels& kernel, const Labels& output) {
  const Placed lhs = placed(input, "b", "f");
  const Placed rhs = placed(kernel, "i", "o");
  const Placed result = placed(output, "b", "f");
  return {lhs.first,   lhs.second,   lhs.spatial,   rhs.first,     rhs.second,
          rhs.spatial, result.first, result.second, result.spatial};
}

// `[b, f, 0, 1]`; numbers that name no dimension, or one twice, which a type rule has yet to refuse, are
// spelled out: `[b is 0, f is 0, 0 is 2]`.
std::string labelled(std::int64_t first, std::string_view first_label, std::int64_t second,
                     std::string_view second_label, const std::vector<std::int64_t>& spatial) {
  std::vector<std::pair<std::string, std::int64_t>> places{{std::string(first_label), first},
                                                           {std::string(second_label), second}};
  for (std::size_t axis = 0; axis < spatial.size(); ++axis) {
    places.emplace_back(std::to_string(axis), spatial[axis]);
  }
  Labels labels(places.size());
  Labels spelled_out;
  bool in_order = true;
  for (const auto& [label, place] : places) {
    spelled_out.push_back(fmt::format("{} is {}", label, place));
    const bool free =
        place >= 0 && place < std::ssize(labels) && labels[static_cast<std::size_t>(place)].empty();
    if (free) labels[static_cast<std::size_t>(place)] = label;
    in_order = in_order && free;
  }
  return fmt::format("[{}]", fmt::join(in_order ? labels : spelled_out, ", "));
}

}  // namespace

ConvolutionDimensions ConvolutionDimensions::standard(std::int64_t spatial_dimensions) {
  ConvolutionDimensions result;
  for (std::int64_t axis = 0; axis < spatial_dimensions; ++axis) result.input_spatial.push_back(axis + 2);
  result.kernel_spatial = result.input_spatial;
  result.output_spatial = result.input_spatial;
  return result;
}

ConvolutionDimensions ConvolutionDimensions::from_text(std::string_view text) {
  const std::size_t arrow = text.find("->");
  const std::size_t cross = text.find('x');
  if (arrow == std::string_view::npos || cross == std::string_view::npos || cross > arrow) {
    unreadable("not the dimension numbers of a convolution", convolution_form, text);
  }
  const auto labels = [](std::string_view part) {
    const std::vector<std::string_view> each = list_of(trimmed(part));
    return Labels(each.begin(), each.end());
  };
  return from_labels(labels(text.substr(0, cross)), labels(text.substr(cross + 1, arrow - cross - 1)),
                     labels(text.substr(arrow + 2)));
}

std::string to_string(const ConvolutionDimensions& dimensions) {
  return labelled(dimensions.input_batch, "b", dimensions.input_feature, "f", dimensions.input_spatial) +
         "x" +
         labelled(dimensions.kernel_input_feature, "i", dimensions.kernel_output_feature, "o",
                  dimensions.kernel_spatial) +
         "->" +
         labelled(dimensions.output_batch, "b", dimensions.output_feature, "f", dimensions.output_spatial);
}

ConvolutionDimensions parse_convolution_dimensions(OperationParser& parser) {
  const auto label = [&](std::string_view first, std::string_view second) {
    if (parser.accept(first)) return std::string(first);
    if (parser.accept(second)) return std::string(second);
    return std::to_string(parser.integer());
  };
  const auto labels = [&](std::string_view first, std::string_view second) {
    Labels result;
    parser.expect("[");
    do {
      result.push_back(label(first, second));
    } while (parser.accept(","));
    parser.expect("]");
    return result;
  };
  const Labels input = labels("b", "f");
  parser.expect("x");
  const Labels kernel = labels("i", "o");
  parser.expect("->");
  return from_labels(input, kernel, labels("b", "f"));
}

Attribute Codec<ConvolutionDimensions>::encode(const ConvolutionDimensions& value) {
  return {DialectAttribute{"stablehlo", "conv<" + to_string(value) + ">"}};
}

ConvolutionDimensions Codec<ConvolutionDimensions>::decode(const Attribute& attribute) {
  return ConvolutionDimensions::from_text(text_of(attribute, "conv"));
}

}  // namespace stepwright
