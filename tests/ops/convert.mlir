func.func @float_to_integer_truncates() {
  %x = stablehlo.constant dense<[1.9, -1.9, 0.5, -0.5, -0.0, 100.0]> : tensor<6xf64>
  %result = stablehlo.convert %x : (tensor<6xf64>) -> tensor<6xi32>
  check.expect_eq_const %result, dense<[1, -1, 0, 0, 0, 100]> : tensor<6xi32>
  return
}

// -----

func.func @float_to_integer_saturates() {
  %x = stablehlo.constant dense<[300.0, -300.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[127, -128, 127, -128, 0]> : tensor<5xi8>
  return
}

// -----

func.func @float_to_unsigned_saturates() {
  %x = stablehlo.constant dense<[300.0, -3.0, 0x7F800000, 255.9, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[255, 0, 255, 255, 0]> : tensor<5xui8>
  return
}

// -----

func.func @float_to_two_bits() {
  %x = stablehlo.constant dense<[-7.0, 0.9, 1.5]> : tensor<3xf32>
  %result = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[-2, 0, 1]> : tensor<3xi2>
  return
}

// -----

func.func @float_to_boolean() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.1, 0x7FC00000, -5.0]> : tensor<5xf32>
  %result = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[false, false, true, true, true]> : tensor<5xi1>
  return
}

// -----

func.func @to_a_narrower_float_rounds_to_even() {
  %x = stablehlo.constant dense<[1.0000000596046448, 1.0000001788139343, 1.0e+300, 1.0e-60]> : tensor<4xf64>
  %result = stablehlo.convert %x : (tensor<4xf64>) -> tensor<4xf32>
  check.expect_eq_const %result, dense<[1.0, 0x3F800002, 0x7F800000, 0.0]> : tensor<4xf32>
  return
}

// -----

func.func @to_bf16_rounds_to_even() {
  %x = stablehlo.constant dense<[1.00390625, 1.01171875, 3.4e+38]> : tensor<3xf32>
  %result = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 1.015625, 0x7F80]> : tensor<3xbf16>
  return
}

// -----

func.func @to_a_wider_float_is_exact() {
  %x = stablehlo.constant dense<[1.5, -0.0, 0x7F80]> : tensor<3xbf16>
  %result = stablehlo.convert %x : (tensor<3xbf16>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.5, -0.0, 0x7FF0000000000000]> : tensor<3xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %same, dense<true> : tensor<3xi1>
  return
}

// -----

func.func @integer_to_float_rounds_to_even() {
  %x = stablehlo.constant dense<[16777217, 16777219, -16777217, 9223372036854775807]> : tensor<4xi64>
  %result = stablehlo.convert %x : (tensor<4xi64>) -> tensor<4xf32>
  check.expect_eq_const %result, dense<[16777216.0, 16777220.0, -16777216.0, 9.223372036854776e+18]> : tensor<4xf32>
  return
}

// -----

func.func @unsigned_integer_to_float_uses_every_bit() {
  %x = stablehlo.constant dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  %result = stablehlo.convert %x : (tensor<2xui64>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.8446744073709552e+19, 9.223372036854776e+18]> : tensor<2xf64>
  return
}

// -----

func.func @integer_to_a_narrower_one_wraps() {
  %x = stablehlo.constant dense<[255, 256, -129, 127]> : tensor<4xi32>
  %result = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-1, 0, 127, 127]> : tensor<4xi8>
  return
}

// -----

func.func @signed_to_unsigned_keeps_the_bits() {
  %x = stablehlo.constant dense<[-1, -128]> : tensor<2xi8>
  %result = stablehlo.convert %x : (tensor<2xi8>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[255, 128]> : tensor<2xui8>
  return
}

// -----

func.func @sign_is_extended() {
  %x = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %result = stablehlo.convert %x : (tensor<2xi4>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[-8, 7]> : tensor<2xi64>
  return
}

// -----

func.func @integer_to_boolean() {
  %x = stablehlo.constant dense<[0, 1, -1, 2]> : tensor<4xi8>
  %result = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

func.func @boolean_to_numbers() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %x : (tensor<2xi1>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[1.0, 0.0]> : tensor<2xf32>
  return
}

// -----

func.func @boolean_to_integers() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %x : (tensor<2xi1>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[1, 0]> : tensor<2xi8>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.convert %x : (tensor<0xf32>) -> tensor<0xi8>
  check.expect_eq_const %result, dense<> : tensor<0xi8>
  return
}
