"""One training step on our plugin against JAX's own step on the same inputs, within a bound derived in rounding.py.

Three things are computed: the step by the program that we emit, run on our plugin in f32; JAX's step, written here with
jax.numpy and value_and_grad, in f32 and in f64; and, by hand-written reverse sweeps, how far any f32 step may lie from
the exact one. Both f32 steps must lie within that bound of the f64 step.

The weights are sparse, so that the bound says something: the terms of a sum that are zero add no rounding, while
through dense layers a worst-case bound grows with the width and soon covers any answer. `test_the_bound_is_narrow`
holds it to that. Every entry of every gradient is compared all the same, because a weight of zero has a gradient.
"""

import pathlib
import tempfile
import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import rounding as r
from rounding import bilinear, constant, exact
from stepwright import emit, stepwright

jax.config.update("jax_enable_x64", True)

BATCH, CLASSES, IMAGE = 128, 10, 28
LEARNING_RATE, DECAY = 0.1, 1e-4  # of the plain step; of AdamW
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
# The weights of each network with their shapes; the bias of W1 is b1.
NETWORKS = {
    "linear": {"W0": (784, 10)},
    "mlp": {"W0": (784, 512), "W1": (512, 512), "W2": (512, 10)},
    "cnn": {"W1": (32, 1, 3, 3), "W2": (32, 32, 3, 3), "W3": (6272, 512), "W4": (512, 512), "W5": (512, 10)},
}
# How many weights that are not zero each input of a dense layer has (one input in eight has one, where it is less than
# one), and each output of a convolution.
DENSITY = {(784, 10): 1, (784, 512): 3, (512, 512): 4, (512, 10): 1, (6272, 512): 1 / 8}
KERNEL_DENSITY = 8


# --- JAX's step: the definition ---------------------------------------------------------------------------------------


def forward(network, p, x):
    if network == "linear":
        return x @ p["W0"] + p["b0"]
    if network == "mlp":
        h = jax.nn.relu(x @ p["W0"] + p["b0"])
        h = jax.nn.relu(h @ p["W1"] + p["b1"])
        return h @ p["W2"] + p["b2"]
    h = x.reshape(-1, 1, IMAGE, IMAGE)
    for w, b in (("W1", "b1"), ("W2", "b2")):
        h = lax.conv_general_dilated(h, p[w], (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
        h = jax.nn.relu(h + p[b][None, :, None, None])
    h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    h = h.reshape(h.shape[0], -1)
    h = jax.nn.relu(h @ p["W3"] + p["b3"])
    h = jax.nn.relu(h @ p["W4"] + p["b4"])
    return h @ p["W5"] + p["b5"]


def loss(network, p, x, targets):
    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(forward(network, p, x)), -1))


def jax_step(network, contract, inputs, dtype):
    """The results of the step by name, in f32 or f64."""
    inputs = {name: jnp.asarray(value, dtype) for name, value in inputs.items()}
    names = parameter_names(network)
    p = {name: inputs[name] for name in names}
    value, g = jax.value_and_grad(lambda q: loss(network, q, inputs["x"], inputs["onehot"]))(p)
    results = {"loss": value}
    if contract == "plain":
        return results | {name: p[name] - LEARNING_RATE * g[name] for name in names}
    lr, bc1, bc2 = inputs["lr"], inputs["bc1"], inputs["bc2"]
    for name in names:
        m = BETA1 * inputs[name + "m"] + (1 - BETA1) * g[name]
        v = BETA2 * inputs[name + "v"] + (1 - BETA2) * g[name] ** 2
        moved = p[name] - lr * (m / bc1) / (jnp.sqrt(v / bc2) + EPSILON)
        results |= {name: moved - lr * DECAY * p[name], name + "m": m, name + "v": v}
    return results | {"bc1": bc1, "bc2": bc2}


# --- The bound: the same step by hand, with what rounding may do ------------------------------------------------------


def bounded_gradients(network, inputs):
    """(loss, gradient by name)."""
    p = {name: exact(value) for name, value in inputs.items()}
    sweep = {"linear": bounded_dense, "mlp": bounded_dense, "cnn": bounded_cnn}[network]
    return sweep(p, p["x"], [name[1:] for name in NETWORKS[network]])


