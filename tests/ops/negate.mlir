func.func @floats() {
  %x = stablehlo.constant dense<[1.5, -0.0, 0.0, 0xFFF0000000000000]> : tensor<4xf64>
  %result = stablehlo.negate %x : tensor<4xf64>
  %expected = stablehlo.constant dense<[-1.5, 0.0, -0.0, 0x7FF0000000000000]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @signed_integers_wrap() {
  %x = stablehlo.constant dense<[-128, 127, 0]> : tensor<3xi8>
  %result = stablehlo.negate %x : tensor<3xi8>
  check.expect_eq_const %result, dense<[-128, -127, 0]> : tensor<3xi8>
  return
}

// -----

func.func @unsigned_integers_wrap() {
  %x = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.negate %x : tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 255, 1]> : tensor<3xui8>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.negate %x : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, -1]> : tensor<4xi2>
  return
}

// -----

func.func @sixty_four_bits() {
  %x = stablehlo.constant dense<[1, 9223372036854775808]> : tensor<2xui64>
  %result = stablehlo.negate %x : tensor<2xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  return
}
