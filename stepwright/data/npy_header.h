#pragma once

#include <string>
#include <string_view>

#include "stepwright/base/tensor_type.h"

namespace stepwright {

// The header of a .npy file: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  Dimensions shape;
};

// Reads the Python literal. UserError: a fault with its column in the header, a structured dtype, a missing
// or unknown entry.
NpyHeader parse_npy_header(std::string_view text);

// The Python literal as NumPy writes it, without padding.
std::string to_string(const NpyHeader& header);

}  // namespace stepwright
