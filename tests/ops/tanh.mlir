func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, -0.5, 3.0]> : tensor<4xf64>
  %result = stablehlo.tanh %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 0.7615941559557649, -0.46211715726000974, 0.9950547536867305]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, -0.0, 30.0]> : tensor<4xf64>
  %result = stablehlo.tanh %x : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, -1.0, -0.0, 1.0]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.tanh %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.tanh %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
