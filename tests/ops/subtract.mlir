func.func @floats() {
  %x = stablehlo.constant dense<[1.5, 0.0, -0.0, 0xFFF0000000000000]> : tensor<4xf64>
  %y = stablehlo.constant dense<[2.25, 0.0, 0.0, 1.0]> : tensor<4xf64>
  %result = stablehlo.subtract %x, %y : tensor<4xf64>
  %expected = stablehlo.constant dense<[-0.75, 0.0, -0.0, 0xFFF0000000000000]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @infinity_less_itself_is_nan() {
  %x = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %y = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %result = stablehlo.subtract %x, %y : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @f32_cancels_exactly() {
  %x = stablehlo.constant dense<1.00000012> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.subtract %x, %y : tensor<f32>
  check.expect_eq_const %result, dense<0x34000000> : tensor<f32>
  return
}

// -----

func.func @signed_integers_wrap() {
  %x = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %y = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %result = stablehlo.subtract %x, %y : tensor<2xi8>
  check.expect_eq_const %result, dense<[127, -128]> : tensor<2xi8>
  return
}

// -----

func.func @unsigned_integers_wrap() {
  %x = stablehlo.constant dense<[0, 3]> : tensor<2xui8>
  %y = stablehlo.constant dense<[1, 5]> : tensor<2xui8>
  %result = stablehlo.subtract %x, %y : tensor<2xui8>
  check.expect_eq_const %result, dense<[255, 254]> : tensor<2xui8>
  return
}

// -----

func.func @two_bits_wrap() {
  %x = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  %y = stablehlo.constant dense<[1, 3]> : tensor<2xui2>
  %result = stablehlo.subtract %x, %y : tensor<2xui2>
  check.expect_eq_const %result, dense<[3, 0]> : tensor<2xui2>
  return
}

// -----

func.func @sixty_four_bits_wrap() {
  %x = stablehlo.constant dense<[0, 18446744073709551615]> : tensor<2xui64>
  %y = stablehlo.constant dense<[1, 9223372036854775808]> : tensor<2xui64>
  %result = stablehlo.subtract %x, %y : tensor<2xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 9223372036854775807]> : tensor<2xui64>
  return
}
