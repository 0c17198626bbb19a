func.func @booleans() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.xor %x, %y : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @signed_integers() {
  %x = stablehlo.constant dense<[-127, -1]> : tensor<2xi8>
  %y = stablehlo.constant dense<[85, 7]> : tensor<2xi8>
  %result = stablehlo.xor %x, %y : tensor<2xi8>
  check.expect_eq_const %result, dense<[-44, -8]> : tensor<2xi8>
  return
}

// -----

func.func @four_bits() {
  %x = stablehlo.constant dense<[12]> : tensor<1xui4>
  %y = stablehlo.constant dense<[10]> : tensor<1xui4>
  %result = stablehlo.xor %x, %y : tensor<1xui4>
  check.expect_eq_const %result, dense<[6]> : tensor<1xui4>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[-1]> : tensor<1xi2>
  %y = stablehlo.constant dense<[-2]> : tensor<1xi2>
  %result = stablehlo.xor %x, %y : tensor<1xi2>
  check.expect_eq_const %result, dense<[1]> : tensor<1xi2>
  return
}

// -----

func.func @sixty_four_bits() {
  %x = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %y = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
  %result = stablehlo.xor %x, %y : tensor<ui64>
  check.expect_eq_const %result, dense<9223372036854775807> : tensor<ui64>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xi1>
  %y = stablehlo.constant dense<> : tensor<0xi1>
  %result = stablehlo.xor %x, %y : tensor<0xi1>
  check.expect_eq_const %result, dense<> : tensor<0xi1>
  return
}
