func.func @floats() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.0, -3.0, 1.0]> : tensor<5xf64>
  %y = stablehlo.constant dense<[3.0, 0.0, -0.0, 0x7FF0000000000000, -8.0]> : tensor<5xf64>
  %result = stablehlo.divide %x, %y : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.3333333333333333, 0xFFF0000000000000, 0xFFF0000000000000, -0.0, -0.125]> : tensor<5xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  check.expect_eq_const %same, dense<true> : tensor<5xi1>
  return
}

// -----

func.func @zero_by_zero_is_nan() {
  %x = stablehlo.constant dense<[0.0, 0x7F800000]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0.0, 0x7F800000]> : tensor<2xf32>
  %result = stablehlo.divide %x, %y : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @f32_rounds_once() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<3.0> : tensor<f32>
  %result = stablehlo.divide %x, %y : tensor<f32>
  check.expect_eq_const %result, dense<0x3EAAAAAB> : tensor<f32>
  return
}

// -----

func.func @integers_drop_the_fraction() {
  %x = stablehlo.constant dense<[7, -7, 7, -7]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, -2, -2]> : tensor<4xi32>
  %result = stablehlo.divide %x, %y : tensor<4xi32>
  check.expect_eq_const %result, dense<[3, -3, -3, 3]> : tensor<4xi32>
  return
}

// -----

func.func @smallest_by_minus_one_wraps() {
  %x = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %y = stablehlo.constant dense<[-1, -1]> : tensor<2xi8>
  %result = stablehlo.divide %x, %y : tensor<2xi8>
  check.expect_eq_const %result, dense<[-128, -127]> : tensor<2xi8>
  return
}

// -----

func.func @smallest_of_sixty_four_bits_by_minus_one_wraps() {
  %x = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %y = stablehlo.constant dense<-1> : tensor<i64>
  %result = stablehlo.divide %x, %y : tensor<i64>
  check.expect_eq_const %result, dense<-9223372036854775808> : tensor<i64>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -2, 1]> : tensor<3xi2>
  %y = stablehlo.constant dense<[-1, 1, -2]> : tensor<3xi2>
  %result = stablehlo.divide %x, %y : tensor<3xi2>
  check.expect_eq_const %result, dense<[-2, -2, 0]> : tensor<3xi2>
  return
}

// -----

func.func @by_zero_has_all_bits_set() {
  // The specification leaves it open; XLA has all bits set.
  %x = stablehlo.constant dense<[5, -5]> : tensor<2xi16>
  %y = stablehlo.constant dense<[0, 0]> : tensor<2xi16>
  %result = stablehlo.divide %x, %y : tensor<2xi16>
  check.expect_eq_const %result, dense<[-1, -1]> : tensor<2xi16>
  return
}

// -----

func.func @unsigned_by_zero_has_all_bits_set() {
  %x = stablehlo.constant dense<[5, 0]> : tensor<2xui4>
  %y = stablehlo.constant dense<[0, 0]> : tensor<2xui4>
  %result = stablehlo.divide %x, %y : tensor<2xui4>
  check.expect_eq_const %result, dense<[15, 15]> : tensor<2xui4>
  return
}

// -----

func.func @unsigned_uses_every_bit() {
  %x = stablehlo.constant dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  %y = stablehlo.constant dense<[2, 3]> : tensor<2xui64>
  %result = stablehlo.divide %x, %y : tensor<2xui64>
  check.expect_eq_const %result, dense<[9223372036854775807, 3074457345618258602]> : tensor<2xui64>
  return
}
