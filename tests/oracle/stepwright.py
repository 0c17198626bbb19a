"""The built program, as the oracle tests call it."""

import json
import os
import pathlib
import subprocess


class Failed(Exception):
    """The program ended with another exit code than 0; the message is its own."""


def stepwright(*words):
    """Runs the program and returns what it prints. Raises Failed."""
    words = [os.environ["STEPWRIGHT_BINARY"], *map(str, words)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(words)} ended with {done.returncode}\n{done.stderr}{done.stdout}")
    return done.stdout


def emit(folder, network, *flags):
    """Emits a program into `folder` and returns the path of its text, and its manifest."""
    text = pathlib.Path(folder) / "program.mlir"
    stepwright("emit", network, *flags, "-o", text)
    return text, json.loads(text.with_suffix(".json").read_text(encoding="utf-8"))
