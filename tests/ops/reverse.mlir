func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = stablehlo.reverse %x, dims = [0] : tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[5, 6], [3, 4], [1, 2]]> : tensor<3x2xi32>
  return
}

// -----

func.func @columns() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = stablehlo.reverse %x, dims = [1] : tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[2, 1], [4, 3], [6, 5]]> : tensor<3x2xi32>
  return
}

// -----

func.func @both() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %result = stablehlo.reverse %x, dims = [1, 0] : tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[6.0, 5.0, 4.0], [3.0, 2.0, 1.0]]> : tensor<2x3xf32>
  return
}

// -----

func.func @nothing() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.reverse %x, dims = [] : tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @one_element() {
  %x = stablehlo.constant dense<[[5]]> : tensor<1x1xi8>
  %result = stablehlo.reverse %x, dims = [0, 1] : tensor<1x1xi8>
  check.expect_eq_const %result, dense<[[5]]> : tensor<1x1xi8>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %result = stablehlo.reverse %x, dims = [0, 1] : tensor<0x2xf32>
  check.expect_eq_const %result, dense<> : tensor<0x2xf32>
  return
}

// -----

func.func @middle_of_three() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi8>
  %result = stablehlo.reverse %x, dims = [1] : tensor<2x2x2xi8>
  check.expect_eq_const %result, dense<[[[3, 4], [1, 2]], [[7, 8], [5, 6]]]> : tensor<2x2x2xi8>
  return
}
