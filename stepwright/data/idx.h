#pragma once

#include <filesystem>
#include <span>

#include "stepwright/base/host_tensor.h"

namespace stepwright {

// The IDX format of the MNIST files (http://yann.lecun.com/exdb/mnist/, "The IDX file format"): two zero
// bytes, the element type's code (08 ui8, 09 i8, 0b i16, 0c i32, 0d f32, 0e f64), the number of dimensions,
// each dimension in four bytes, then the elements, all big-endian. A gzip file is recognised by its first
// bytes and read through. The elements come back in the host's byte order.
//
// Every fault is a UserError with byte numbers: a wrong first word, a type code that is not one of the six, a
// file shorter or longer than its header says, a damaged gzip stream; read_idx's also name the file.
HostTensor parse_idx(std::span<const std::byte> bytes);
HostTensor read_idx(const std::filesystem::path& path);

}  // namespace stepwright
