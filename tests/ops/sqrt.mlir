func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 4.0, 2.0, 0.25]> : tensor<4xf64>
  %result = stablehlo.sqrt %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 2.0, 1.4142135623730951, 0.5]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @ends() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, -0.0]> : tensor<2xf64>
  %result = stablehlo.sqrt %x : tensor<2xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, -0.0]> : tensor<2xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<true> : tensor<2xi1>
  return
}

// -----

func.func @of_a_negative_number_is_nan() {
  %x = stablehlo.constant dense<[-1.0, 0xFF800000]> : tensor<2xf32>
  %result = stablehlo.sqrt %x : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @f32_is_rounded_correctly() {
  %x = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.sqrt %x : tensor<f32>
  check.expect_eq_const %result, dense<0x3FB504F3> : tensor<f32>
  return
}

// -----

func.func @bf16_is_rounded_correctly() {
  %x = stablehlo.constant dense<2.0> : tensor<bf16>
  %result = stablehlo.sqrt %x : tensor<bf16>
  check.expect_eq_const %result, dense<0x3FB5> : tensor<bf16>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.sqrt %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
