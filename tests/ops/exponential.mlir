func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, -2.5]> : tensor<4xf64>
  %result = stablehlo.exponential %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[1.0, 2.718281828459045, 0.36787944117144233, 0.0820849986238988]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 800.0, -800.0]> : tensor<4xf64>
  %result = stablehlo.exponential %x : tensor<4xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0.0]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.exponential %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @f32() {
  %x = stablehlo.constant dense<[1.0, 88.0]> : tensor<2xf32>
  %result = stablehlo.exponential %x : tensor<2xf32>
  check.expect_eq_const %result, dense<[0x402DF854, 0x7EF882B7]> : tensor<2xf32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.exponential %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
