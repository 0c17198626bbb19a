func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 27.0, -8.0, 2.0]> : tensor<4xf64>
  %result = stablehlo.cbrt %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 3.0, -2.0, 1.2599210498948732]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<3xf64>
  %result = stablehlo.cbrt %x : tensor<3xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.cbrt %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.cbrt %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
