func.func @rows() {
  %result = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  return
}

// -----

func.func @columns() {
  %result = stablehlo.iota dim = 1 : tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  return
}

// -----

func.func @middle() {
  %result = stablehlo.iota dim = 1 : tensor<2x2x2xui64>
  check.expect_eq_const %result, dense<[[[0, 0], [1, 1]], [[0, 0], [1, 1]]]> : tensor<2x2x2xui64>
  return
}

// -----

func.func @four_bits_wrap() {
  %result = stablehlo.iota dim = 0 : tensor<10xi4>
  check.expect_eq_const %result, dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7]> : tensor<10xi4>
  return
}

// -----

func.func @one_element() {
  %result = stablehlo.iota dim = 0 : tensor<1xi64>
  check.expect_eq_const %result, dense<[0]> : tensor<1xi64>
  return
}

// -----

func.func @no_elements() {
  %result = stablehlo.iota dim = 1 : tensor<0x3xbf16>
  check.expect_eq_const %result, dense<> : tensor<0x3xbf16>
  return
}

// -----

func.func @small_floats_round() {
  %result = stablehlo.iota dim = 0 : tensor<18xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 16.0]> : tensor<18xf8E4M3FN>
  return
}
