func.func @edges() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x4xi32>
  check.expect_eq_const %result, dense<[[0, 0, 0, 0], [1, 2, 0, 0], [3, 4, 0, 0]]> : tensor<3x4xi32>
  return
}

// -----

func.func @between_neighbours() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<-1.0> : tensor<f32>
  %result = stablehlo.pad %x, %y, low = [0], high = [0], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  check.expect_eq_const %result, dense<[1.0, -1.0, -1.0, 2.0, -1.0, -1.0, 3.0]> : tensor<7xf32>
  return
}

// -----

func.func @edges_and_between() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %y = stablehlo.constant dense<9> : tensor<i8>
  %result = stablehlo.pad %x, %y, low = [1], high = [2], interior = [1] : (tensor<2xi8>, tensor<i8>) -> tensor<6xi8>
  check.expect_eq_const %result, dense<[9, 1, 9, 2, 9, 9]> : tensor<6xi8>
  return
}

// -----

func.func @negative_edges_remove() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [-1], high = [-2], interior = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[2, 3]> : tensor<2xi32>
  return
}

// -----

func.func @negative_edges_remove_after_padding_between() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [-1], high = [-1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 2, 0]> : tensor<3xi32>
  return
}

// -----

func.func @removes_here_and_adds_there() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.constant dense<7> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [-2], high = [2], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[3, 7, 7]> : tensor<3xi32>
  return
}

// -----

func.func @removes_everything() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [-1], high = [-1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %result, dense<> : tensor<0xi32>
  return
}

// -----

func.func @removes_more_than_the_operand() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<5> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [-3], high = [3], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[5, 5]> : tensor<2xi32>
  return
}

// -----

func.func @crop_is_not_folded_into_later_padding() {
  %x = stablehlo.constant dense<[5.0, 9.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.pad %x, %y, low = [-1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %result, dense<[9.0]> : tensor<1xf32>
  return
}

// -----

func.func @nothing_becomes_padding() {
  %x = stablehlo.constant dense<> : tensor<0xi32>
  %y = stablehlo.constant dense<3> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [1], high = [1], interior = [5] : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[3, 3]> : tensor<2xi32>
  return
}

// -----

func.func @one_element_has_no_neighbours() {
  %x = stablehlo.constant dense<[4]> : tensor<1xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %x, %y, low = [0], high = [0], interior = [3] : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %result, dense<[4]> : tensor<1xi32>
  return
}

// -----

func.func @rank_0() {
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.pad %x, %y, low = [], high = [], interior = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %result, dense<1.5> : tensor<f32>
  return
}

// -----

func.func @booleans() {
  %x = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %y = stablehlo.constant dense<false> : tensor<i1>
  %result = stablehlo.pad %x, %y, low = [0], high = [1], interior = [1] : (tensor<2xi1>, tensor<i1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @infinite_padding() {
  %x = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %result = stablehlo.pad %x, %y, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x3xf32>
  check.expect_eq_const %result, dense<[[0xFF800000, 1.0, 0xFF800000]]> : tensor<1x3xf32>
  return
}
