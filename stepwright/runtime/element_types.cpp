#include "stepwright/runtime/element_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

constexpr std::array table{
    std::pair{ElementType::f64, PJRT_Buffer_Type_F64},
    std::pair{ElementType::f32, PJRT_Buffer_Type_F32},
    std::pair{ElementType::f16, PJRT_Buffer_Type_F16},
    std::pair{ElementType::bf16, PJRT_Buffer_Type_BF16},
    std::pair{ElementType::f8E4M3FN, PJRT_Buffer_Type_F8E4M3FN},
    std::pair{ElementType::f8E5M2, PJRT_Buffer_Type_F8E5M2},
    std::pair{ElementType::f8E4M3, PJRT_Buffer_Type_F8E4M3},
    std::pair{ElementType::f8E3M4, PJRT_Buffer_Type_F8E3M4},
    std::pair{ElementType::f8E4M3FNUZ, PJRT_Buffer_Type_F8E4M3FNUZ},
    std::pair{ElementType::f8E5M2FNUZ, PJRT_Buffer_Type_F8E5M2FNUZ},
    std::pair{ElementType::f8E4M3B11FNUZ, PJRT_Buffer_Type_F8E4M3B11FNUZ},
    std::pair{ElementType::f8E8M0FNU, PJRT_Buffer_Type_F8E8M0FNU},
    std::pair{ElementType::f4E2M1FN, PJRT_Buffer_Type_F4E2M1FN},
    std::pair{ElementType::i1, PJRT_Buffer_Type_PRED},
    std::pair{ElementType::i2, PJRT_Buffer_Type_S2},
    std::pair{ElementType::i4, PJRT_Buffer_Type_S4},
    std::pair{ElementType::i8, PJRT_Buffer_Type_S8},
    std::pair{ElementType::i16, PJRT_Buffer_Type_S16},
    std::pair{ElementType::i32, PJRT_Buffer_Type_S32},
    std::pair{ElementType::i64, PJRT_Buffer_Type_S64},
    std::pair{ElementType::ui2, PJRT_Buffer_Type_U2},
    std::pair{ElementType::ui4, PJRT_Buffer_Type_U4},
    std::pair{ElementType::ui8, PJRT_Buffer_Type_U8},
    std::pair{ElementType::ui16, PJRT_Buffer_Type_U16},
    std::pair{ElementType::ui32, PJRT_Buffer_Type_U32},
    std::pair{ElementType::ui64, PJRT_Buffer_Type_U64},
};

}  // namespace

PJRT_Buffer_Type to_pjrt(ElementType type) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == type; });
  if (found != table.end()) return found->second;
  throw UserError({.what = fmt::format("PJRT has no buffers of element type {}", name(type)),
                   .where = {},
                   .expected = {},
                   .found = {},
                   .remedy = "convert the tensor to a wider type"});
}

ElementType from_pjrt(PJRT_Buffer_Type type) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.second == type; });
  if (found != table.end()) return found->first;
  throw UserError({.what = "the program returns a tensor of an element type that Stepwright does not have",
                   .where = {},
                   .expected = "a real float, an integer or i1",
                   .found = fmt::format("PJRT buffer type {}", static_cast<int>(type)),
                   .remedy = "convert the result inside the program"});
}

}  // namespace stepwright
