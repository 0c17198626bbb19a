func.func @correlates_without_turning_the_kernel() {
  %x = stablehlo.constant dense<[[[1, 2, 3, 4]]]> : tensor<1x1x4xi64>
  %w = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4xi64>, tensor<1x1x2xi64>) -> tensor<1x1x3xi64>
  check.expect_eq_const %result, dense<[[[21, 32, 43]]]> : tensor<1x1x3xi64>
  %turned = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4xi64>, tensor<1x1x2xi64>) -> tensor<1x1x3xi64>
  check.expect_eq_const %turned, dense<[[[12, 23, 34]]]> : tensor<1x1x3xi64>
  return
}

// -----

// 1 . 2 . 3 between paddings of 2 and 1, seen through positions 0 and 3, at every second place.
func.func @padding_dilations_and_stride() {
  %x = stablehlo.constant dense<[[[1, 2, 3]]]> : tensor<1x1x3xi64>
  %w = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3xi64>, tensor<1x1x2xi64>) -> tensor<1x1x3xi64>
  check.expect_eq_const %result, dense<[[[0, 1, 2]]]> : tensor<1x1x3xi64>
  return
}

// -----

func.func @negative_padding_cuts_off() {
  %x = stablehlo.constant dense<[[[1, 2, 3, 4, 5]]]> : tensor<1x1x5xi64>
  %w = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[0, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x5xi64>, tensor<1x1x2xi64>) -> tensor<1x1x2xi64>
  check.expect_eq_const %result, dense<[[[21, 43]]]> : tensor<1x1x2xi64>
  return
}

// -----

func.func @sums_over_the_input_features() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi64>
  %w = stablehlo.constant dense<[[[1], [10]], [[100], [1000]]]> : tensor<2x2x1xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xi64>, tensor<2x2x1xi64>) -> tensor<1x2x2xi64>
  check.expect_eq_const %result, dense<[[[31, 42], [3100, 4200]]]> : tensor<1x2x2xi64>
  return
}

// -----

func.func @a_feature_group_sees_its_own_features() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi64>
  %w = stablehlo.constant dense<[[[1, -1]], [[2, 3]]]> : tensor<2x1x2xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x3xi64>, tensor<2x1x2xi64>) -> tensor<1x2x2xi64>
  check.expect_eq_const %result, dense<[[[-1, -1], [23, 28]]]> : tensor<1x2x2xi64>
  return
}

// -----

func.func @a_batch_group_sees_its_own_examples() {
  %x = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi64>
  %w = stablehlo.constant dense<[[[1]], [[10]], [[100]], [[1000]]]> : tensor<4x1x1xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1x2xi64>, tensor<4x1x1xi64>) -> tensor<1x4x2xi64>
  check.expect_eq_const %result, dense<[[[1, 2], [10, 20], [300, 400], [3000, 4000]]]> : tensor<1x4x2xi64>
  return
}

// -----

// openxla/stablehlo issue 3011: a result with its features before its batch.
func.func @case_A3_features_before_batch() {
  %x = stablehlo.constant dense<[[[1, 2, 3]], [[11, 12, 13]]]> : tensor<2x1x3xi64>
  %w = stablehlo.constant dense<[[[5, 7]]]> : tensor<1x1x2xi64>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [0, f, b]x[0, i, o]->[0, f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x3xi64>, tensor<1x1x2xi64>) -> tensor<2x2x3xi64>
  check.expect_eq_const %result, dense<[[[5, 10, 15], [7, 14, 21]], [[55, 60, 65], [77, 84, 91]]]> : tensor<2x2x3xi64>
  return
}

// -----

func.func @without_spatial_dimensions() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %w = stablehlo.constant dense<[[1, 10]]> : tensor<1x2xi64>
  %result = "stablehlo.convolution"(%x, %w) <{
    batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, f]x[o, i]->[b, f]>,
    feature_group_count = 1 : i64
  }> : (tensor<2x2xi64>, tensor<1x2xi64>) -> tensor<2x1xi64>
  check.expect_eq_const %result, dense<[[21], [43]]> : tensor<2x1xi64>
  return
}

// -----

func.func @a_window_that_does_not_fit() {
  %x = stablehlo.constant dense<1.0> : tensor<1x1x2xf32>
  %w = stablehlo.constant dense<1.0> : tensor<1x1x3xf32>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xf32>, tensor<1x1x3xf32>) -> tensor<1x1x0xf32>
  check.expect_eq_const %result, dense<> : tensor<1x1x0xf32>
  return
}

// -----

func.func @bf16_into_f32() {
  %x = stablehlo.constant dense<1.0> : tensor<1x1x2xbf16>
  %w = stablehlo.constant dense<[[[1.0, 3.906250e-03]]]> : tensor<1x1x2xbf16>
  %result = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x2xbf16>, tensor<1x1x2xbf16>) -> tensor<1x1x1xf32>
  check.expect_eq_const %result, dense<1.00390625> : tensor<1x1x1xf32>
  return
}
