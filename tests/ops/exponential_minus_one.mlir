func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.001]> : tensor<4xf64>
  %result = stablehlo.exponential_minus_one %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.718281828459045, -0.6321205588285577, 0.0010005001667083417]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<3xf64>
  %result = stablehlo.exponential_minus_one %x : tensor<3xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, -1.0, -0.0]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @keeps_its_digits_near_zero() {
  %x = stablehlo.constant dense<[1.0e-20, -1.0e-300]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %x : tensor<2xf64>
  check.expect_eq_const %result, dense<[1.0e-20, -1.0e-300]> : tensor<2xf64>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.exponential_minus_one %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.exponential_minus_one %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
