func.func @booleans() {
  %x = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.not %x : tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @signed_integers() {
  %x = stablehlo.constant dense<[0, -128, 85]> : tensor<3xi8>
  %result = stablehlo.not %x : tensor<3xi8>
  check.expect_eq_const %result, dense<[-1, 127, -86]> : tensor<3xi8>
  return
}

// -----

func.func @unsigned_integers() {
  %x = stablehlo.constant dense<[0, 10]> : tensor<2xui4>
  %result = stablehlo.not %x : tensor<2xui4>
  check.expect_eq_const %result, dense<[15, 5]> : tensor<2xui4>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.not %x : tensor<4xi2>
  check.expect_eq_const %result, dense<[1, 0, -1, -2]> : tensor<4xi2>
  return
}

// -----

func.func @sixty_four_bits() {
  %x = stablehlo.constant dense<[0, 18446744073709551615]> : tensor<2xui64>
  %result = stablehlo.not %x : tensor<2xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 0]> : tensor<2xui64>
  return
}
