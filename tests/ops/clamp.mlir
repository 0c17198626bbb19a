func.func @one_bound_for_all() {
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<[-1.0, 0.0, 3.0, 6.0, 800000000.0]> : tensor<5xf32>
  %z = stablehlo.constant dense<6.0> : tensor<f32>
  %result = stablehlo.clamp %x, %y, %z : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.0, 3.0, 6.0, 6.0]> : tensor<5xf32>
  return
}

// -----

func.func @bounds_of_each_element() {
  %x = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi32>
  %y = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi32>
  %z = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi32>
  %result = stablehlo.clamp %x, %y, %z : tensor<3xi32>
  check.expect_eq_const %result, dense<[5, 13, 20]> : tensor<3xi32>
  return
}

// -----

func.func @max_wins_over_min() {
  %x = stablehlo.constant dense<[2.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0.0, 3.0]> : tensor<2xf32>
  %z = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %result = stablehlo.clamp %x, %y, %z : tensor<2xf32>
  check.expect_eq_const %result, dense<[1.0, 1.0]> : tensor<2xf32>
  return
}

// -----

func.func @nan_stays() {
  %x = stablehlo.constant dense<[0.0, 0x7FC00000, 0.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 1.0, 1.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %result = stablehlo.clamp %x, %y, %z : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>, tolerance = 1.0e-4
  return
}

// -----

func.func @infinities() {
  %x = stablehlo.constant dense<-1.0> : tensor<f64>
  %y = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0.5]> : tensor<3xf64>
  %z = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %result = stablehlo.clamp %x, %y, %z : (tensor<f64>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0x7FF0000000000000, -1.0, 0.5]> : tensor<3xf64>
  return
}

// -----

func.func @unsigned_integers_use_every_bit() {
  %x = stablehlo.constant dense<100> : tensor<ui8>
  %y = stablehlo.constant dense<[50, 150, 250]> : tensor<3xui8>
  %z = stablehlo.constant dense<200> : tensor<ui8>
  %result = stablehlo.clamp %x, %y, %z : (tensor<ui8>, tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[100, 150, 200]> : tensor<3xui8>
  return
}

// -----

func.func @booleans() {
  %x = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %y = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %z = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.clamp %x, %y, %z : tensor<2xi1>
  check.expect_eq_const %result, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @one_element() {
  %x = stablehlo.constant dense<[0.0]> : tensor<1xf32>
  %y = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.clamp %x, %y, %z : (tensor<1xf32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xf32>
  return
}

// -----

func.func @no_elements() {
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = stablehlo.constant dense<> : tensor<0x2xf32>
  %result = stablehlo.clamp %x, %y, %z : (tensor<f32>, tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %result, dense<> : tensor<0x2xf32>
  return
}
