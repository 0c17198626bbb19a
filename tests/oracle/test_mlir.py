"""The helpers of mlir.py themselves, against the official parser."""

import unittest

from mlir import Refused, difference, official_print, reset_names

NAMED = """module @m {
  func.func @main(%image: tensor<4xf32>, %s1b0_conv1: tensor<4xf32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.add %image, %s1b0_conv1 : tensor<4xf32>
    %total = "stablehlo.reduce"(%sum, %zero) ({
    ^bb0(%left: tensor<f32>, %right: tensor<f32>):
      %both = stablehlo.maximum %left, %right : tensor<f32>
      stablehlo.return %both : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %total : tensor<f32>
  }
}
"""

LOOP = """module {
  func.func private @twice(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    return %x, %x : tensor<i32>, tensor<i32>
  }
  func.func @main(%start: tensor<i32>) -> tensor<i32> {
    %pair:2 = call @twice(%start) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %loop:2 = stablehlo.while(%i = %pair#0, %j = %pair#1) : tensor<i32>, tensor<i32>
      cond {
      %less = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %j : tensor<i32>
      stablehlo.return %next, %j : tensor<i32>, tensor<i32>
    }
    return %loop#1 : tensor<i32>
  }
}
"""


class OfficialPrint(unittest.TestCase):
    def test_prints_what_it_parsed(self):
        self.assertIn("stablehlo.add %arg0, %arg1 : tensor<4xf32>", official_print(NAMED))

    def test_is_a_fixed_point(self):
        for text in (NAMED, LOOP):
            once = official_print(text)
            self.assertEqual(official_print(once), once)

    def test_refuses_what_does_not_parse_and_says_where(self):
        with self.assertRaisesRegex(Refused, r"(?s):3:.*undefined|expected"):
            official_print(NAMED.replace("dense<0.0>", "dense<"))

    def test_refuses_what_does_not_verify(self):
        wrong = NAMED.replace("array<i64: 0>", "array<i64: 7>")
        with self.assertRaisesRegex(Refused, "dimension"):
            official_print(wrong)

    def test_does_not_shorten_large_constants(self):
        numbers = ", ".join(f"{n}.5" for n in range(500))
        constant = f"%c = stablehlo.constant dense<[{numbers}]> : tensor<500xf32>"
        text = f"func.func @main() -> tensor<500xf32> {{\n  {constant}\n  return %c : tensor<500xf32>\n}}\n"
        self.assertIn('00C0F943"> : tensor<500xf32>', official_print(text))  # 499.5, the last, little-endian


class ResetNames(unittest.TestCase):
    def test_values_are_numbered_in_order_of_appearance(self):
        self.assertEqual(reset_names("%b = f : t"), "%0 = f : t")
        self.assertEqual(reset_names("g(%x: t, %a: t)\n  %q = add %a, %x : t"),
                         "g(%0: t, %1: t)\n  %2 = add %1, %0 : t")

    def test_groups_keep_their_size_and_index(self):
        self.assertEqual(reset_names("  %g:2 = f : t\n  h %g#1, %g#0 : t"), "  %0:2 = f : t\n  h %0#1, %0#0 : t")

    def test_a_list_of_results_defines_each(self):
        self.assertEqual(reset_names("  %a, %b = f : t\n  h %b, %a : t"), "  %0, %1 = f : t\n  h %1, %0 : t")

    def test_a_loop_defines_its_arguments_and_uses_their_initial_values(self):
        self.assertEqual(reset_names("%a = f\n%b = f\n%c = while(%i = %a, %j = %b) { g %j, %i }"),
                         "%0 = f\n%1 = f\n%2 = while(%3 = %0, %4 = %1) { g %4, %3 }")

    def test_a_name_defined_again_is_another_value(self):
        self.assertEqual(reset_names("r {\n^bb0(%x: t):\n g %x : t\n}\nr {\n^bb0(%x: t):\n g %x : t\n}"),
                         "r {\n^bb0(%0: t):\n g %0 : t\n}\nr {\n^bb1(%1: t):\n g %1 : t\n}")

    def test_labels_may_be_used_before_their_block(self):
        self.assertEqual(reset_names("{\n br ^exit\n^body:\n br ^exit\n^exit:\n}"),
                         "{\n br ^bb0\n^bb1:\n br ^bb0\n^bb0:\n}")

    def test_strings_and_comments_stay(self):
        text = '%0 = f "%a = \\"^b\\"" // %c = {\n'
        self.assertEqual(reset_names(text), text)

    def test_a_use_without_a_definition_is_an_error_with_its_line(self):
        with self.assertRaisesRegex(ValueError, "line 2: %b is used but not defined above"):
            reset_names("%a = f : t\n  g %b : t\n")

    def test_a_closing_brace_too_many_is_left_to_the_parser(self):
        self.assertEqual(reset_names("}\n^x:"), "}\n^bb0:")


class Difference(unittest.TestCase):
    def test_is_empty_between_official_texts_that_differ_in_names_only(self):
        official = official_print(LOOP)
        renamed = official.replace("%iterArg", "%carried").replace("%arg0", "%start")
        self.assertNotEqual(official, renamed)
        self.assertEqual(difference(renamed, official), "")

    def test_shows_operands_swapped(self):
        official = official_print(NAMED)
        swapped = official.replace("%arg0, %arg1 :", "%arg1, %arg0 :")
        self.assertIn("+    %3 = stablehlo.add %0, %1 : tensor<4xf32>", difference(swapped, official))

    def test_every_official_text_resets_to_a_text_that_mlir_reads_as_the_same(self):
        for text in (NAMED, LOOP):
            official = official_print(text)
            self.assertEqual(official_print(reset_names(official)), official)


if __name__ == "__main__":
    unittest.main()
