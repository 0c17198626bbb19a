module @sum_over_replicas {
  func.func public @program(%x: tensor<3xf32>) -> tensor<3xf32> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<3xf32>) -> tensor<3xf32>
    return %result : tensor<3xf32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[1.0, 2.0, 0x7F800000]> : tensor<3xf32>
    %x1 = stablehlo.constant dense<[10.0, 20.0, -1.0]> : tensor<3xf32>
    %result:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@program], [@program]]} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
    check.expect_eq_const %result#0, dense<[11.0, 22.0, 0x7F800000]> : tensor<3xf32>
    check.expect_eq_const %result#1, dense<[11.0, 22.0, 0x7F800000]> : tensor<3xf32>
    return
  }
}

// -----

module @groups_keep_apart {
  func.func public @program(%x: tensor<2xi32>) -> tensor<2xi32> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    return %result : tensor<2xi32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %x3 = stablehlo.constant dense<[30, 40]> : tensor<2xi32>
    %result:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@program], [@program], [@program], [@program]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %result#0, dense<[11, 22]> : tensor<2xi32>
    check.expect_eq_const %result#1, dense<[33, 44]> : tensor<2xi32>
    check.expect_eq_const %result#2, dense<[11, 22]> : tensor<2xi32>
    check.expect_eq_const %result#3, dense<[33, 44]> : tensor<2xi32>
    return
  }
}

// -----

module @groups_of_different_length {
  func.func public @program(%x: tensor<i64>) -> tensor<i64> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[1, 2], [0, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %sum = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %sum : tensor<i64>
    }) : (tensor<i64>) -> tensor<i64>
    return %result : tensor<i64>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i64>
    %x1 = stablehlo.constant dense<2> : tensor<i64>
    %x2 = stablehlo.constant dense<4> : tensor<i64>
    %result:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@program], [@program], [@program]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
    check.expect_eq_const %result#0, dense<1> : tensor<i64>
    check.expect_eq_const %result#1, dense<6> : tensor<i64>
    check.expect_eq_const %result#2, dense<6> : tensor<i64>
    return
  }
}

// -----

module @partitions_keep_apart_without_a_channel {
  func.func public @program(%x: tensor<i32>) -> tensor<i32> {
    %result = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %result : tensor<i32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i32>
    %x1 = stablehlo.constant dense<2> : tensor<i32>
    %x2 = stablehlo.constant dense<10> : tensor<i32>
    %x3 = stablehlo.constant dense<20> : tensor<i32>
    %result:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@program, @program], [@program, @program]]} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %result#0, dense<11> : tensor<i32>
    check.expect_eq_const %result#1, dense<22> : tensor<i32>
    check.expect_eq_const %result#2, dense<11> : tensor<i32>
    check.expect_eq_const %result#3, dense<22> : tensor<i32>
    return
  }
}

// -----

module @a_channel_joins_partitions {
  func.func public @program(%x: tensor<i32>) -> tensor<i32> {
    %result = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %result : tensor<i32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i32>
    %x1 = stablehlo.constant dense<2> : tensor<i32>
    %x2 = stablehlo.constant dense<10> : tensor<i32>
    %x3 = stablehlo.constant dense<20> : tensor<i32>
    %result:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@program, @program], [@program, @program]]} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %result#0, dense<33> : tensor<i32>
    check.expect_eq_const %result#1, dense<33> : tensor<i32>
    check.expect_eq_const %result#2, dense<33> : tensor<i32>
    check.expect_eq_const %result#3, dense<33> : tensor<i32>
    return
  }
}

// -----

module @flattened_ids_name_processes {
  func.func public @program(%x: tensor<i32>) -> tensor<i32> {
    %result = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %result : tensor<i32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i32>
    %x1 = stablehlo.constant dense<2> : tensor<i32>
    %x2 = stablehlo.constant dense<10> : tensor<i32>
    %x3 = stablehlo.constant dense<20> : tensor<i32>
    %result:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@program, @program], [@program, @program]]} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %result#0, dense<21> : tensor<i32>
    check.expect_eq_const %result#1, dense<12> : tensor<i32>
    check.expect_eq_const %result#2, dense<12> : tensor<i32>
    check.expect_eq_const %result#3, dense<21> : tensor<i32>
    return
  }
}

// -----

module @maximum_of_unsigned {
  func.func public @program(%x: tensor<2xui8>) -> tensor<2xui8> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
      %sum = stablehlo.maximum %a, %b : tensor<ui8>
      stablehlo.return %sum : tensor<ui8>
    }) : (tensor<2xui8>) -> tensor<2xui8>
    return %result : tensor<2xui8>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
    %x1 = stablehlo.constant dense<[100, 2]> : tensor<2xui8>
    %result:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@program], [@program]]} : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>, tensor<2xui8>)
    check.expect_eq_const %result#0, dense<[200, 2]> : tensor<2xui8>
    check.expect_eq_const %result#1, dense<[200, 2]> : tensor<2xui8>
    return
  }
}

