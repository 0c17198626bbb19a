func.func @floats() {
  %x = stablehlo.constant dense<[1.0, 2.718281828459045, 0.5, 10.0]> : tensor<4xf64>
  %result = stablehlo.log %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.0, -0.6931471805599453, 2.302585092994046]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0.0, -0.0]> : tensor<3xf64>
  %result = stablehlo.log %x : tensor<3xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @of_a_negative_number_is_nan() {
  %x = stablehlo.constant dense<[-1.0, 0x7FC00000]> : tensor<2xf32>
  %result = stablehlo.log %x : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.log %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
