func.func @matrix() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @cycle_of_three() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
  %result = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<1x2x3xf32>) -> tensor<3x1x2xf32>
  check.expect_eq_const %result, dense<[[[1.0, 4.0]], [[2.0, 5.0]], [[3.0, 6.0]]]> : tensor<3x1x2xf32>
  return
}

// -----

func.func @identity() {
  %x = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %result = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  return
}

// -----

func.func @rank_0() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.transpose %x, dims = [] : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %result, dense<1.0> : tensor<f32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<> : tensor<0x2xi8>
  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<0x2xi8>) -> tensor<2x0xi8>
  check.expect_eq_const %result, dense<> : tensor<2x0xi8>
  return
}
