func.func @has_the_sign_of_the_dividend() {
  %x = stablehlo.constant dense<[5.5, -5.5, 5.5, -5.5]> : tensor<4xf64>
  %y = stablehlo.constant dense<[2.0, 2.0, -2.0, -2.0]> : tensor<4xf64>
  %result = stablehlo.remainder %x, %y : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.5, -1.5, 1.5, -1.5]> : tensor<4xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %same, dense<true> : tensor<4xi1>
  return
}

// -----

func.func @zeros_and_infinities() {
  %x = stablehlo.constant dense<[-0.0, -4.0, 3.0]> : tensor<3xf64>
  %y = stablehlo.constant dense<[1.0, 2.0, 0x7FF0000000000000]> : tensor<3xf64>
  %result = stablehlo.remainder %x, %y : tensor<3xf64>
  %expected = stablehlo.constant dense<[-0.0, -0.0, 3.0]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @without_a_value_is_nan() {
  %x = stablehlo.constant dense<[0x7F800000, 1.0, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.remainder %x, %y : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @is_exact_where_the_quotient_is_large() {
  %x = stablehlo.constant dense<1.0e+17> : tensor<f64>
  %y = stablehlo.constant dense<3.0> : tensor<f64>
  %result = stablehlo.remainder %x, %y : tensor<f64>
  check.expect_eq_const %result, dense<1.0> : tensor<f64>
  return
}

// -----

func.func @integers() {
  %x = stablehlo.constant dense<[7, -7, 7, -7]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, -2, -2]> : tensor<4xi32>
  %result = stablehlo.remainder %x, %y : tensor<4xi32>
  check.expect_eq_const %result, dense<[1, -1, 1, -1]> : tensor<4xi32>
  return
}

// -----

func.func @of_the_smallest_by_minus_one_is_zero() {
  %x = stablehlo.constant dense<[-9223372036854775808, 5]> : tensor<2xi64>
  %y = stablehlo.constant dense<[-1, -1]> : tensor<2xi64>
  %result = stablehlo.remainder %x, %y : tensor<2xi64>
  check.expect_eq_const %result, dense<[0, 0]> : tensor<2xi64>
  return
}

// -----

func.func @by_zero_is_the_dividend() {
  // In keeping with divide: x - (-1) * 0.
  %x = stablehlo.constant dense<[5, -5, 0]> : tensor<3xi8>
  %y = stablehlo.constant dense<[0, 0, 0]> : tensor<3xi8>
  %result = stablehlo.remainder %x, %y : tensor<3xi8>
  check.expect_eq_const %result, dense<[5, -5, 0]> : tensor<3xi8>
  return
}

// -----

func.func @unsigned_uses_every_bit() {
  %x = stablehlo.constant dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  %y = stablehlo.constant dense<[10, 3]> : tensor<2xui64>
  %result = stablehlo.remainder %x, %y : tensor<2xui64>
  check.expect_eq_const %result, dense<[5, 2]> : tensor<2xui64>
  return
}

// -----

func.func @four_bits() {
  %x = stablehlo.constant dense<[-8, 7, -8]> : tensor<3xi4>
  %y = stablehlo.constant dense<[3, -3, -1]> : tensor<3xi4>
  %result = stablehlo.remainder %x, %y : tensor<3xi4>
  check.expect_eq_const %result, dense<[-2, 1, 0]> : tensor<3xi4>
  return
}
