#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "stepwright/base/host_tensor.h"

namespace stepwright {

// NumPy's .npy files (NEP 1), versions 1, 2 and 3, little-endian, C or Fortran order.
//
// Element types and dtypes: f64 f8, f32 f4, f16 f2, i1 b1, i8 … i64 i1 … i8, ui8 … ui64 u1 … u8, and bf16 as
// ml_dtypes saves it, V2. Some dtypes stand for several element types and are read as the rarer ones only
// when `wanted` names them: V1 for f8E4M3FN, i1 for i2 and i4, u1 for ui2 and ui4.
//
// With `wanted` the file must hold that element type; nothing is converted.
// Any fault of the file is a UserError with byte numbers; read_npy's also name the file.
HostTensor parse_npy(std::span<const std::byte> bytes, std::optional<ElementType> wanted = std::nullopt);
HostTensor read_npy(const std::filesystem::path& path, std::optional<ElementType> wanted = std::nullopt);

// Version 1 in C order, as NumPy itself writes it.
std::vector<std::byte> format_npy(const HostTensor& tensor);
void write_npy(const std::filesystem::path& path, const HostTensor& tensor);

}  // namespace stepwright
