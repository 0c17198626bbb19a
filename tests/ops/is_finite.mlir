func.func @floats() {
  %x = stablehlo.constant dense<[1.0, -0.0, 5.0e-324, 1.7976931348623157e+308, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %result = stablehlo.is_finite %x : (tensor<7xf64>) -> tensor<7xi1>
  check.expect_eq_const %result, dense<[true, true, true, true, false, false, false]> : tensor<7xi1>
  return
}

// -----

func.func @f8E4M3FN_has_no_infinity() {
  %x = stablehlo.constant dense<[448.0, 0x7F]> : tensor<2xf8E4M3FN>
  %result = stablehlo.is_finite %x : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}
