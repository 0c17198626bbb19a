#pragma once

// The one list of operations. The name table, the readers of text and every dispatch come from it; to add an
// operation, write its file and add its word here.

#include "stepwright/ops/abs.h"
#include "stepwright/ops/add.h"
#include "stepwright/ops/all_reduce.h"
#include "stepwright/ops/and.h"
#include "stepwright/ops/atan2.h"
#include "stepwright/ops/broadcast_in_dim.h"
#include "stepwright/ops/cbrt.h"
#include "stepwright/ops/ceil.h"
#include "stepwright/ops/check_expect_almost_eq.h"
#include "stepwright/ops/check_expect_almost_eq_const.h"
#include "stepwright/ops/check_expect_close.h"
#include "stepwright/ops/check_expect_eq.h"
#include "stepwright/ops/check_expect_eq_const.h"
#include "stepwright/ops/clamp.h"
#include "stepwright/ops/compare.h"
#include "stepwright/ops/concatenate.h"
#include "stepwright/ops/constant.h"
#include "stepwright/ops/convert.h"
#include "stepwright/ops/convolution.h"
#include "stepwright/ops/cosine.h"
#include "stepwright/ops/custom_call.h"
#include "stepwright/ops/divide.h"
#include "stepwright/ops/dot_general.h"
#include "stepwright/ops/exponential.h"
#include "stepwright/ops/exponential_minus_one.h"
#include "stepwright/ops/floor.h"
#include "stepwright/ops/iota.h"
#include "stepwright/ops/is_finite.h"
#include "stepwright/ops/log.h"
#include "stepwright/ops/log_plus_one.h"
#include "stepwright/ops/logistic.h"
#include "stepwright/ops/maximum.h"
#include "stepwright/ops/minimum.h"
#include "stepwright/ops/multiply.h"
#include "stepwright/ops/negate.h"
#include "stepwright/ops/not.h"
#include "stepwright/ops/operators.h"
#include "stepwright/ops/optimization_barrier.h"
#include "stepwright/ops/or.h"
#include "stepwright/ops/pad.h"
#include "stepwright/ops/power.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/reduce_window.h"
#include "stepwright/ops/remainder.h"
#include "stepwright/ops/reshape.h"
#include "stepwright/ops/reverse.h"
#include "stepwright/ops/round_nearest_afz.h"
#include "stepwright/ops/round_nearest_even.h"
#include "stepwright/ops/rsqrt.h"
#include "stepwright/ops/run_parallel.h"
#include "stepwright/ops/select.h"
#include "stepwright/ops/select_and_scatter.h"
#include "stepwright/ops/sign.h"
#include "stepwright/ops/sine.h"
#include "stepwright/ops/slice.h"
#include "stepwright/ops/sqrt.h"
#include "stepwright/ops/stop_gradient.h"
#include "stepwright/ops/subtract.h"
#include "stepwright/ops/tan.h"
#include "stepwright/ops/tanh.h"
#include "stepwright/ops/transpose.h"
#include "stepwright/ops/xor.h"

namespace stepwright {

template <class... Ops>
struct OperationList {};

using AllOperations =
    OperationList<op::Abs, op::Add, op::AllReduce, op::And, op::Atan2, op::BroadcastInDim, op::Cbrt, op::Ceil,
                  op::CheckExpectAlmostEq, op::CheckExpectAlmostEqConst, op::CheckExpectClose,
                  op::CheckExpectEq, op::CheckExpectEqConst, op::Clamp, op::Compare, op::Concatenate,
                  op::Constant, op::Convert, op::Convolution, op::Cosine, op::CustomCall, op::Divide,
                  op::DotGeneral, op::Exponential, op::ExponentialMinusOne, op::Floor, op::Iota, op::IsFinite,
                  op::Log, op::LogPlusOne, op::Logistic, op::Maximum, op::Minimum, op::Multiply, op::Negate,
                  op::Not, op::OptimizationBarrier, op::Or, op::Pad, op::Power, op::Reduce, op::ReduceWindow,
                  op::Remainder, op::Reshape, op::Reverse, op::RoundNearestAfz, op::RoundNearestEven,
                  op::Rsqrt, op::RunParallel, op::Select, op::SelectAndScatter, op::Sign, op::Sine, op::Slice,
                  op::Sqrt, op::StopGradient, op::Subtract, op::Tan, op::Tanh, op::Transpose, op::Xor>;

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
