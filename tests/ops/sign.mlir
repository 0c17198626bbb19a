func.func @floats() {
  %x = stablehlo.constant dense<[3.5, -2.0, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<6xf64>
  %result = stablehlo.sign %x : tensor<6xf64>
  %expected = stablehlo.constant dense<[1.0, -1.0, 0.0, -0.0, 1.0, -1.0]> : tensor<6xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %same, dense<true> : tensor<6xi1>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.sign %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @integers() {
  %x = stablehlo.constant dense<[-128, -1, 0, 127]> : tensor<4xi8>
  %result = stablehlo.sign %x : tensor<4xi8>
  check.expect_eq_const %result, dense<[-1, -1, 0, 1]> : tensor<4xi8>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.sign %x : tensor<4xi2>
  check.expect_eq_const %result, dense<[-1, -1, 0, 1]> : tensor<4xi2>
  return
}
