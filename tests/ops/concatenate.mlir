func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi32>
  %result = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x2xi32>, tensor<1x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @columns() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[5.0], [6.0]]> : tensor<2x1xf32>
  %result = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[1.0, 2.0, 5.0], [3.0, 4.0, 6.0]]> : tensor<2x3xf32>
  return
}

// -----

func.func @the_middle_of_three() {
  %x = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi8>
  %y = stablehlo.constant dense<[[[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<2x2x2xi8>
  %result = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x1x2xi8>, tensor<2x2x2xi8>) -> tensor<2x3x2xi8>
  check.expect_eq_const %result, dense<[[[1, 2], [5, 6], [7, 8]], [[3, 4], [9, 10], [11, 12]]]> : tensor<2x3x2xi8>
  return
}

// -----

func.func @one_input() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.concatenate %x, dim = 0 : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @with_nothing_between() {
  %x = stablehlo.constant dense<[1]> : tensor<1xi64>
  %y = stablehlo.constant dense<> : tensor<0xi64>
  %z = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %result = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<1xi64>, tensor<0xi64>, tensor<2xi64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 2, 3]> : tensor<3xi64>
  return
}

// -----

func.func @where_other_dimensions_are_empty() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %y = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.concatenate %x, %y, dim = 1 : (tensor<0x2xf32>, tensor<0x3xf32>) -> tensor<0x5xf32>
  check.expect_eq_const %result, dense<> : tensor<0x5xf32>
  return
}

// -----

func.func @nothing_at_all() {
  %x = stablehlo.constant dense<> : tensor<0xi8>
  %y = stablehlo.constant dense<> : tensor<0xi8>
  %result = stablehlo.concatenate %x, %y, dim = 0 : (tensor<0xi8>, tensor<0xi8>) -> tensor<0xi8>
  check.expect_eq_const %result, dense<> : tensor<0xi8>
  return
}
