#include "stepwright/ops/all.h"

namespace stepwright {

namespace {

template <class... Ops>
OperationReaders readers_of(OperationList<Ops...>) {
  return {{std::string(Ops::name), reader_of<Ops>()}...};
}

template <class... Ops>
std::vector<Convention> conventions_of(OperationList<Ops...>) {
  std::vector<Convention> conventions;
  const auto add = [&]<class Op>() {
    if constexpr (requires { Op::convention; }) conventions.push_back({Op::name, Op::convention});
  };
  (add.template operator()<Ops>(), ...);
  return conventions;
}

}  // namespace

const OperationReaders& operation_readers() {
  static const OperationReaders readers = readers_of(AllOperations{});
  return readers;
}

std::vector<Convention> operation_conventions() {
  return conventions_of(AllOperations{});
}

}  // namespace stepwright
