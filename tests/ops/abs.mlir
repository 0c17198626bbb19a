func.func @floats() {
  %x = stablehlo.constant dense<[23.5, -23.5, -0.0, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.abs %x : tensor<5xf64>
  %expected = stablehlo.constant dense<[23.5, 23.5, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  check.expect_eq_const %same, dense<true> : tensor<5xi1>
  return
}

// -----

func.func @smallest_integer_is_its_own() {
  %x = stablehlo.constant dense<[-128, -1, 0, 127]> : tensor<4xi8>
  %result = stablehlo.abs %x : tensor<4xi8>
  check.expect_eq_const %result, dense<[-128, 1, 0, 127]> : tensor<4xi8>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.abs %x : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, 1]> : tensor<4xi2>
  return
}

// -----

func.func @four_bits() {
  %x = stablehlo.constant dense<[-8, -7, 7]> : tensor<3xi4>
  %result = stablehlo.abs %x : tensor<3xi4>
  check.expect_eq_const %result, dense<[-8, 7, 7]> : tensor<3xi4>
  return
}

// -----

func.func @sixty_four_bits() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807]> : tensor<2xi64>
  %result = stablehlo.abs %x : tensor<2xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.abs %x : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}