def bounded_dense(p, x, layers):
    """Dense layers with relu between; also the gradient in x, as `x`."""
    kept = []
    for layer in layers:
        z = r.matmul(x, p["W" + layer]) + p["b" + layer]
        kept.append((layer, x, z))
        x = r.relu(z)
    value, dz = r.softmax_cross_entropy(z, p["onehot"])
    gradient = {}
    for at, (layer, x, z) in reversed(list(enumerate(kept))):
        if at + 1 < len(kept):
            dz = r.relu_gradient(dz, z)
        gradient["W" + layer] = r.matmul(r.transposed(x), dz)
        gradient["b" + layer] = r.total(dz, 0)
        dz = r.matmul(dz, r.transposed(p["W" + layer]))
    return value, gradient | {"x": dz}


def bounded_cnn(p, x, layers):
    images = x.map(lambda t: t.reshape(-1, 1, IMAGE, IMAGE))
    bias = {layer: p["b" + layer].map(lambda t: t[None, :, None, None]) for layer in ("1", "2")}
    z1 = bilinear(r.convolve, images, p["W1"]) + bias["1"]
    h1 = r.relu(z1)
    z2 = bilinear(r.convolve, h1, p["W2"]) + bias["2"]
    h2 = r.relu(z2)
    pooled = r.max_pool(h2)
    value, gradient = bounded_dense(p, pooled.map(lambda t: t.reshape(BATCH, -1)), layers[2:])
    dpooled = gradient["x"].map(lambda t: t.reshape(pooled.value.shape))
    dz2 = r.relu_gradient(r.max_pool_gradient(dpooled, h2), z2)
    dz1 = r.relu_gradient(bilinear(r.convolve_gradient_images, dz2, p["W2"]), z1)
    for layer, x, dz in (("1", images, dz1), ("2", h1, dz2)):
        gradient["W" + layer] = bilinear(r.convolve_gradient_kernel, x, dz)
        gradient["b" + layer] = r.total(dz, (0, 2, 3))
    return value, gradient


def bounded_step(network, contract, inputs, value, g):
    p = {name: exact(given) for name, given in inputs.items()}
    results = {"loss": value}
    for name in parameter_names(network):
        if contract == "plain":
            results[name] = p[name] - constant(LEARNING_RATE) * g[name]
            continue
        m = constant(BETA1) * p[name + "m"] + constant(1 - BETA1) * g[name]
        v = constant(BETA2) * p[name + "v"] + constant(1 - BETA2) * (g[name] * g[name])
        moved = p[name] - p["lr"] * (m / p["bc1"]) / (r.sqrt(v / p["bc2"]) + constant(EPSILON))
        results[name] = moved - p["lr"] * constant(DECAY) * p[name]
        results |= {name + "m": m, name + "v": v}
    if contract == "packed":
        results |= {"bc1": p["bc1"], "bc2": p["bc2"]}
    return results


# --- Inputs -----------------------------------------------------------------------------------------------------------


def parameter_names(network):
    return [kind + name[1:] for name in NETWORKS[network] for kind in ("W", "b")]


def sparse(random, shape):
    """Weights of about the size that keeps a layer's outputs near 1."""
    if len(shape) == 4:
        fan_in = shape[1] * shape[2] * shape[3]
        chosen = np.tile(np.arange(fan_in) < KERNEL_DENSITY, (shape[0], 1))
        count = KERNEL_DENSITY
    else:
        each = DENSITY[shape]
        chosen = np.tile(np.arange(shape[1]) < each, (shape[0], 1)) & (random.uniform(0, 1, (shape[0], 1)) < each)
        count = max(1, each * shape[0] / shape[1])
    chosen = random.permuted(chosen, axis=1).reshape(shape)
    return chosen * random.choice((-1, 1), shape) * random.uniform(0.5, 1.5, shape) / np.sqrt(count)


def random_inputs(network):
    """For both contracts; those of AdamW are its third step's."""
    random = np.random.default_rng(len(network))
    inputs = {"x": random.uniform(0, 1, (BATCH, IMAGE * IMAGE)) * random.integers(0, 2, (BATCH, IMAGE * IMAGE))}
    for name, shape in NETWORKS[network].items():
        inputs[name] = sparse(random, shape)
        inputs["b" + name[1:]] = random.uniform(-0.3, 0.3, shape[0] if len(shape) == 4 else shape[1])
    for name in parameter_names(network):
        inputs[name + "m"] = random.normal(0, 0.01, inputs[name].shape)
        inputs[name + "v"] = random.uniform(1e-4, 1e-3, inputs[name].shape)
    inputs |= {"lr": 0.003, "bc1": 1 - BETA1**3, "bc2": 1 - BETA2**3, "lslot": 0.0}
    inputs["onehot"] = np.eye(CLASSES)[random.integers(0, CLASSES, BATCH)]
    return {name: np.asarray(value, np.float32) for name, value in inputs.items()}


