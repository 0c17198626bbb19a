#include "stepwright/eval/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "stepwright/base/error.h"
#include "stepwright/base/ulp.h"
#include "stepwright/ir/literal.h"
#include "stepwright/ops/checking.h"

namespace stepwright {

namespace {

struct Distance {
  std::uint64_t ulp = 0;
  double absolute = 0;
};

Distance float_distance(ElementType element, double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return {};
  const double apart = std::fabs(a - b);
  return {ulp_difference(element, a, b),
          std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity()};
}

Distance integer_distance(ElementType element, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  const bool a_is_less = is_unsigned(element) ? x < y : a < b;
  const std::uint64_t apart = a_is_less ? y - x : x - y;
  return {apart, static_cast<double>(apart)};
}

}  // namespace

Differences differences(const HostTensor& actual, const HostTensor& expected) {
  if (actual.type != expected.type) {
    throw UserError({.what = "tensors of different types are compared",
                     .where = {},
                     .expected = to_string(expected.type),
                     .found = to_string(actual.type),
                     .remedy = {}});
  }
  const ElementType element = actual.type.element;
  const Literal a = Literal::from_host(actual);
  const Literal b = Literal::from_host(expected);
  const auto show = [&](const Literal& literal, std::int64_t at) {
    return is_floating(element) ? show_float(element, literal.as_double(at))
                                : show_integer(element, literal.as_integer(at));
  };
  Differences result{.elements = actual.type.count(), .shown = {}};
  for (std::int64_t at = 0; at < result.elements; ++at) {
    const Distance distance = is_floating(element)
                                  ? float_distance(element, a.as_double(at), b.as_double(at))
                                  : integer_distance(element, a.as_integer(at), b.as_integer(at));
    if (distance.absolute == 0) continue;
    if (result.count++ == 0) {
      result.first = at;
      result.shown = show(a, at) + ", expected " + show(b, at);
    }
    if (result.worst < 0 || distance.ulp > result.largest_ulp) {
      result.worst = at;
      result.largest_ulp = distance.ulp;
    }
    result.largest_absolute = std::max(result.largest_absolute, distance.absolute);
  }
  return result;
}

std::string describe(const Differences& differences, const Dimensions& dimensions) {
  if (differences.none()) return "equal";
  return fmt::format("{} of {} elements differ, the first at {}: {}; at most {} ulp and {:.3g} apart",
                     differences.count, differences.elements, place_of_element(dimensions, differences.first),
                     differences.shown, differences.largest_ulp, differences.largest_absolute);
}

}  // namespace stepwright
