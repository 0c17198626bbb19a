func.func @floats() {
  %x = stablehlo.constant dense<[1.5, -0.0, -2.0, 0x7FF0000000000000]> : tensor<4xf64>
  %y = stablehlo.constant dense<[-2.0, 3.0, -0.0, -1.0]> : tensor<4xf64>
  %result = stablehlo.multiply %x, %y : tensor<4xf64>
  %expected = stablehlo.constant dense<[-3.0, -0.0, 0.0, 0xFFF0000000000000]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @zero_times_infinity_is_nan() {
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %result = stablehlo.multiply %x, %y : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @f32_rounds_once() {
  %x = stablehlo.constant dense<[16777217.0, 1.0e-30]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 1.0e-30]> : tensor<2xf32>
  %result = stablehlo.multiply %x, %y : tensor<2xf32>
  check.expect_eq_const %result, dense<[50331648.0, 0.0]> : tensor<2xf32>
  return
}

// -----

func.func @signed_integers_wrap() {
  %x = stablehlo.constant dense<[16, -128, 12]> : tensor<3xi8>
  %y = stablehlo.constant dense<[16, -1, -11]> : tensor<3xi8>
  %result = stablehlo.multiply %x, %y : tensor<3xi8>
  check.expect_eq_const %result, dense<[0, -128, 124]> : tensor<3xi8>
  return
}

// -----

func.func @two_bits_wrap() {
  %x = stablehlo.constant dense<[-2, -1]> : tensor<2xi2>
  %y = stablehlo.constant dense<[-2, -2]> : tensor<2xi2>
  %result = stablehlo.multiply %x, %y : tensor<2xi2>
  check.expect_eq_const %result, dense<[0, -2]> : tensor<2xi2>
  return
}

// -----

func.func @sixty_four_bits_wrap() {
  %x = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %y = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %result = stablehlo.multiply %x, %y : tensor<2xui64>
  check.expect_eq_const %result, dense<[1, 0]> : tensor<2xui64>
  return
}

// -----

func.func @booleans_are_and() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.multiply %x, %y : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, false, true]> : tensor<4xi1>
  return
}