def our_step(network, contract, inputs, *flags):
    """The results of our program on our plugin, by name."""
    with tempfile.TemporaryDirectory() as folder:
        text, manifest = emit(folder, network, "--contract", contract, "--batch", BATCH, *flags)
        words = ["run", text, "--output", folder]
        for at, argument in enumerate(manifest["arguments"]):
            file = pathlib.Path(folder) / f"argument{at}.npy"
            np.save(file, inputs[argument["name"]])
            words += ["--input", file]
        stepwright(*words)
        names = [result["name"] for result in manifest["results"]]
        return {name: np.load(pathlib.Path(folder) / f"result{at}.npy") for at, name in enumerate(names)}


# --- The tests --------------------------------------------------------------------------------------------------------


class Case:
    """All that is computed of one step."""

    def __init__(self, network, contract, inputs, bounded):
        self.network, self.contract, self.inputs = network, contract, inputs
        self.exact = jax_step(network, contract, inputs, jnp.float64)
        self.bound = bounded_step(network, contract, inputs, *bounded)


def cases():
    for network in NETWORKS:
        inputs = random_inputs(network)
        bounded = bounded_gradients(network, inputs)
        for contract in ("plain", "packed"):
            yield Case(network, contract, inputs, bounded)


def farthest(results, case):
    """The largest distance from the exact step, in bounds, and where."""
    ratios = {}
    for name, found in results.items():
        distance = abs(np.asarray(found, np.float64) - case.exact[name])
        ratios[name] = float(jnp.max(jnp.where(distance > 0, distance / case.bound[name].error, 0)))
    worst = max(ratios, key=ratios.get)
    return ratios[worst], worst


class Step(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = list(cases())

    def each(self, check):
        for case in self.cases:
            with self.subTest(f"{case.network} {case.contract}"):
                check(case)

    def expect_within_bound(self, results, case):
        ratio, where = farthest(results, case)
        self.assertLessEqual(ratio, 1, f"{where} is {ratio} bounds off")

    def test_ours_is_jaxs_within_the_bound(self):
        def check(case):
            ours = our_step(case.network, case.contract, case.inputs)
            missing = set(case.exact) - set(ours)
            self.assertEqual(missing, {"loss"} if (case.network, case.contract) == ("linear", "plain") else set())
            self.expect_within_bound(ours, case)

        self.each(check)

    def test_jaxs_own_f32_step_is_within_the_bound(self):
        def check(case):
            self.expect_within_bound(jax_step(case.network, case.contract, case.inputs, jnp.float32), case)

        self.each(check)

    def test_the_bound_belongs_to_the_step(self):
        def check(case):
            for name, value in case.exact.items():
                scale = float(jnp.max(abs(value)))
                np.testing.assert_allclose(case.bound[name].value, value, rtol=1e-9, atol=1e-12 * scale, err_msg=name)

        self.each(check)

    def test_the_bound_is_narrow(self):
        def check(case):
            for name in parameter_names(case.network):
                moved = jnp.sum(abs(case.exact[name] - case.inputs[name]))
                self.assertLess(float(jnp.sum(case.bound[name].error) / moved), 0.02, name)

        self.each(check)

    def test_a_step_that_is_two_hundredths_off_is_found(self):
        case = self.cases[-2]
        ours = our_step(case.network, case.contract, case.inputs, "--learning-rate", LEARNING_RATE * 1.02)
        for name in parameter_names(case.network):
            self.assertGreater(farthest({name: ours[name]}, case)[0], 1, name)

    def test_a_step_that_confuses_its_moments_is_found(self):
        case = self.cases[-1]
        names = parameter_names(case.network)
        swapped = {name + "m": case.inputs[name + "v"] for name in names}
        ours = our_step(case.network, case.contract, case.inputs | swapped)
        for name in names:
            self.assertGreater(farthest({name: ours[name]}, case)[0], 1, name)


if __name__ == "__main__":
    unittest.main()
