"""The tally counts single tests, and counts as failed whatever did not say that it passed."""

import unittest

from tally import Tally, tally_program, tally_report

GTEST = """[==========] Running 4 tests from 1 test suite.
[ RUN      ] Room.Holds
[       OK ] Room.Holds (0 ms)
[ RUN      ] Room.Breaks
a.cpp:3: Failure
[  FAILED  ] Room.Breaks (1 ms)
[ RUN      ] Room.Waits
a.cpp:9: Skipped
no plugin here
[  SKIPPED ] Room.Waits (0 ms)
[ RUN      ] Room.Types/0
[       OK ] Room.Types/0 (0 ms)
[==========] 4 tests from 1 test suite ran. (1 ms total)
[  PASSED  ] 2 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Room.Breaks
"""


class TallyTest(unittest.TestCase):
    def test_counts_gtest_cases_once_each_and_says_why_one_was_skipped(self):
        tally = tally_program("room", "fail", GTEST)
        self.assertEqual(str(tally), "2 passed, 1 failed, 1 skipped")
        self.assertEqual(tally.reasons, ["Room.Waits: a.cpp:9: Skipped no plugin here"])

    def test_a_crash_after_passing_cases_is_one_failure(self):
        begun = GTEST[: GTEST.index("a.cpp:3")]
        self.assertEqual(str(tally_program("room", "fail", begun)), "1 passed, 1 failed")

    def test_a_program_that_ran_no_test_failed(self):
        empty = "[==========] Running 0 tests from 0 test suites.\n[  PASSED  ] 0 tests.\n"
        self.assertEqual(str(tally_program("room", "run", empty)), "0 passed, 1 failed")

    def test_disabled_cases_are_counted_as_skipped(self):
        text = GTEST + "\n  YOU HAVE 2 DISABLED TESTS\n"
        self.assertEqual(tally_program("room", "fail", text).skipped, 3)

    def test_a_closing_line_is_taken_as_it_stands(self):
        self.assertEqual(str(tally_program("x", "run", "noise\n7 passed, 0 failed, 2 skipped\n")),
                         "7 passed, 0 failed, 2 skipped")

    def test_a_clean_closing_line_of_a_failed_program_still_fails(self):
        self.assertEqual(str(tally_program("x", "fail", "7 passed, 0 failed\n")), "7 passed, 1 failed")

    def test_a_silent_program_is_one_test(self):
        self.assertEqual(tally_program("x", "run", ""), Tally(passed=1))
        self.assertEqual(tally_program("x", "fail", ""), Tally(failed=1))

    def test_a_program_that_was_not_run_is_skipped_with_what_it_said(self):
        tally = tally_program("format", "notrun", "clang-format 14 is not installed\n")
        self.assertEqual((tally.skipped, tally.reasons), (1, ["format: clang-format 14 is not installed"]))

    def test_a_report_of_ctest_is_summed_over_its_programs(self):
        report = """<?xml version="1.0"?><testsuite name="x">
          <testcase name="a" status="run"><system-out>3 passed, 0 failed</system-out></testcase>
          <testcase name="b" status="fail"><failure message=""/><system-out/></testcase></testsuite>"""
        self.assertEqual(str(tally_report(report)), "3 passed, 1 failed")

    def test_a_plain_report_without_a_closing_line_failed(self):
        self.assertEqual(str(tally_report("Traceback ...\n")), "0 passed, 1 failed")


if __name__ == "__main__":
    unittest.main()
