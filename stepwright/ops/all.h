#pragma once

// The one list of operations. The name table, the readers of text and every dispatch come from it; to add an
// operation, write its file and add its word here.

#include "stepwright/ops/add.h"
#include "stepwright/ops/broadcast_in_dim.h"
#include "stepwright/ops/check_expect_almost_eq.h"
#include "stepwright/ops/check_expect_almost_eq_const.h"
#include "stepwright/ops/check_expect_close.h"
#include "stepwright/ops/check_expect_eq.h"
#include "stepwright/ops/check_expect_eq_const.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/convert.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/reshape.h"
#include "stepwright/ops/run_parallel.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/stop_gradient.h"
#include "stepwright/ops/subtract.h"
#include "stepwright/ops/tanh.h"
#include "stepwright/ops/transpose.h"

namespace stepwright {

template <class... Ops>
struct OperationList {};

using AllOperations =
    OperationList<op::Add, op::BroadcastInDim, op::CheckExpectAlmostEq, op::CheckExpectAlmostEqConst,
                  op::CheckExpectClose, op::CheckExpectEq, op::CheckExpectEqConst, op::Compare, op::Constant,
                  op::Convert, op::Divide, op::Maximum, op::Minimum, op::Multiply, op::Negate, op::Reduce,
                  op::Reshape, op::RunParallel, op::Select, op::Subtract, op::Tanh, op::Transpose>;

// Calls visit with the operation as what it is.
template <class Visit>
void visit_operation(const Operation& operation, Visit&& visit) {
  const auto visited = [&]<class... Ops>(OperationList<Ops...>) {
    return ([&] {
      const Ops* op = operation.as<Ops>();
      if (op != nullptr) visit(*op);
      return op != nullptr;
    }() || ...);
  }(AllOperations{});
  if (!visited) throw InternalError(std::string(operation.name()) + " is not in the list of operations");
}

// How each operation is read from a text.
const OperationReaders& operation_readers();

struct Convention {
  std::string_view operation;
  std::string_view statement;
};
// What operations do at kinks, ties and other places where frameworks differ.
std::vector<Convention> operation_conventions();

}  // namespace stepwright
