#pragma once

#include <memory>
#include <utility>

#include "stepwright/ir/operation.h"

// How an Op becomes an OperationModel. Included by ops/models.cpp alone, and by tests with operations of
// their own.
namespace stepwright {

template <class Op>
struct ModelOf final : OperationModel {
  explicit ModelOf(Op op) : value(std::move(op)) {}

  const std::type_info& type() const override { return typeid(Op); }
  const void* op() const override { return &value; }
  std::string_view name() const override { return Op::name; }
  std::vector<TensorType> infer(std::span<const TensorType> types) const override {
    return value.infer(types);
  }
  Gradient vjp(const Application& application) const override { return value.vjp(application); }
  AttributeDictionary attributes() const override { return attributes_of(value); }
  std::span<const Region> regions() const override {
    if constexpr (HasRegions<Op>) return value.regions;
    return {};
  }
  std::vector<TensorType> declared() const override {
    if constexpr (DeclaresResultType<Op>) return {value.result_type};
    if constexpr (DeclaresResultTypes<Op>) return value.result_types;
    if constexpr (DeclaresResultElement<Op>) return {TensorType{value.result_element, {}}};
    return {};
  }
  bool has_effect() const override {
    if constexpr (requires { value.has_effect(); }) return value.has_effect();
    return false;
  }
  bool is_mark() const override {
    return requires {
      Op::is_mark;
    };
  }
  bool print(OperationPrinter& printer) const override {
    if constexpr (HasSyntax<Op>) value.print(printer);
    return HasSyntax<Op>;
  }

  Op value;
};

template <class Op>
std::shared_ptr<const OperationModel> model_of(Op op) {
  return std::make_shared<const ModelOf<Op>>(std::move(op));
}

}  // namespace stepwright
