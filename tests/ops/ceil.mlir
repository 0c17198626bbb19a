func.func @floats_and_ties() {
  %x = stablehlo.constant dense<[-2.5, -1.5, -0.5, -0.2, -0.0, 0.0, 0.2, 0.5, 1.5, 2.5, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<12xf64>
  %result = stablehlo.ceil %x : tensor<12xf64>
  %expected = stablehlo.constant dense<[-2.0, -1.0, -0.0, -0.0, -0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<12xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<12xf64>, tensor<12xf64>) -> tensor<12xi1>
  check.expect_eq_const %same, dense<true> : tensor<12xi1>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = stablehlo.ceil %x : tensor<f32>
  check.expect_almost_eq_const %result, dense<0x7FC00000> : tensor<f32>, tolerance = 1.0e-4
  return
}

// -----

func.func @large_numbers_stay() {
  %x = stablehlo.constant dense<[4503599627370497.0, -1.0e+300]> : tensor<2xf64>
  %result = stablehlo.ceil %x : tensor<2xf64>
  check.expect_eq_const %result, dense<[4503599627370497.0, -1.0e+300]> : tensor<2xf64>
  return
}

// -----

func.func @just_below_a_half() {
  %x = stablehlo.constant dense<[0.49999999999999994, -0.49999999999999994]> : tensor<2xf64>
  %result = stablehlo.ceil %x : tensor<2xf64>
  %expected = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<true> : tensor<2xi1>
  return
}

// -----

func.func @bf16() {
  %x = stablehlo.constant dense<[-1.5, 0.5, 1.5, 2.5]> : tensor<4xbf16>
  %result = stablehlo.ceil %x : tensor<4xbf16>
  check.expect_eq_const %result, dense<[-1.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  return
}
