"""What `fmt` makes of constants, attributes and regions, against the official printer."""

import random
import struct
import tempfile
import unittest

from mlir import difference, official_print
from stepwright import stepwright

FLOATS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8}
INTEGERS = {"i1": 1, "i4": 4, "i8": 8, "i32": 32, "i64": 64, "ui2": 2, "ui16": 16, "ui64": 64}

SYNTAX = r"""
module @m attributes {a.b = 1 : i32, a.c = true, a.d, a.e = "x\"\\\n\01é", a.f = [1, 2 : i32, 3.0, 4.0 : f32, @s, unit],
                      a.g = array<i64>, a.h = array<i1: true, false>, a.i = {a = 1, "b c" = 2}, a.j = tensor<2xf32>,
                      a.k = #stablehlo<comparison_direction GT>, a.l = #stablehlo.channel_handle<handle = 1, type = 0>,
                      a.m = -1 : i8, a.n = 1.5e30, a.o = array<f32: 1.0, 2.0>, a.p = 1 : index, a.q = 0x7F800000 : f32,
                      a.r = @s::@t, a.s = [], a.t = {}, a.u = (f32, i1) -> i8, "a.with space" = f32} {
  func.func public @main(%x: tensor<2x3xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<2x3xi32>)
      -> (tensor<2x3xf32> {jax.result_info = "r"}, tensor<2xf32>) attributes {k = 1 : i64} {
    %zero = stablehlo.constant {note = "zero"} dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %pair:2 = stablehlo.reduce(%x init: %zero), (%y init: %one) across dimensions = [1]
        : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s, %c : tensor<f32>, tensor<i32>
    }
    %named = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1]
        : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %full = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
    %most = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {window_dimensions = array<i64: 1, 2>, note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
    %sum = stablehlo.add %pair#0, %named {note = 1 : i64} : tensor<2xf32>
    return %x, %sum : tensor<2x3xf32>, tensor<2xf32>
  }
  func.func private @nothing() {
    return
  }
}
"""


def floats(rng, kind, count):
    """Bits of random numbers: any bits, numbers of few digits, small integers, and the edges of each exponent."""
    width = FLOATS[kind]
    if width <= 16:
        return range(1 << width)
    code, word = ("<d", "<Q") if width == 64 else ("<f", "<I")
    fraction = 52 if width == 64 else 23
    bits = [rng.getrandbits(width) for _ in range(count)]
    decimals = [rng.randint(-(10**6), 10**6) / 10 ** rng.randint(0, 9) for _ in range(count)]
    integers = [rng.randint(0, 4095) * 2.0 ** rng.randint(-30, 30) for _ in range(count)]
    bits += [struct.unpack(word, struct.pack(code, value))[0] for value in decimals + integers]
    for exponent in range(1 << (width - 1 - fraction)):
        bits += [abs((exponent << fraction) + step) for step in (-1, 0, 1)]
    return bits


def constants(literals):
    lines = [f"  %x{n} = stablehlo.constant {literal}\n" for n, literal in enumerate(literals)]
    return "func.func @main() {\n" + "".join(lines) + "  return\n}\n"


class Syntax(unittest.TestCase):
    def check(self, text):
        """MLIR prints the same for `text`, for what we print of it, and so do we."""
        with tempfile.NamedTemporaryFile("w", suffix=".mlir", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            ours = stepwright("fmt", file.name)
        self.assertEqual(difference(ours, official_print(text)), "")
        self.assertEqual(difference(ours, official_print(ours)), "")

    def test_floats_given_by_their_bits(self):
        rng = random.Random(1)
        for kind in FLOATS:
            with self.subTest(kind):
                self.check(constants(f"dense<0x{bits:X}> : tensor<{kind}>" for bits in floats(rng, kind, 5000)))

    def test_tensors_of_every_size(self):
        rng = random.Random(2)
        literals = []
        for kind, width in {**FLOATS, **INTEGERS}.items():
            for shape in ((), (1,), (3,), (2, 3), (2, 0), (1, 2, 2), (100,), (101,), (9, 12)):
                count = 1
                for size in shape:
                    count *= size
                size = max(width, 8) // 8
                values = b"".join(rng.getrandbits(width).to_bytes(size, "little") for _ in range(count))
                elements = f'"0x{values.hex().upper()}"' if count else ""
                literals.append(f"dense<{elements}> : tensor<{''.join(f'{size}x' for size in shape)}{kind}>")
        self.check(constants(literals))

    def test_attributes_regions_and_results(self):
        self.check(SYNTAX)


if __name__ == "__main__":
    unittest.main()
