"""Counts the single tests in a report of a test run: `tally.py REPORT` prints "N passed, N failed[, N skipped]".

REPORT is CTest's JUnit file, or the output of a program that ends in that line itself. CTest counts programs;
this counts what they ran: GoogleTest cases by their own lines, other programs by the closing line they print, and
a program that prints neither as one test. A program that fails without naming a failed test (it crashed) counts as
one failure more, and so does one that ran nothing. Why something was skipped goes to standard error.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

CLOSING_LINE = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
GTEST_CASE = re.compile(r"^\[ *(OK|FAILED|SKIPPED) *\] (\S+) \(\d+ ms\)$")
GTEST_DISABLED = re.compile(r"^ *YOU HAVE (\d+) DISABLED TEST", re.MULTILINE)


@dataclass
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    reasons: list = field(default_factory=list)

    def __add__(self, other):
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped,
                     self.reasons + other.reasons)

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def tally_gtest(output):
    """The cases of one GoogleTest program; the lines between "RUN" and "SKIPPED" are the reason."""
    tally, said = Tally(), []
    for line in output.splitlines():
        case = GTEST_CASE.match(line)
        if line.startswith("[ RUN      ]"):
            said = []
        elif case is None:
            said.append(line.strip())
        elif case[1] == "SKIPPED":
            tally.skipped += 1
            tally.reasons.append(f"{case[2]}: {' '.join(said) or 'no reason given'}")
        elif case[1] == "OK":
            tally.passed += 1
        else:
            tally.failed += 1
    disabled = sum(int(n) for n in GTEST_DISABLED.findall(output))
    if disabled:
        tally += Tally(skipped=disabled, reasons=[f"{disabled} GoogleTest cases named DISABLED_"])
    return tally


def tally_closing_line(output):
    found = CLOSING_LINE.findall(output)
    return Tally(*(int(n or 0) for n in found[-1])) if found else None


def tally_program(name, status, output):
    """One program that CTest ran; status is "run" (it exited 0), "fail" or "notrun"."""
    if status not in ("run", "fail"):
        return Tally(skipped=1, reasons=[f"{name}: {output.strip() or 'CTest did not run it'}"])
    is_gtest = "[==========] Running " in output
    tally = tally_gtest(output) if is_gtest else tally_closing_line(output)
    if tally is None:
        return Tally(passed=1) if status == "run" else Tally(failed=1)
    ran_nothing = tally.passed + tally.failed + tally.skipped == 0
    if (status == "fail" and tally.failed == 0) or ran_nothing:
        tally.failed += 1
    return tally


def tally_report(text):
    if not text.lstrip().startswith("<"):
        tally = tally_closing_line(text)
        return tally or Tally(failed=1)
    total = Tally()
    for case in ElementTree.fromstring(text).iter("testcase"):
        total += tally_program(case.get("name"), case.get("status"), case.findtext("system-out") or "")
    return total


def main():
    with open(sys.argv[1], encoding="utf-8", errors="replace") as report:
        tally = tally_report(report.read())
    for reason in tally.reasons:
        print(f"  skipped {reason}", file=sys.stderr)
    print(tally)


if __name__ == "__main__":
    main()
