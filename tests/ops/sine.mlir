func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, -2.0, 3.141592653589793]> : tensor<4xf64>
  %result = stablehlo.sine %x : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 0.8414709848078965, -0.9092974268256817, 1.2246467991473532e-16]> : tensor<4xf64>, tolerance = 1.0e-15
  return
}

// -----

func.func @keeps_the_sign_of_zero() {
  %x = stablehlo.constant dense<-0.0> : tensor<f64>
  %result = stablehlo.sine %x : tensor<f64>
  %expected = stablehlo.constant dense<-0.0> : tensor<f64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
  check.expect_eq_const %same, dense<true> : tensor<i1>
  return
}

// -----

func.func @of_infinity_is_nan() {
  %x = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  %result = stablehlo.sine %x : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.sine %x : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
