func.func @splat() {
  %x = stablehlo.constant dense<2.5> : tensor<2x2xf32>
  check.expect_eq_const %x, dense<[[2.5, 2.5], [2.5, 2.5]]> : tensor<2x2xf32>
  return
}

// -----

func.func @rank_0() {
  %x = stablehlo.constant dense<-7> : tensor<i4>
  check.expect_eq_const %x, dense<-7> : tensor<i4>
  return
}

// -----

func.func @ends_of_integers() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  check.expect_eq_const %x, dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %y = stablehlo.constant dense<[0, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %y, dense<[0, 18446744073709551615]> : tensor<2xui64>
  %z = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  return
}

// -----

func.func @booleans() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %x, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @bits_in_hexadecimal() {
  %x = stablehlo.constant dense<[0x3FC00000, 0x00000001, 0xFF800000]> : tensor<3xf32>
  check.expect_eq_const %x, dense<[1.5, 1.401298464324817e-45, 0xFF800000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0x3FC0, 0xFF80]> : tensor<2xbf16>
  check.expect_eq_const %y, dense<[1.5, 0xFF80]> : tensor<2xbf16>
  return
}

// -----

func.func @negative_zero_keeps_its_sign() {
  %x = stablehlo.constant dense<-0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.divide %one, %x : tensor<f32>
  check.expect_eq_const %y, dense<0xFF800000> : tensor<f32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  check.expect_eq_const %x, dense<> : tensor<0x2xf32>
  return
}
