func.func @floats() {
  %x = stablehlo.constant dense<[0.1, -0.0, -0.0, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %y = stablehlo.constant dense<[0.2, -0.0, 0.0, 1.0, 0xFFF0000000000000]> : tensor<5xf64>
  %result = stablehlo.add %x, %y : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0.30000000000000004, -0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>, tolerance = 5.0e-324
  return
}

// -----

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf64>
  %result = stablehlo.add %x, %y : tensor<2xf64>
  %expected = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<true> : tensor<2xi1>
  return
}

// -----

func.func @f32_rounds_to_even() {
  %x = stablehlo.constant dense<[16777216.0, 16777218.0, 3.0e+38]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0, 1.0, 3.0e+38]> : tensor<3xf32>
  %result = stablehlo.add %x, %y : tensor<3xf32>
  check.expect_eq_const %result, dense<[16777216.0, 16777220.0, 0x7F800000]> : tensor<3xf32>
  return
}

// -----

func.func @bf16_rounds_to_even() {
  %x = stablehlo.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %result = stablehlo.add %x, %y : tensor<2xbf16>
  check.expect_eq_const %result, dense<[256.0, 260.0]> : tensor<2xbf16>
  return
}

// -----

func.func @f16_rounds_to_even() {
  %x = stablehlo.constant dense<[2048.0, 2050.0]> : tensor<2xf16>
  %y = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf16>
  %result = stablehlo.add %x, %y : tensor<2xf16>
  check.expect_eq_const %result, dense<[2048.0, 2052.0]> : tensor<2xf16>
  return
}

// -----

func.func @f8E4M3FN_rounds_to_even() {
  %x = stablehlo.constant dense<[16.0, 18.0]> : tensor<2xf8E4M3FN>
  %y = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E4M3FN>
  %result = stablehlo.add %x, %y : tensor<2xf8E4M3FN>
  check.expect_eq_const %result, dense<[16.0, 20.0]> : tensor<2xf8E4M3FN>
  return
}

// -----

func.func @signed_integers_wrap() {
  %x = stablehlo.constant dense<[127, -128, 100]> : tensor<3xi8>
  %y = stablehlo.constant dense<[1, -1, -100]> : tensor<3xi8>
  %result = stablehlo.add %x, %y : tensor<3xi8>
  check.expect_eq_const %result, dense<[-128, 127, 0]> : tensor<3xi8>
  return
}

// -----

func.func @unsigned_integers_wrap() {
  %x = stablehlo.constant dense<[255, 200]> : tensor<2xui8>
  %y = stablehlo.constant dense<[1, 100]> : tensor<2xui8>
  %result = stablehlo.add %x, %y : tensor<2xui8>
  check.expect_eq_const %result, dense<[0, 44]> : tensor<2xui8>
  return
}

// -----

func.func @two_bits_wrap() {
  %x = stablehlo.constant dense<[1, -2, -1]> : tensor<3xi2>
  %y = stablehlo.constant dense<[1, -1, -1]> : tensor<3xi2>
  %result = stablehlo.add %x, %y : tensor<3xi2>
  check.expect_eq_const %result, dense<[-2, 1, -2]> : tensor<3xi2>
  return
}

// -----

func.func @four_bits_wrap() {
  %x = stablehlo.constant dense<[15, 8]> : tensor<2xui4>
  %y = stablehlo.constant dense<[1, 9]> : tensor<2xui4>
  %result = stablehlo.add %x, %y : tensor<2xui4>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xui4>
  return
}

// -----

func.func @sixty_four_bits_wrap() {
  %x = stablehlo.constant dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  %y = stablehlo.constant dense<[1, 9223372036854775809]> : tensor<2xui64>
  %result = stablehlo.add %x, %y : tensor<2xui64>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xui64>
  return
}

// -----

func.func @booleans_are_or() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.add %x, %y : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

func.func @rank_0() {
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.add %x, %y : tensor<f32>
  check.expect_eq_const %result, dense<3.5> : tensor<f32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<2x0xi32>
  %y = stablehlo.constant dense<> : tensor<2x0xi32>
  %result = stablehlo.add %x, %y : tensor<2x0xi32>
  check.expect_eq_const %result, dense<> : tensor<2x0xi32>
  return
}
