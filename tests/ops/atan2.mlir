func.func @quadrants() {
  %x = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, -1.0, -1.0, 1.0]> : tensor<4xf64>
  %result = stablehlo.atan2 %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.7853981633974483, 2.356194490192345, -2.356194490192345, -0.7853981633974483]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @axes() {
  %x = stablehlo.constant dense<[0.0, 1.0, 0.0, -1.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, 0.0, -1.0, 0.0]> : tensor<4xf64>
  %result = stablehlo.atan2 %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.5707963267948966, 3.141592653589793, -1.5707963267948966]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0.0, 0.0, -0.0, -0.0]> : tensor<4xf64>
  %result = stablehlo.atan2 %x, %y : tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 3.141592653589793, -3.141592653589793]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @infinities() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 1.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 1.0, 0xFFF0000000000000]> : tensor<4xf64>
  %result = stablehlo.atan2 %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.7853981633974483, -2.356194490192345, 1.5707963267948966, 3.141592653589793]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %result = stablehlo.atan2 %x, %y : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}
