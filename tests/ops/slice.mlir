func.func @part() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [1:3, 1:3] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[6, 7], [10, 11]]> : tensor<2x2xi32>
  return
}

// -----

func.func @every_second() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [0:3:2, 0:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 3], [9, 11]]> : tensor<2x2xi32>
  return
}

// -----

func.func @last_stride_is_cut_short() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [0:1, 0:4:3] : (tensor<3x4xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %result, dense<[[1, 4]]> : tensor<1x2xi32>
  return
}

// -----

func.func @stride_past_the_end() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [2:3:7, 3:4:7] : (tensor<3x4xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %result, dense<[[12]]> : tensor<1x1xi32>
  return
}

// -----

func.func @all() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [0:3, 0:4] : (tensor<3x4xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %result, dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  return
}

// -----

func.func @none() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = stablehlo.slice %x [1:1, 0:4] : (tensor<3x4xi32>) -> tensor<0x4xi32>
  check.expect_eq_const %result, dense<> : tensor<0x4xi32>
  return
}

// -----

func.func @none_at_the_end() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %result = stablehlo.slice %x [2:2] : (tensor<2xf32>) -> tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}

// -----

func.func @none_with_a_stride() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %result = stablehlo.slice %x [1:1:2] : (tensor<3xi1>) -> tensor<0xi1>
  check.expect_eq_const %result, dense<> : tensor<0xi1>
  return
}

// -----

func.func @of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0xi8>
  %result = stablehlo.slice %x [0:0] : (tensor<0xi8>) -> tensor<0xi8>
  check.expect_eq_const %result, dense<> : tensor<0xi8>
  return
}

// -----

func.func @rank_0() {
  %x = stablehlo.constant dense<2.5> : tensor<f32>
  %result = stablehlo.slice %x [] : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %result, dense<2.5> : tensor<f32>
  return
}

// -----

func.func @of_booleans() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %result = stablehlo.slice %x [0:3:2] : (tensor<3xi1>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, true]> : tensor<2xi1>
  return
}
