// GE keeps the first of the elements that tie, GT the last.
func.func @case_C4_ties() {
  %x = stablehlo.constant dense<[[3.0, 7.0], [7.0, 7.0]]> : tensor<2x2xf32>
  %dy = stablehlo.constant dense<6.0> : tensor<1x1xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = "stablehlo.select_and_scatter"(%x, %dy, %zero) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %keep = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %first, dense<[[0.0, 6.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %last = "stablehlo.select_and_scatter"(%x, %dy, %zero) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %keep = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %last, dense<[[0.0, 0.0], [0.0, 6.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @windows_overlap_and_padding_is_never_selected() {
  %x = stablehlo.constant dense<[-5, -2, -7, -1]> : tensor<4xi64>
  %dy = stablehlo.constant dense<[1, 10, 100]> : tensor<3xi64>
  %five = stablehlo.constant dense<5> : tensor<i64>
  %result = "stablehlo.select_and_scatter"(%x, %dy, %five) <{padding = dense<[[1, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %keep = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %sum = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<4xi64>, tensor<3xi64>, tensor<i64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[5, 6, 5, 115]> : tensor<4xi64>
  return
}

// -----

func.func @unsigned_elements_compare_without_sign() {
  %x = stablehlo.constant dense<[1, 255, 2]> : tensor<3xui8>
  %dy = stablehlo.constant dense<[3, 4]> : tensor<2xui8>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %result = "stablehlo.select_and_scatter"(%x, %dy, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %keep = stablehlo.compare GE, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %sum = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %sum : tensor<ui8>
  }) : (tensor<3xui8>, tensor<2xui8>, tensor<ui8>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 7, 0]> : tensor<3xui8>
  return
}
