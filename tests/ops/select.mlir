func.func @of_each_element() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %y = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %z = stablehlo.constant dense<[4.0, 0x7FC00000, 6.0]> : tensor<3xf32>
  %result = stablehlo.select %x, %y, %z : tensor<3xi1>, tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[1.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @one_for_all() {
  %x = stablehlo.constant dense<false> : tensor<i1>
  %y = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %z = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi8>
  %result = stablehlo.select %x, %y, %z : tensor<i1>, tensor<2x2xi8>
  check.expect_eq_const %result, dense<[[5, 6], [7, 8]]> : tensor<2x2xi8>
  return
}

// -----

func.func @does_not_take_nan_from_the_other_side() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %y = stablehlo.constant dense<[0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %z = stablehlo.constant dense<[0x7FF0000000000000, -0.0]> : tensor<2xf64>
  %result = stablehlo.select %x, %y, %z : tensor<2xi1>, tensor<2xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %same = stablehlo.compare EQ, %result, %expected, TOTALORDER : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<true> : tensor<2xi1>
  return
}

// -----

func.func @of_booleans() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %y = stablehlo.constant dense<[false, false]> : tensor<2xi1>
  %z = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %result = stablehlo.select %x, %y, %z : tensor<2xi1>, tensor<2xi1>
  check.expect_eq_const %result, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @of_one_element() {
  %x = stablehlo.constant dense<[true]> : tensor<1xi1>
  %y = stablehlo.constant dense<[5]> : tensor<1xi32>
  %z = stablehlo.constant dense<[6]> : tensor<1xi32>
  %result = stablehlo.select %x, %y, %z : tensor<1xi1>, tensor<1xi32>
  check.expect_eq_const %result, dense<[5]> : tensor<1xi32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xi1>
  %y = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.select %x, %y, %z : tensor<0xi1>, tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
