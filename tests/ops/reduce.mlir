func.func @sum_of_rows() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[6, 15]> : tensor<2xi32>
  return
}

// -----

func.func @sum_of_columns() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[5, 7, 9]> : tensor<3xi32>
  return
}

// -----

func.func @sum_of_all_from_an_initial_value() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<100> : tensor<i32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %result, dense<121> : tensor<i32>
  return
}

// -----

func.func @dimensions_in_any_order() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [1, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %result, dense<21> : tensor<i32>
  return
}

// -----

func.func @over_no_dimension_applies_the_initial_value() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<1> : tensor<i32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[2, 3, 4], [5, 6, 7]]> : tensor<2x3xi32>
  return
}

// -----

func.func @product_wraps() {
  %x = stablehlo.constant dense<[16, 4, 5]> : tensor<3xi8>
  %y = stablehlo.constant dense<1> : tensor<i8>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.multiply across dimensions = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %result, dense<64> : tensor<i8>
  return
}

// -----

func.func @maximum() {
  %x = stablehlo.constant dense<[[1.0, 0x7FC00000], [0xFF800000, 2.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 2.0]> : tensor<2xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @minimum_of_unsigned() {
  %x = stablehlo.constant dense<[200, 100]> : tensor<2xui8>
  %y = stablehlo.constant dense<255> : tensor<ui8>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.minimum across dimensions = [0] : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
  check.expect_eq_const %result, dense<100> : tensor<ui8>
  return
}

// -----

func.func @any() {
  %x = stablehlo.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
  %y = stablehlo.constant dense<false> : tensor<i1>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.or across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @all() {
  %x = stablehlo.constant dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  %y = stablehlo.constant dense<true> : tensor<i1>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.and across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @of_nothing_is_the_initial_value() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<2.5> : tensor<f32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[2.5, 2.5]> : tensor<2xf32>
  return
}

// -----

func.func @to_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %y = stablehlo.constant dense<2.5> : tensor<f32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  return
}

// -----

func.func @f32_rounds_each_sum() {
  %x = stablehlo.constant dense<[16777216.0, 1.0, 1.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %result, dense<16777216.0> : tensor<f32>
  return
}

// -----

func.func @a_body_in_full() {
  %x = stablehlo.constant dense<[[1, -2], [-3, 4]]> : tensor<2x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %size = stablehlo.abs %b : tensor<i32>
    %sum = stablehlo.add %a, %size : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }
  check.expect_eq_const %result, dense<[3, 7]> : tensor<2xi32>
  return
}

// -----

func.func @two_inputs_travel_together() {
  // The largest element of each row and its column, the first one where several tie.
  %x = stablehlo.constant dense<[[1.0, 7.0, 7.0], [5.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %largest, %place = stablehlo.reduce(%x init: %lowest), (%column init: %none) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %keep = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %keep, %a, %b : tensor<i1>, tensor<f32>
    %at = stablehlo.select %keep, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %largest, dense<[7.0, 5.0]> : tensor<2xf32>
  check.expect_eq_const %place, dense<[1, 0]> : tensor<2xi32>
  return
}
