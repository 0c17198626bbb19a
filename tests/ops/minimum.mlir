func.func @floats() {
  %x = stablehlo.constant dense<[1.0, -3.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 1.0, 1.0]> : tensor<4xf64>
  %result = stablehlo.minimum %x, %y : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, -3.0, 1.0, 0xFFF0000000000000]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @zeros_are_ordered() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0.0]> : tensor<3xf64>
  %y = stablehlo.constant dense<[0.0, -0.0, 0.0]> : tensor<3xf64>
  %result = stablehlo.minimum %x, %y : tensor<3xf64>
  %expected = stablehlo.constant dense<[-0.0, -0.0, 0.0]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @nan_wins_on_either_side() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %result = stablehlo.minimum %x, %y : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @signed_integers() {
  %x = stablehlo.constant dense<[-1, -2, 127]> : tensor<3xi8>
  %y = stablehlo.constant dense<[1, -1, -128]> : tensor<3xi8>
  %result = stablehlo.minimum %x, %y : tensor<3xi8>
  check.expect_eq_const %result, dense<[-1, -2, -128]> : tensor<3xi8>
  return
}

// -----

func.func @unsigned_integers_use_every_bit() {
  %x = stablehlo.constant dense<[200, 100]> : tensor<2xui8>
  %y = stablehlo.constant dense<[100, 50]> : tensor<2xui8>
  %result = stablehlo.minimum %x, %y : tensor<2xui8>
  check.expect_eq_const %result, dense<[100, 50]> : tensor<2xui8>
  return
}

// -----

func.func @sixty_four_bits_use_every_bit() {
  %x = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %y = stablehlo.constant dense<1> : tensor<ui64>
  %result = stablehlo.minimum %x, %y : tensor<ui64>
  check.expect_eq_const %result, dense<1> : tensor<ui64>
  return
}

// -----

func.func @booleans() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.minimum %x, %y : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, false, true]> : tensor<4xi1>
  return
}
