"""Every program that we emit, against the official parser, verifier and printer."""

import itertools
import tempfile
import unittest

from mlir import Refused, difference, official_print
from stepwright import Failed, emit, stepwright

NETWORKS = ("linear", "mlp", "cnn")
PACKED = [("--optimizer", name) for name in ("sgd", "heavy-ball", "nesterov", "adamw")]
LOSSES = [(), ("--smoothing", "0.1"), ("--loss", "binary-cross-entropy")]
DECAYS = [(), ("--weight-decay", "0.01"), ("--weight-decay", "0.01", "--decay", "matrices")]


def programs():
    """The flags of every program: each network, contract, optimizer, loss and decay."""
    contracts = [("--contract", "plain"), *PACKED]
    for network, contract, loss, decay in itertools.product(NETWORKS, contracts, LOSSES, DECAYS):
        yield (network, *contract, *loss, *decay)
    for network in NETWORKS:
        yield (network, "--forward")
        yield (network, "--forward", "--batch", "1", "--classes", "2")
        yield (network, "--batch", "1", "--classes", "1000")


class EmittedText(unittest.TestCase):
    def test_is_what_mlir_prints_and_fmt_leaves_it_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            for flags in programs():
                with self.subTest(" ".join(flags)):
                    path, _ = emit(folder, *flags)
                    text = path.read_text(encoding="utf-8")
                    self.assertEqual(difference(text, official_print(text)), "")
                    self.assertEqual(stepwright("fmt", path), text)

    def test_a_text_that_mlir_would_print_otherwise_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            path, _ = emit(folder, "linear")
            text = path.read_text(encoding="utf-8")
            self.assertNotEqual(difference(text.replace("stablehlo.add ", "stablehlo.add  "), official_print(text)), "")

    def test_the_manifest_names_the_version_of_stablehlo_that_prints_so(self):
        from jaxlib.mlir.dialects import stablehlo

        with tempfile.TemporaryDirectory() as folder:
            _, manifest = emit(folder, "linear")
        self.assertEqual(manifest["stablehlo"], stablehlo.get_current_version())


class OfficialText(unittest.TestCase):
    def test_fmt_reads_what_mlir_prints_of_ours_as_the_same_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for network in NETWORKS:
                path, _ = emit(folder, network)
                text = path.read_text(encoding="utf-8")
                path.write_text(official_print(text), encoding="utf-8")
                self.assertEqual(difference(stepwright("fmt", path), text), "")

    def test_both_refuse_a_type_that_does_not_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            path, _ = emit(folder, "linear")
            text = path.read_text(encoding="utf-8")
            wrong = text.replace("%onehot: tensor<128x10xf32>", "%onehot: tensor<128x11xf32>")
            self.assertNotEqual(wrong, text)
            path.write_text(wrong, encoding="utf-8")
            self.assertRaises(Refused, official_print, wrong)
            self.assertRaisesRegex(Failed, r"ended with 1\nerror: .*program\.mlir:\d+:\d+", stepwright, "fmt", path)


if __name__ == "__main__":
    unittest.main()
