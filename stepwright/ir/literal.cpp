#include "stepwright/ir/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "stepwright/base/error.h"
#include "stepwright/base/small_float.h"

namespace stepwright {

namespace {

std::uint64_t low_bits(ElementType element) {
  const int bits = info(element).bits;
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// A type without infinity would make a NaN of any number beyond its largest, which no one means who writes
// one.
std::uint64_t encoded(ElementType element, double value) {
  const std::uint64_t bits = encode(element, value);
  if (!std::isnan(value) && std::isnan(decode(element, bits))) {
    throw UserError({.what = std::isinf(value) ? fmt::format("{} has no infinity", name(element))
                                               : fmt::format("the number is too large for {}", name(element)),
                     .where = {},
                     .expected = fmt::format("a number of at most {}", range_of(element).largest),
                     .found = std::to_string(value),
                     .remedy = "use a wider type, or clamp the number"});
  }
  return bits;
}

}  // namespace

Literal::Literal(TensorType type, std::vector<std::uint64_t> bits)
    : type_(std::move(type)), bits_(std::move(bits)) {
  const bool one_word = bits_.size() == 1 && type_.count() > 0;
  require(one_word || std::ssize(bits_) == type_.count(),
          "a literal has one word an element, or one for all");
  if (!bits_.empty() && std::ranges::all_of(bits_, [&](std::uint64_t word) { return word == bits_[0]; })) {
    bits_.resize(1);
  }
}

Literal Literal::splat(TensorType type, double value) {
  if (!is_floating(type.element)) return splat_integer(std::move(type), static_cast<std::int64_t>(value));
  if (type.count() == 0) return Literal(std::move(type), {});
  const std::uint64_t bits = encoded(type.element, value);
  return Literal(std::move(type), {bits});
}

Literal Literal::splat_integer(TensorType type, std::int64_t value) {
  if (type.count() == 0) return Literal(std::move(type), {});
  const std::uint64_t bits = static_cast<std::uint64_t>(value) & low_bits(type.element);
  return Literal(std::move(type), {bits});
}

Literal Literal::floating(TensorType type, std::span<const double> values) {
  std::vector<std::uint64_t> bits;
  bits.reserve(values.size());
  for (const double value : values) bits.push_back(encoded(type.element, value));
  return Literal(std::move(type), std::move(bits));
}

Literal Literal::integral(TensorType type, std::span<const std::int64_t> values) {
  const std::uint64_t mask = low_bits(type.element);
  std::vector<std::uint64_t> bits;
  bits.reserve(values.size());
  for (const std::int64_t value : values) bits.push_back(static_cast<std::uint64_t>(value) & mask);
  return Literal(std::move(type), std::move(bits));
}

Literal Literal::from_bits(TensorType type, std::vector<std::uint64_t> bits) {
  if (type.count() == 0) bits.clear();
  return Literal(std::move(type), std::move(bits));
}

Literal Literal::from_host(const HostTensor& tensor) {
  const std::size_t size = host_bytes(tensor.type.element);
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(tensor.type.count()), 0);
  for (std::size_t at = 0; at < bits.size(); ++at) {
    std::memcpy(&bits[at], tensor.bytes.data() + at * size, size);
    bits[at] &= low_bits(tensor.type.element);
  }
  return Literal(tensor.type, std::move(bits));
}

double Literal::as_double(std::int64_t position) const {
  if (is_floating(type_.element)) return decode(type_.element, bits(position));
  if (type_.element == ElementType::ui64) return static_cast<double>(bits(position));
  return static_cast<double>(as_integer(position));
}

std::int64_t Literal::as_integer(std::int64_t position) const {
  require(!is_floating(type_.element), "an integer is read from an integer literal");
  const std::uint64_t word = bits(position);
  if (!is_signed(type_.element)) return static_cast<std::int64_t>(word);
  const int unused = 64 - info(type_.element).bits;
  return static_cast<std::int64_t>(word << unused) >> unused;
}

HostTensor Literal::to_host() const {
  HostTensor tensor = HostTensor::zeros(type_);
  const std::size_t size = host_bytes(type_.element);
  for (std::int64_t at = 0; at < type_.count(); ++at) {
    // A sub-byte signed integer takes a whole byte, sign-extended.
    const std::uint64_t word =
        is_signed(type_.element) ? static_cast<std::uint64_t>(as_integer(at)) : bits(at);
    std::memcpy(tensor.bytes.data() + static_cast<std::size_t>(at) * size, &word, size);
  }
  return tensor;
}

}  // namespace stepwright
