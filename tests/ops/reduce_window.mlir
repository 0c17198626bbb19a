func.func @max_pool() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0, -1.0]]> : tensor<4x4xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %result = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %larger = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %larger : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[6.0, 8.0], [9.0, 3.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @padding_is_the_initial_value() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %result = "stablehlo.reduce_window"(%x, %ten) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[21, 13, 15]> : tensor<3xi64>
  return
}

// -----

// 1 . 2 . 3 seen through positions 0 and 2; the older spelling of the attributes.
func.func @dilations() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) {
    base_dilations = dense<2> : tensor<1xi64>,
    window_dilations = dense<[2]> : tensor<1xi64>,
    window_dimensions = dense<2> : tensor<1xi64>
  } : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[3, 0, 5]> : tensor<3xi64>
  return
}

// -----

// openxla/xla issue 48715: a crop, then a padded window, is not the net padding.
func.func @case_A4_crop_then_pad() {
  %x = stablehlo.constant dense<[5, 9]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %cropped = stablehlo.pad %x, %zero, low = [-1], high = [0], interior = [0] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %cropped, dense<9> : tensor<1xi64>
  %result = "stablehlo.reduce_window"(%cropped, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<1xi64>, tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %result, dense<9> : tensor<1xi64>
  return
}

// -----

// openxla/xla issue 48719: a window of one element and negative padding alone.
func.func @case_A4_negative_padding_alone() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[-1, 0], [0, -1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<4x3xi64>, tensor<i64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[4, 5], [7, 8], [10, 11]]> : tensor<3x2xi64>
  return
}

// -----

// The maximum and where it stands, of pairs of neighbours.
func.func @two_inputs_travel_together() {
  %x = stablehlo.constant dense<[3, 9, 4]> : tensor<3xi64>
  %place = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %least = stablehlo.constant dense<-100> : tensor<i64>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %largest:2 = "stablehlo.reduce_window"(%x, %place, %least, %none) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %i: tensor<i32>, %b: tensor<i64>, %j: tensor<i32>):
    %first = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %value = stablehlo.select %first, %a, %b : tensor<i1>, tensor<i64>
    %at = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<i64>, tensor<i32>
  }) : (tensor<3xi64>, tensor<3xi32>, tensor<i64>, tensor<i32>) -> (tensor<2xi64>, tensor<2xi32>)
  check.expect_eq_const %largest#0, dense<[9, 9]> : tensor<2xi64>
  check.expect_eq_const %largest#1, dense<[1, 1]> : tensor<2xi32>
  return
}
