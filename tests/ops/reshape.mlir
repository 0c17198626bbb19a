func.func @keeps_row_major_order() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @to_rank_0() {
  %x = stablehlo.constant dense<[[1.5]]> : tensor<1x1xf32>
  %result = stablehlo.reshape %x : (tensor<1x1xf32>) -> tensor<f32>
  check.expect_eq_const %result, dense<1.5> : tensor<f32>
  return
}

// -----

func.func @from_rank_0() {
  %x = stablehlo.constant dense<true> : tensor<i1>
  %result = stablehlo.reshape %x : (tensor<i1>) -> tensor<1xi1>
  check.expect_eq_const %result, dense<[true]> : tensor<1xi1>
  return
}

// -----

func.func @adds_ones() {
  %x = stablehlo.constant dense<[3, 0]> : tensor<2xui2>
  %result = stablehlo.reshape %x : (tensor<2xui2>) -> tensor<1x2x1xui2>
  check.expect_eq_const %result, dense<[[[3], [0]]]> : tensor<1x2x1xui2>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.reshape %x : (tensor<0x3xf32>) -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
