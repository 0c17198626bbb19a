#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/base/host_tensor.h"

namespace stepwright::train {

struct NamedTensor {
  std::string name;
  HostTensor tensor;

  friend bool operator==(const NamedTensor&, const NamedTensor&) = default;
};

// The tensor of that name; UserError when there is none.
const HostTensor& tensor_named(std::span<const NamedTensor> tensors, std::string_view name);

// A file of named tensors in the safetensors layout (https://github.com/huggingface/safetensors, "Format"):
// eight bytes with the header's length, the header in JSON, then the tensors without gaps, all little-endian.
struct Safetensors {
  std::map<std::string, std::string> metadata;  // the header's "__metadata__"
  std::vector<NamedTensor> tensors;             // in the order of their bytes

  friend bool operator==(const Safetensors&, const Safetensors&) = default;
};

// Adds the entry "sha256" to the metadata: the hash of the whole file with this entry's digits all 0, so that
// damage anywhere is seen. InternalError when the metadata has one already.
std::vector<std::byte> format_safetensors(const Safetensors& contents);

// Whether a file must have the entry "sha256"; those that other programs write have none.
enum class Checksum { required, optional };

// The inverse; the entry "sha256" is checked and taken out. Every fault is a UserError: not a safetensors
// file, cut short, bytes too many, damaged, no checksum, an unknown element type, offsets that do not fit the
// shape.
Safetensors parse_safetensors(std::span<const std::byte> file, Checksum checksum);

}  // namespace stepwright::train
