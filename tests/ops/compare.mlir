func.func @floats_EQ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, false, true, true, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @floats_NE() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare NE, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, false, true, true]> : tensor<6xi1>
  return
}

// -----

func.func @floats_GE() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare GE, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @floats_GT() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare GT, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @floats_LE() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare LE, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @floats_LT() {
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, -0.0, 0x7FF8000000000000, 1.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.compare LT, %x, %y, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, false, false]> : tensor<6xi1>
  return
}

// -----

func.func @total_order() {
  %x = stablehlo.constant dense<[-0.0, 0xFFC00000, 0x7F800000, 1.0, 0x7FC00000]> : tensor<5xf32>
  %y = stablehlo.constant dense<[0.0, 0xFF800000, 0x7FC00000, 1.0, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, false]> : tensor<5xi1>
  return
}

// -----

func.func @total_order_EQ() {
  %x = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0.0, 0x7FC00000, 0xFFC00000]> : tensor<3xf32>
  %result = stablehlo.compare EQ, %x, %y, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, false]> : tensor<3xi1>
  return
}

// -----

func.func @signed() {
  %x = stablehlo.constant dense<[-1, 127, -128]> : tensor<3xi8>
  %y = stablehlo.constant dense<[1, -128, -128]> : tensor<3xi8>
  %result = stablehlo.compare LT, %x, %y, SIGNED : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, false]> : tensor<3xi1>
  return
}

// -----

func.func @unsigned() {
  %x = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %y = stablehlo.constant dense<[1, 9223372036854775808]> : tensor<2xui64>
  %result = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @two_bits() {
  %x = stablehlo.constant dense<[3, 0]> : tensor<2xui2>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xui2>
  %result = stablehlo.compare GE, %x, %y : (tensor<2xui2>, tensor<2xui2>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @false_is_below_true() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare LT, %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, false, false]> : tensor<4xi1>
  return
}
