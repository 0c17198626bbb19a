func.func @matrix_times_vector() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %x = stablehlo.constant dense<[10, 100, 1000]> : tensor<3xi64>
  %result = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[3210, 6540]> : tensor<2xi64>
  return
}

// -----

func.func @batching_dimensions_come_first_then_lhs_then_rhs() {
  %a = stablehlo.constant dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi32>
  %b = stablehlo.constant dense<[[1, 10], [100, 1000]]> : tensor<2x2xi32>
  %result = "stablehlo.dot_general"(%a, %b) {
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [2],
      rhs_batching_dimensions = [1]
    >
  } : (tensor<3x1x2xi32>, tensor<2x2xi32>) -> tensor<2x3x1x2xi32>
  check.expect_eq_const %result, dense<[[[[1, 100]], [[3, 300]], [[5, 500]]], [[[20, 2000]], [[40, 4000]], [[60, 6000]]]]> : tensor<2x3x1x2xi32>
  return
}

// -----

func.func @contracts_pairs_of_dimensions_in_the_order_given() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %b = stablehlo.constant dense<[[1, 10], [100, 1000], [10000, 100000]]> : tensor<3x2xi64>
  %result = stablehlo.dot_general %a, %b, contracting_dims = [1, 0] x [0, 1] : (tensor<2x3xi64>, tensor<3x2xi64>) -> tensor<i64>
  check.expect_eq_const %result, dense<635241> : tensor<i64>
  return
}

// -----

func.func @over_no_elements() {
  %a = stablehlo.constant dense<> : tensor<2x0xf32>
  %b = stablehlo.constant dense<> : tensor<0x1xf32>
  %result = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<2x1xf32>
  return
}

// -----

func.func @booleans_are_or_of_and() {
  %a = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %b = stablehlo.constant dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  %result = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  return
}

// -----

// 1 + 2⁻⁸ lies between two bf16 numbers: a bf16 result rounds it, an f32 result does not.
func.func @bf16_into_f32() {
  %a = stablehlo.constant dense<[1.0, 6.250000e-02]> : tensor<2xbf16>
  %narrow = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<bf16>
  check.expect_eq_const %narrow, dense<1.0> : tensor<bf16>
  %wide = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<f32>
  check.expect_eq_const %wide, dense<1.00390625> : tensor<f32>
  return
}

// -----

func.func @an_algorithm_changes_no_value() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %result = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %result, dense<5.0> : tensor<f32>
  return
}
