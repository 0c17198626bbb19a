"""Runs Python test scripts: `run_scripts.py FOLDER` runs FOLDER/test_*.py and ends with "N passed, N failed".

Each script is a unittest module and runs in a process of its own, so that a crash (of a native parser, say) is one
failure and not the end of the run.
"""

import pathlib
import re
import subprocess
import sys
import unittest

COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)


def run_here(script):
    """Runs one script in this process and prints its counts as its last line."""
    sys.path.insert(0, str(script.parent))
    suite = unittest.defaultTestLoader.loadTestsFromName(script.stem)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)
    for case, reason in result.skipped:
        print(f"  skipped {case.id()}: {reason}")
    failed = len({case.id() for case, _ in result.failures + result.errors}) + len(result.unexpectedSuccesses)
    passed = max(0, result.testsRun - failed - len(result.skipped))
    print(f"{passed} passed, {failed} failed, {len(result.skipped)} skipped")


def run_apart(script):
    """Runs one script in a new process; returns (passed, failed, skipped)."""
    run = subprocess.run([sys.executable, __file__, "--here", str(script)], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    found = COUNTS.findall(run.stdout)
    passed, failed, skipped = map(int, found[-1]) if found else (0, 0, 0)
    if run.returncode != 0 or passed + failed + skipped == 0:  # it crashed, or ran no test
        failed += 1
    print(f"{script.name}: {'FAILED' if failed else 'ok'}")
    if failed:
        print(run.stdout, end="")
        print(f"({script.name} ended with status {run.returncode})")
    elif skipped:
        print("".join(line for line in run.stdout.splitlines(True) if line.startswith("  skipped ")), end="")
    return passed, failed, skipped


def run_folder(folder):
    """Runs every script of the folder, prints the closing line, returns the exit status."""
    scripts = sorted(pathlib.Path(folder).resolve().glob("test_*.py"))
    passed, failed, skipped = (sum(counts) for counts in zip((0, 0, 0), *map(run_apart, scripts)))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 0 if passed and not failed else 1


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--here":
        run_here(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 2:
        sys.exit(run_folder(sys.argv[1]))
    else:
        sys.exit("usage: run_scripts.py FOLDER")


if __name__ == "__main__":
    main()
