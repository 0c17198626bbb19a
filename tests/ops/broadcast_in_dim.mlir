func.func @scalar() {
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %result = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]]> : tensor<2x3xf32>
  return
}

// -----

func.func @rows() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %result = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  return
}

// -----

func.func @columns() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  return
}

// -----

func.func @expands_ones() {
  %x = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %result = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[true, true], [false, false]]> : tensor<2x2xi1>
  return
}

// -----

func.func @transposes() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %result = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>
  check.expect_eq_const %result, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi8>
  return
}

// -----

func.func @transposes_and_expands() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %result = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<1x2xi8>) -> tensor<2x2x3xi8>
  check.expect_eq_const %result, dense<[[[1, 1, 1], [1, 1, 1]], [[2, 2, 2], [2, 2, 2]]]> : tensor<2x2x3xi8>
  return
}

// -----

func.func @one_to_one() {
  %x = stablehlo.constant dense<[7]> : tensor<1xi64>
  %result = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xi64>) -> tensor<1xi64>
  check.expect_eq_const %result, dense<[7]> : tensor<1xi64>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %result = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xf32>) -> tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}
