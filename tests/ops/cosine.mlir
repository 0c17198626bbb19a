func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, -2.0, 3.141592653589793]> : tensor<4xf64>
  %result = stablehlo.cosine %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[1.0, 0.5403023058681398, -0.4161468365471424, -1.0]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @of_infinity_is_nan() {
  %x = stablehlo.constant dense<[0xFF800000, 0x7FC00000]> : tensor<2xf32>
  %result = stablehlo.cosine %x : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.cosine %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
