func.func @keeps_every_operand() {
  %x = stablehlo.constant dense<[1.5, 0x7FC00000]> : tensor<2xf32>
  %y = stablehlo.constant dense<true> : tensor<i1>
  %a, %b = stablehlo.optimization_barrier %x, %y : tensor<2xf32>, tensor<i1>
  check.expect_almost_eq_const %a, dense<[1.5, 0x7FC00000]> : tensor<2xf32>
  check.expect_eq_const %b, dense<true> : tensor<i1>
  return
}

// -----

func.func @without_operands() {
  stablehlo.optimization_barrier()
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<1> : tensor<i32>
  return
}
