#include "stepwright/data/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

template <class T>
std::vector<std::int64_t> widened(const HostTensor& labels) {
  const auto values = labels.as<T>();
  return {values.begin(), values.end()};
}

std::vector<std::int64_t> integers(const HostTensor& labels) {
  switch (labels.type.element) {
    case ElementType::ui8:
      return widened<std::uint8_t>(labels);
    case ElementType::i8:
      return widened<std::int8_t>(labels);
    case ElementType::i16:
      return widened<std::int16_t>(labels);
    case ElementType::i32:
      return widened<std::int32_t>(labels);
    case ElementType::i64:
      return widened<std::int64_t>(labels);
    default:
      throw UserError({.what = "labels are integers",
                       .expected = "ui8, i8, i16, i32 or i64",
                       .found = std::string(name(labels.type.element))});
  }
}

void check_type(const TensorType& type, std::int64_t classes) {
  if (type.rank() != 1) {
    throw UserError({.what = "labels are one number for each sample",
                     .expected = "1 dimension",
                     .found = fmt::format("{} dimensions: {} of {}", type.rank(), to_string(type.dimensions),
                                          name(type.element)),
                     .remedy = "write a file of the class column alone"});
  }
  const int value_bits = info(type.element).bits - (is_signed(type.element) ? 1 : 0);
  if (value_bits < 63 && classes > std::int64_t{1} << value_bits) {
    throw UserError({.what = fmt::format("{} labels cannot hold {} classes", name(type.element), classes),
                     .expected = "a wider type",
                     .found = fmt::format("room for {} classes", std::int64_t{1} << value_bits),
                     .remedy = "write the labels as i32 (IDX type code 0c)"});
  }
}

}  // namespace

std::vector<std::int32_t> checked_labels(const HostTensor& labels, std::int64_t classes,
                                         std::string_view where) try {
  require(0 < classes && classes <= std::numeric_limits<std::int32_t>::max(), "classes fit 32 bits");
  const std::vector<std::int64_t> values = integers(labels);
  check_type(labels.type, classes);
  const auto wrong = [&](std::int64_t label) { return label < 0 || label >= classes; };
  const auto first = std::ranges::find_if(values, wrong);
  if (first == values.end()) return {values.begin(), values.end()};
  const auto [least, greatest] = std::ranges::minmax(values);
  const bool from_one = least == 1 && greatest == classes;
  throw UserError({.what = "a label is out of range",
                   .where = fmt::format("{}, sample {}", where, first - values.begin()),
                   .expected = fmt::format("0 to {} for {} classes", classes - 1, classes),
                   .found = fmt::format("{}; {} of {} labels are out of range", *first,
                                        std::ranges::count_if(values, wrong), values.size()),
                   .remedy = from_one
                                 ? fmt::format("the labels run from 1 to {}: subtract one from each", classes)
                                 : ""});
} catch (const UserError& error) {
  throw error.at(where);
}

}  // namespace stepwright
