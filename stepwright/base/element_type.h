#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stepwright {

// The element types of StableHLO tensors that Stepwright computes with. The names are MLIR's.
enum class ElementType : std::uint8_t {
  f64,
  f32,
  f16,
  bf16,
  f8E4M3FN,
  f8E5M2,
  f8E4M3,
  f8E3M4,
  f8E4M3FNUZ,
  f8E5M2FNUZ,
  f8E4M3B11FNUZ,
  f8E8M0FNU,
  f6E2M3FN,
  f6E3M2FN,
  f4E2M1FN,
  i1,
  i2,
  i4,
  i8,
  i16,
  i32,
  i64,
  ui2,
  ui4,
  ui8,
  ui16,
  ui32,
  ui64,
};

enum class ElementKind : std::uint8_t { floating, boolean, signed_integer, unsigned_integer };

struct ElementTypeInfo {
  ElementType type;
  std::string_view name;
  ElementKind kind;
  int bits;
};

const ElementTypeInfo& info(ElementType type);
std::optional<ElementType> element_type_named(std::string_view name);

inline std::string_view name(ElementType type) {
  return info(type).name;
}
inline bool is_floating(ElementType type) {
  return info(type).kind == ElementKind::floating;
}
inline bool is_boolean(ElementType type) {
  return info(type).kind == ElementKind::boolean;
}
inline bool is_signed(ElementType type) {
  return info(type).kind == ElementKind::signed_integer;
}
inline bool is_unsigned(ElementType type) {
  return info(type).kind == ElementKind::unsigned_integer;
}
inline bool is_integer(ElementType type) {
  return is_signed(type) || is_unsigned(type);
}

// Bytes one element takes in a host buffer: sub-byte types take a whole byte, as in PJRT host buffers.
inline std::size_t host_bytes(ElementType type) {
  const int bits = info(type).bits;
  return bits < 8 ? 1 : static_cast<std::size_t>(bits / 8);
}

}  // namespace stepwright
