func.func @floats() {
  %x = stablehlo.constant dense<[2.0, -2.0, -2.0, 4.0, 10.0]> : tensor<5xf64>
  %y = stablehlo.constant dense<[10.0, 3.0, -1.0, 0.5, -2.0]> : tensor<5xf64>
  %result = stablehlo.power %x, %y : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[1024.0, -8.0, -0.5, 2.0, 0.01]> : tensor<5xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @to_the_zeroth_is_one() {
  %x = stablehlo.constant dense<[0.0, 0x7FF8000000000000, 0x7FF0000000000000, -3.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0.0, -0.0, 0.0, 0.0]> : tensor<4xf64>
  %result = stablehlo.power %x, %y : tensor<4xf64>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf64>
  return
}

// -----

func.func @zeros_and_infinities() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, 1.0, 0.5]> : tensor<5xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, -1.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %result = stablehlo.power %x, %y : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 1.0, 0.0]> : tensor<5xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  check.expect_eq_const %same, dense<true> : tensor<5xi1>
  return
}

// -----

func.func @broken_power_of_a_negative_number_is_nan() {
  %x = stablehlo.constant dense<-8.0> : tensor<f32>
  %y = stablehlo.constant dense<0.5> : tensor<f32>
  %result = stablehlo.power %x, %y : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @integers() {
  %x = stablehlo.constant dense<[2, -3, 0, 7, -1]> : tensor<5xi32>
  %y = stablehlo.constant dense<[10, 3, 0, 1, 5]> : tensor<5xi32>
  %result = stablehlo.power %x, %y : tensor<5xi32>
  check.expect_eq_const %result, dense<[1024, -27, 1, 7, -1]> : tensor<5xi32>
  return
}

// -----

func.func @integers_to_negative_powers() {
  %x = stablehlo.constant dense<[1, -1, -1, 2, -3, 0]> : tensor<6xi32>
  %y = stablehlo.constant dense<[-3, -3, -4, -1, -2, -1]> : tensor<6xi32>
  %result = stablehlo.power %x, %y : tensor<6xi32>
  check.expect_eq_const %result, dense<[1, -1, 1, 0, 0, 0]> : tensor<6xi32>
  return
}

// -----

func.func @integers_wrap() {
  %x = stablehlo.constant dense<[2, 2, -2]> : tensor<3xi8>
  %y = stablehlo.constant dense<[7, 8, 7]> : tensor<3xi8>
  %result = stablehlo.power %x, %y : tensor<3xi8>
  check.expect_eq_const %result, dense<[-128, 0, -128]> : tensor<3xi8>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -1, -1, -2]> : tensor<4xi2>
  %y = stablehlo.constant dense<[1, -2, -1, -1]> : tensor<4xi2>
  %result = stablehlo.power %x, %y : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, -1, 0]> : tensor<4xi2>
  return
}

// -----

func.func @four_bits_wrap() {
  %x = stablehlo.constant dense<[3, 15, 2]> : tensor<3xui4>
  %y = stablehlo.constant dense<[3, 15, 4]> : tensor<3xui4>
  %result = stablehlo.power %x, %y : tensor<3xui4>
  check.expect_eq_const %result, dense<[11, 15, 0]> : tensor<3xui4>
  return
}

// -----

func.func @sixty_four_bits_wrap() {
  %x = stablehlo.constant dense<[2, 3, 18446744073709551615]> : tensor<3xui64>
  %y = stablehlo.constant dense<[63, 41, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.power %x, %y : tensor<3xui64>
  check.expect_eq_const %result, dense<[9223372036854775808, 18026252303461234787, 18446744073709551615]> : tensor<3xui64>
  return
}

// -----

func.func @smallest_exponent() {
  %x = stablehlo.constant dense<[-1, 1, 2]> : tensor<3xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808]> : tensor<3xi64>
  %result = stablehlo.power %x, %y : tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 1, 0]> : tensor<3xi64>
  return
}
