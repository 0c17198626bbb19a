"""One training step of the MNIST CNN (AdamW, batch 128): ours on our plugin against JAX's own, in one sitting.

The two alternate, so that whatever else the machine does falls on both; the figure is the ratio of the medians of all
steps. Also measured: what building and printing the step takes, and how long a second start of training takes to its
first step, by the cache of executables.

    ./sw setup --oracle && .stepwright/oracle/bin/python bench/mnist_cnn_step.py
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHAPES = {"W1": (32, 1, 3, 3), "b1": (32,), "W2": (32, 32, 3, 3), "b2": (32,), "W3": (6272, 512), "b3": (512,),
          "W4": (512, 512), "b4": (512,), "W5": (512, 10), "b5": (10,)}
BATCH, BETA1, BETA2, EPSILON, DECAY = 128, 0.9, 0.999, 1e-8, 1e-4


def loss(p, x, targets):
    h = x.reshape(-1, 1, 28, 28)
    for w, b in (("W1", "b1"), ("W2", "b2")):
        h = lax.conv_general_dilated(h, p[w], (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
        h = jax.nn.relu(h + p[b][None, :, None, None])
    h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID").reshape(BATCH, -1)
    h = jax.nn.relu(h @ p["W3"] + p["b3"])
    h = jax.nn.relu(h @ p["W4"] + p["b4"])
    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(h @ p["W5"] + p["b5"]), -1))


def step(p, m, v, x, targets, lr, bc1, bc2):
    value, g = jax.value_and_grad(loss)(p, x, targets)
    m = {k: BETA1 * m[k] + (1 - BETA1) * g[k] for k in p}
    v = {k: BETA2 * v[k] + (1 - BETA2) * g[k] ** 2 for k in p}
    p = {k: p[k] - lr * (m[k] / bc1 / (jnp.sqrt(v[k] / bc2) + EPSILON) + DECAY * p[k]) for k in p}
    return p, m, v, value


def arguments(random):
    p = {k: random.normal(size=s).astype(np.float32) * 0.05 for k, s in SHAPES.items()}
    zeros = {k: np.zeros(s, np.float32) for k, s in SHAPES.items()}
    x = random.random((BATCH, 784), np.float32)
    targets = np.eye(10, dtype=np.float32)[random.integers(0, 10, BATCH)]
    return p, zeros, {k: z.copy() for k, z in zeros.items()}, x, targets


class Jax:
    def __init__(self, p, m, v, x, targets):
        self.state = jax.device_put((p, m, v))
        self.rest = (x, targets, np.float32(1e-3), np.float32(0.1), np.float32(0.001))
        self.step = jax.jit(step, donate_argnums=(0, 1, 2))
        self.seconds(3)

    def seconds(self, steps):
        times = []
        for _ in range(steps):
            start = time.perf_counter()
            *self.state, value = self.step(*self.state, *self.rest)
            jax.block_until_ready((self.state, value))
            times.append(time.perf_counter() - start)
        return times


class Ours:
    def __init__(self, binary, folder, p, m, v, x, targets):
        self.binary, self.text = binary, folder / "step.mlir"
        subprocess.run([binary, "emit", "cnn", "-o", self.text], check=True, capture_output=True)
        one = [np.float32(1e-3), np.float32(0.1), np.float32(0.001)]
        self.inputs = []
        for at, value in enumerate([x, *p.values(), *m.values(), *v.values(), *one, targets]):
            np.save(folder / f"{at}.npy", np.asarray(value))
            self.inputs += ["-i", folder / f"{at}.npy"]
        self.seconds(3)

    def seconds(self, steps):
        words = [self.binary, "run", self.text, *self.inputs, "--repeat", str(steps + 1), "--json"]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)["seconds"][1:]  # the first run of a process warms its threads


def start_to_first_step(binary, run):
    """Seconds from the start of a process to the end of its first step, by its metrics in the folder `run`."""
    words = [binary, "train", "mnist-cnn", "--epochs", "1", "--out", run, "--json"]
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    metrics = run / "metrics.jsonl"
    while not (metrics.exists() and metrics.read_text(encoding="utf-8").count("\n") > 0):
        if process.poll() is not None:
            raise SystemExit("training ended before its first step")
        time.sleep(0.001)
    seconds = time.perf_counter() - start
    process.terminate()
    process.wait()
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=ROOT / "build/stepwright")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    binary = str(options.binary)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours = Ours(binary, folder, *arguments(np.random.default_rng(1)))
        theirs = Jax(*arguments(np.random.default_rng(1)))
        times = {"stepwright": [], "jax": []}
        for _ in range(options.rounds):
            times["jax"] += theirs.seconds(options.steps)
            times["stepwright"] += ours.seconds(options.steps)
        medians = {k: statistics.median(t) for k, t in times.items()}
        for k, median in medians.items():
            print(f"{k:<12} median {1e3 * median:.1f} ms of {len(times[k])} steps")
        print(f"ratio        {medians['stepwright'] / medians['jax']:.3f} (to be at most 1.05)")
        emits = []
        for _ in range(10):
            done = subprocess.run([binary, "emit", "cnn", "-o", folder / "again.mlir", "--json"], check=True,
                                  capture_output=True, text=True)
            emits.append(json.loads(done.stdout).get("seconds", float("nan")))
        print(f"build, print {1e3 * statistics.median(emits):.1f} ms (to be below 20)")
        start_to_first_step(binary, folder / "first")  # fills the cache
        second = start_to_first_step(binary, folder / "second")
        print(f"second start {second:.2f} s to the end of the first step (to be below 1)")


if __name__ == "__main__":
    main()
