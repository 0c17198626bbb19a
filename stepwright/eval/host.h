#pragma once

#include <cstring>

#include "stepwright/base/host_tensor.h"
#include "stepwright/base/small_float.h"
#include "stepwright/ir/literal.h"
#include "stepwright/ops/evaluation.h"

namespace stepwright {

// The tensor in the domain; floats enter as literals do.
template <Domain D>
Tensor<D> from_host(const D& domain, const HostTensor& tensor) {
  return from_literal(domain, Literal::from_host(tensor));
}

// The tensor in host memory; a floating element is the nearest value of the tensor's element type.
template <Domain D>
HostTensor to_host(const D& domain, const Tensor<D>& tensor) {
  HostTensor host = HostTensor::zeros(tensor.type());
  const ElementType element = tensor.element();
  const std::size_t size = host_bytes(element);
  const auto store = [&](std::size_t at, const auto& word) {
    std::memcpy(host.bytes.data() + at * size, &word, size);  // little-endian: the low bytes come first
  };
  if (!is_floating(element)) {
    for (std::size_t at = 0; at < tensor.integers().size(); ++at) store(at, tensor.integers()[at]);
    return host;
  }
  for (std::size_t at = 0; at < tensor.scalars().size(); ++at) {
    store(at, encode(element, domain.to_double(tensor.scalars()[at])));
  }
  return host;
}

}  // namespace stepwright
