"""Runs the oracle tests, test_*.py beside this file: `run.py [BINARY]`, with a Python that has jaxlib.

The scripts find the built program's path in the environment variable STEPWRIGHT_BINARY, which BINARY sets.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from run_scripts import run_folder  # noqa: E402 (found through the line above)

if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.environ["STEPWRIGHT_BINARY"] = os.path.abspath(sys.argv[1])
    sys.exit(run_folder(HERE))
