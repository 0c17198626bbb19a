#include "stepwright/base/element_type.h"

#include <array>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

constexpr std::array table{
    ElementTypeInfo{ElementType::f64, "f64", ElementKind::floating, 64},
    ElementTypeInfo{ElementType::f32, "f32", ElementKind::floating, 32},
    ElementTypeInfo{ElementType::f16, "f16", ElementKind::floating, 16},
    ElementTypeInfo{ElementType::bf16, "bf16", ElementKind::floating, 16},
    ElementTypeInfo{ElementType::f8E4M3FN, "f8E4M3FN", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E5M2, "f8E5M2", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E4M3, "f8E4M3", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E3M4, "f8E3M4", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E4M3FNUZ, "f8E4M3FNUZ", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E5M2FNUZ, "f8E5M2FNUZ", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E4M3B11FNUZ, "f8E4M3B11FNUZ", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f8E8M0FNU, "f8E8M0FNU", ElementKind::floating, 8},
    ElementTypeInfo{ElementType::f6E2M3FN, "f6E2M3FN", ElementKind::floating, 6},
    ElementTypeInfo{ElementType::f6E3M2FN, "f6E3M2FN", ElementKind::floating, 6},
    ElementTypeInfo{ElementType::f4E2M1FN, "f4E2M1FN", ElementKind::floating, 4},
    ElementTypeInfo{ElementType::i1, "i1", ElementKind::boolean, 1},
    ElementTypeInfo{ElementType::i2, "i2", ElementKind::signed_integer, 2},
    ElementTypeInfo{ElementType::i4, "i4", ElementKind::signed_integer, 4},
    ElementTypeInfo{ElementType::i8, "i8", ElementKind::signed_integer, 8},
    ElementTypeInfo{ElementType::i16, "i16", ElementKind::signed_integer, 16},
    ElementTypeInfo{ElementType::i32, "i32", ElementKind::signed_integer, 32},
    ElementTypeInfo{ElementType::i64, "i64", ElementKind::signed_integer, 64},
    ElementTypeInfo{ElementType::ui2, "ui2", ElementKind::unsigned_integer, 2},
    ElementTypeInfo{ElementType::ui4, "ui4", ElementKind::unsigned_integer, 4},
    ElementTypeInfo{ElementType::ui8, "ui8", ElementKind::unsigned_integer, 8},
    ElementTypeInfo{ElementType::ui16, "ui16", ElementKind::unsigned_integer, 16},
    ElementTypeInfo{ElementType::ui32, "ui32", ElementKind::unsigned_integer, 32},
    ElementTypeInfo{ElementType::ui64, "ui64", ElementKind::unsigned_integer, 64},
};

}  // namespace

const ElementTypeInfo& info(ElementType type) {
  const auto index = static_cast<std::size_t>(type);
  require(index < table.size() && table[index].type == type, "the element type table follows the enum");
  return table[index];
}

std::optional<ElementType> element_type_named(std::string_view name) {
  for (const ElementTypeInfo& entry : table) {
    if (entry.name == name) return entry.type;
  }
  return std::nullopt;
}

}  // namespace stepwright
