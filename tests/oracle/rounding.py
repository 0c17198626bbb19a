"""How far a device that computes in f32 may lie from the exact value: bounds carried along a computation.

A `Near` is an exact value (in f64, whose own rounding is nothing beside f32's) and an elementwise bound on the distance
of whatever f32 result the device has in its place. The rules are those of running error analysis (Higham 2002,
"Accuracy and Stability of Numerical Algorithms", 3.1 and 3.3), with unit roundoff u = 2^-24:

- a sum of products of n terms that are not zero, in any order, with or without fused multiply-add, has a rounding error
  of at most gamma_n * sum |a||b|, where gamma_n = n u / (1 - n u). Zero terms add nothing and round nothing.
- an elementwise operation is granted ROUNDINGS roundings in place of one, because XLA replaces a division by a constant
  by a multiplication with its rounded reciprocal and merges constants.
- where a rule chooses (relu's gradient, the winner of a pooling window) and the bound does not exclude the other
  choice, the whole cotangent is in doubt.
"""

import dataclasses

import jax.numpy as jnp
import numpy as np
from jax import lax

U = 2.0**-24
ROUNDINGS = 2


@dataclasses.dataclass
class Near:
    value: jnp.ndarray
    error: jnp.ndarray

    @property
    def reach(self):
        """The largest magnitude that the device's value may have."""
        return abs(self.value) + self.error

    def __add__(self, other):
        # Nothing is rounded where one side is zero for certain.
        roundings = jnp.where((self.reach > 0) & (other.reach > 0), ROUNDINGS, 0)
        return rounded(self.value + other.value, self.error + other.error, roundings)

    def __sub__(self, other):
        return self + Near(-other.value, other.error)

    def __mul__(self, other):
        propagated = abs(self.value) * other.error + self.error * abs(other.value) + self.error * other.error
        return rounded(self.value * other.value, propagated)

    def __truediv__(self, other):
        least = abs(other.value) - other.error
        assert jnp.all(least > 0), "a divisor may be zero"
        value = self.value / other.value
        return rounded(value, (self.error + abs(value) * other.error) / least)

    def map(self, move):
        """`move` only moves elements."""
        return Near(move(self.value), move(self.error))


def rounded(value, propagated, roundings=ROUNDINGS):
    return Near(value, propagated + roundings * U * (abs(value) + propagated))


def exact(value):
    value = jnp.asarray(value, jnp.float64)
    return Near(value, jnp.zeros_like(value))


def constant(value):
    """A number of the formula, rounded to f32 in the program."""
    return Near(jnp.float64(value), jnp.float64(U * abs(value)))


def accumulated(magnitude, terms):
    return terms * U / (1 - terms * U) * magnitude


def bilinear(product, a, b):
    """`product` sums products of one element each, as a matrix product or a convolution does."""
    propagated = product(abs(a.value), b.error) + product(a.error, b.reach)
    terms = product(jnp.float64(a.reach > 0), jnp.float64(b.reach > 0))
    return Near(product(a.value, b.value), propagated + accumulated(product(a.reach, b.reach), terms))


def total(a, axes):
    """The sum over `axes`."""
    magnitude, terms = a.reach.sum(axes), jnp.float64(a.reach > 0).sum(axes)
    return Near(a.value.sum(axes), a.error.sum(axes) + accumulated(magnitude, terms))


def sqrt(a):
    # |sqrt(x) - sqrt(y)| = |x - y| / (sqrt(x) + sqrt(y)), and it is at most sqrt(|x - y|).
    root = jnp.sqrt(a.value)
    return rounded(root, jnp.minimum(a.error / jnp.maximum(root, 1e-300), jnp.sqrt(a.error)))


def relu(a):
    return Near(jnp.maximum(a.value, 0), jnp.where(a.value < -a.error, 0, a.error))


def relu_gradient(cotangent, before):
    """The cotangent where the argument `before` of relu is positive, else 0."""
    passed = jnp.where(before.value > 0, cotangent.value, 0)
    sure = jnp.where(before.value > 0, cotangent.error, 0)
    return Near(passed, jnp.where(abs(before.value) <= before.error, cotangent.reach, sure))


def windows(x):
    """[b, c, h, w] as the elements of its 2x2 windows: [b, c, h/2, w/2, 4]."""
    b, c, h, w = x.shape
    return x.reshape(b, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(b, c, h // 2, w // 2, 4)


def from_windows(x):
    b, c, h, w, _ = x.shape
    return x.reshape(b, c, h, w, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(b, c, 2 * h, 2 * w)


def max_pool(a):
    return Near(windows(a.value).max(-1), windows(a.error).max(-1))


def max_pool_gradient(cotangent, before):
    """Each window's cotangent goes to its first maximum, which is beyond doubt when no other comes near it, or when all
    that do are exact.
    """
    value, error = windows(before.value), windows(before.error)
    won = jnp.arange(4) == jnp.argmax(value, -1)[..., None]
    may_win = value + error >= (value - error).max(-1, keepdims=True)
    alone = may_win.sum(-1, keepdims=True) == 1
    sure = alone | (jnp.where(may_win, error, 0).max(-1, keepdims=True) == 0)
    doubt = jnp.where(sure, jnp.where(won, cotangent.error[..., None], 0), cotangent.reach[..., None])
    return Near(from_windows(jnp.where(won, cotangent.value[..., None], 0)),
                from_windows(jnp.where(may_win, doubt, 0)))


def softmax_cross_entropy(logits, targets):
    """The mean loss over the batch, and its gradient in the logits, by any of the usual formulas.

    With z - max z and log-sum-exp shifted alike, log softmax is a difference of numbers of magnitude at most r =
    max |z| + log K + 1; it and its exponential take no more than 16 roundings of numbers of that size (4 ulp granted to
    each of exp and log). A change of the logits by e changes log softmax by at most 2 e.
    """
    size, classes = logits.value.shape
    z = logits.value - logits.value.max(-1, keepdims=True)
    log_p = z - jnp.log(jnp.exp(z).sum(-1, keepdims=True))
    reach = logits.reach.max(-1, keepdims=True) + np.log(classes) + 1
    error = 2 * logits.error.max(-1, keepdims=True) + 16 * U * reach
    terms = Near(-log_p, jnp.broadcast_to(error, log_p.shape)) * targets
    p = Near(jnp.exp(log_p), jnp.exp(log_p) * jnp.expm1(error))
    return total(terms, (0, 1)) / exact(size), (p - targets) / exact(size)


def matmul(a, b):
    return bilinear(jnp.matmul, a, b)


def transposed(a):
    return a.map(jnp.transpose)


def convolve(x, w):
    """3x3, stride 1, padding 1; [b, i, h, w] with [o, i, 3, 3]."""
    return lax.conv_general_dilated(x, w, (1, 1), ((1, 1), (1, 1)), dimension_numbers=("NCHW", "OIHW", "NCHW"))


def convolve_gradient_kernel(x, dy):
    """The kernel's gradient: images and cotangent convolved with the batch as the channels."""
    y = lax.conv_general_dilated(x, dy, (1, 1), ((1, 1), (1, 1)), dimension_numbers=("CNHW", "IOHW", "CNHW"))
    return y  # [o, i, 3, 3]


def convolve_gradient_images(dy, w):
    return convolve(dy, jnp.flip(w, (2, 3)).transpose(1, 0, 2, 3))