// -----

module @logical_and {
  func.func public @program(%x: tensor<2xi1>) -> tensor<2xi1> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %sum = stablehlo.and %a, %b : tensor<i1>
      stablehlo.return %sum : tensor<i1>
    }) : (tensor<2xi1>) -> tensor<2xi1>
    return %result : tensor<2xi1>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[true, true]> : tensor<2xi1>
    %x1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %result:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@program], [@program]]} : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>)
    check.expect_eq_const %result#0, dense<[true, false]> : tensor<2xi1>
    check.expect_eq_const %result#1, dense<[true, false]> : tensor<2xi1>
    return
  }
}

// -----

module @a_computation_in_full {
  func.func public @program(%x: tensor<2xi8>) -> tensor<2xi8> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %difference = stablehlo.subtract %a, %b : tensor<i8>
      %negative = stablehlo.sign %difference : tensor<i8>
      stablehlo.return %negative : tensor<i8>
    }) : (tensor<2xi8>) -> tensor<2xi8>
    return %result : tensor<2xi8>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[1, 100]> : tensor<2xi8>
    %x1 = stablehlo.constant dense<[2, 100]> : tensor<2xi8>
    %x2 = stablehlo.constant dense<[4, 1]> : tensor<2xi8>
    %result:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@program], [@program], [@program]]} : (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>)
    check.expect_eq_const %result#0, dense<[-1, -1]> : tensor<2xi8>
    check.expect_eq_const %result#1, dense<[-1, -1]> : tensor<2xi8>
    check.expect_eq_const %result#2, dense<[-1, -1]> : tensor<2xi8>
    return
  }
}

// -----

module @one_process {
  func.func public @program(%x: tensor<1xbf16>) -> tensor<1xbf16> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %sum = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %sum : tensor<bf16>
    }) : (tensor<1xbf16>) -> tensor<1xbf16>
    return %result : tensor<1xbf16>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[2.5]> : tensor<1xbf16>
    %result:1 = "interpreter.run_parallel"(%x0) {programs = [[@program]]} : (tensor<1xbf16>) -> (tensor<1xbf16>)
    check.expect_eq_const %result#0, dense<[2.5]> : tensor<1xbf16>
    return
  }
}

// -----

module @no_elements {
  func.func public @program(%x: tensor<0xf32>) -> tensor<0xf32> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<0xf32>) -> tensor<0xf32>
    return %result : tensor<0xf32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<> : tensor<0xf32>
    %x1 = stablehlo.constant dense<> : tensor<0xf32>
    %result:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@program], [@program]]} : (tensor<0xf32>, tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>)
    check.expect_eq_const %result#0, dense<> : tensor<0xf32>
    check.expect_eq_const %result#1, dense<> : tensor<0xf32>
    return
  }
}

// -----

module @several_operands_of_different_shape {
  func.func public @program(%x: tensor<2xi32>, %y: tensor<i32>) -> (tensor<2xi32>, tensor<i32>) {
    %result:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<i32>)
    return %result#0, %result#1 : tensor<2xi32>, tensor<i32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y0 = stablehlo.constant dense<3> : tensor<i32>
    %x1 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %y1 = stablehlo.constant dense<30> : tensor<i32>
    %result:4 = "interpreter.run_parallel"(%x0, %y0, %x1, %y1) {programs = [[@program], [@program]]} : (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>)
    check.expect_eq_const %result#0, dense<[11, 22]> : tensor<2xi32>
    check.expect_eq_const %result#1, dense<33> : tensor<i32>
    check.expect_eq_const %result#2, dense<[11, 22]> : tensor<2xi32>
    check.expect_eq_const %result#3, dense<33> : tensor<i32>
    return
  }
}

// -----

module @narrow_operands_are_summed_in_a_wider_type {
  func.func public @program(%x: tensor<1xbf16>) -> tensor<1xf32> {
    %result = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<1xbf16>) -> tensor<1xf32>
    return %result : tensor<1xf32>
  }
  func.func public @main() {
    %x0 = stablehlo.constant dense<256.0> : tensor<1xbf16>
    %x1 = stablehlo.constant dense<1.0> : tensor<1xbf16>
    %result:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@program], [@program]]} : (tensor<1xbf16>, tensor<1xbf16>) -> (tensor<1xf32>, tensor<1xf32>)
    check.expect_eq_const %result#0, dense<257.0> : tensor<1xf32>
    check.expect_eq_const %result#1, dense<257.0> : tensor<1xf32>
    return
  }
}
