#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/ir/attribute.h"

namespace stepwright {

// How a C++ member becomes an MLIR attribute and back: `Codec<T>::encode(T)` and
// `Codec<T>::decode(Attribute)`, which throws a UserError that says what kind of attribute it wants. An
// operation's own attribute kinds (dimension numbers, comparison direction) specialise it in the operation's
// file.
template <class T>
struct Codec;

template <class Op, class T>
struct Field {
  std::string_view name;
  T Op::*member;
};

template <class Op, class T>
constexpr Field<Op, T> field(std::string_view name, T Op::*member) {
  return {name, member};
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Calls visit(field) for each field of Op.
template <class Op, class Visit>
void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, Op::fields());
}

// The attributes that are present, by name.
template <class Op>
AttributeDictionary attributes_of(const Op& op) {
  AttributeDictionary result;
  for_each_field<Op>([&]<class T>(const Field<Op, T>& each) {
    const T& value = op.*(each.member);
    if constexpr (is_optional<T>) {
      if (value) result.emplace(each.name, Codec<typename T::value_type>::encode(*value));
    } else {
      result.emplace(each.name, Codec<T>::encode(value));
    }
  });
  return result;
}

// Moves the attributes that Op has from `attributes` into `op`; what is left is the caller's. A missing one
// that is not optional, or one of the wrong kind, is a UserError that names it.
template <class Op>
void take_attributes(Op& op, AttributeDictionary& attributes) {
  for_each_field<Op>([&]<class T>(const Field<Op, T>& each) {
    const auto found = attributes.find(each.name);
    if (found == attributes.end()) {
      if constexpr (!is_optional<T>) {
        throw UserError(
            {.what = std::string(Op::name) + " lacks its attribute `" + std::string(each.name) + "`",
             .where = {},
             .expected = {},
             .found = {},
             .remedy = "write the attribute"});
      }
      return;
    }
    try {
      if constexpr (is_optional<T>) {
        op.*(each.member) = Codec<typename T::value_type>::decode(found->second);
      } else {
        op.*(each.member) = Codec<T>::decode(found->second);
      }
    } catch (const UserError& error) {
      Complaint complaint = error.complaint();
      complaint.what =
          std::string(Op::name) + ", attribute `" + std::string(each.name) + "`: " + complaint.what;
      throw UserError(std::move(complaint));
    }
    attributes.erase(found);
  });
}

}  // namespace stepwright
