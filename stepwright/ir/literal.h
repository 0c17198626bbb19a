#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/base/tensor_type.h"

namespace stepwright {

// The elements of a constant, by their bits: MLIR's `dense<…> : tensor<…>`.
// Canonical: a tensor whose elements all have the same bits holds one of them.
class Literal {
 public:
  // Every element is `value`: rounded to a floating element type (nearest, ties to even), truncated to an
  // integer one. A number beyond a type without infinity is a UserError.
  static Literal splat(TensorType type, double value);
  static Literal splat_integer(TensorType type, std::int64_t value);
  // In row-major order, one value per element.
  static Literal floating(TensorType type, std::span<const double> values);
  static Literal integral(TensorType type, std::span<const std::int64_t> values);
  // The bits of each element in the low bits of a word; one word makes a splat.
  static Literal from_bits(TensorType type, std::vector<std::uint64_t> bits);
  static Literal from_host(const HostTensor& tensor);

  const TensorType& type() const { return type_; }
  bool is_splat() const { return bits_.size() == 1; }

  std::uint64_t bits(std::int64_t position) const {
    return is_splat() ? bits_[0] : bits_[static_cast<std::size_t>(position)];
  }
  // The element as a number; floating elements of every type are exact in a double.
  double as_double(std::int64_t position) const;
  // The element of an integer or boolean literal; a ui64 by its bit pattern.
  std::int64_t as_integer(std::int64_t position) const;

  HostTensor to_host() const;

  friend bool operator==(const Literal&, const Literal&) = default;

 private:
  Literal(TensorType type, std::vector<std::uint64_t> bits);

  TensorType type_;
  std::vector<std::uint64_t> bits_;  // one word an element, or one word for all
};

}  // namespace stepwright
