"""The wrapper ./sw, in a small project of its own, with stand-ins for the registries' clients and for apt."""

import gzip
import hashlib
import io
import os
import pathlib
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOBODY = 65534

# Stands in for pip and npm: logs the call, then copies the archive that the test laid ready, if it did.
REGISTRY_CLIENT = """#!/bin/bash
echo "$(basename "$0") $*" >>"$STAND_INS/calls"
[[ "$*" == *--version* ]] && exit 0
for argument; do [[ ${previous:-} == --dest || ${previous:-} == --pack-destination ]] && to=$argument
  previous=$argument; done
package=${previous%%[=@]*}
[[ -e $STAND_INS/slow-$package ]] && { touch "$STAND_INS/begun"; sleep 60; }
cp "$STAND_INS/$package".* "$to" 2>/dev/null || { echo "no such package: $package"; exit 1; }
"""
DPKG = """#!/bin/bash
for package in "${@:3}"; do
  grep -qx "$package" "$STAND_INS/installed" && echo "$package installed"
done
"""
APT = """#!/bin/bash
echo "apt-get $*" >>"$STAND_INS/calls"
[[ $1 == update ]] && { touch "$STAND_INS/updated"; exit; }
[[ -e $STAND_INS/outdated && ! -e $STAND_INS/updated ]] && { echo "404 Not Found"; exit 100; }
[[ -e $STAND_INS/unreachable ]] && { echo "no network"; exit 100; }
echo libgood-dev >>"$STAND_INS/installed"
"""
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
add_executable(stepwright main.cpp)
enable_testing()
add_test(NAME good COMMAND stepwright)
add_test(NAME bad COMMAND stepwright --fail)
"""
PROGRAM = """#include <cstdio>
#include <cstring>
int main(int count, char** words) {
  for (int i = 1; i < count; ++i) std::puts(words[i]);
  return count > 1 && std::strcmp(words[count - 1], "--fail") == 0 ? 7 : 0;
}
"""


def zip_of(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def tgz_of(files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return gzip.compress(data.getvalue(), mtime=0)  # the same bytes, hence the same pin, each time


class SmallProject(unittest.TestCase):
    """A copy of ./sw with a plugin from "pip", data from "npm", and one Debian package."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stepwright sw ")  # a space, as some users' folders have
        self.addCleanup(folder.cleanup)
        self.base = pathlib.Path(folder.name)
        self.base.chmod(0o755)
        self.root, self.stand_ins = self.base / "project", self.base / "stand-ins"
        self.deps = self.root / ".stepwright"
        self.stand_ins.mkdir()
        for name in ("sw", "setup", "tests/tools/tally.py", ".clang-format"):
            to = self.root / name
            to.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, to)
        for name, text in (("python3", REGISTRY_CLIENT), ("npm", REGISTRY_CLIENT), ("dpkg-query", DPKG),
                           ("apt-get", APT)):
            self.write(self.stand_ins / name, text).chmod(0o755)
        self.write(self.stand_ins / "installed", "libgood-dev\n")
        self.write(self.root / "setup/debian.txt", "# a comment\nbuild libgood-dev -\nbuild bash bash\n")
        self.publish()

    def write(self, path, content):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def publish(self, plugin="plugin"):
        """Lays the archives ready and pins them."""
        wheel, pack = zip_of({"in/plugin.so": plugin, "in/api.h": "header"}), tgz_of({"package/images": "images"})
        self.write(self.stand_ins / "plug.whl", wheel)
        self.write(self.stand_ins / "digits.tgz", pack)
        self.write(self.root / "setup/pins.txt",
                   f"pip plug 1.0 {hashlib.sha256(wheel).hexdigest()}\n  in/plugin.so -> plugins/plugin.so\n"
                   f"  in/api.h -> include/api.h\n"
                   f"npm digits 2.0 {hashlib.sha256(pack).hexdigest()}\n  package/images -> data/images\n")

    def environment(self, **more):
        inherited = {name: value for name, value in os.environ.items() if name not in ("STEPWRIGHT_DEPS", "CI")}
        path = f"{self.stand_ins}:{os.environ['PATH']}"
        return inherited | {"PATH": path, "STAND_INS": str(self.stand_ins)} | more

    def sw(self, *words, user=None, cwd=None, **more):
        return subprocess.run([self.root / "sw", *words], text=True, capture_output=True, cwd=cwd, user=user,
                              env=self.environment(**more))

    def calls(self):
        """The calls of stand-ins since the last look."""
        log = self.stand_ins / "calls"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line for line in lines if "--version" not in line]

    def fetched(self):
        return sorted(str(path.relative_to(self.deps)) for path in self.deps.rglob("*")
                      if path.is_file() and path.name != ".lock")


ALL = ["data/images", "include/api.h", "plugins/plugin.so", "stamps/digits", "stamps/plug"]


class Fetching(SmallProject):
    def test_puts_every_file_in_its_place_and_then_needs_no_network(self):
        run = self.sw("setup")
        self.assertEqual((run.returncode, self.fetched()), (0, ALL), run.stderr)
        self.assertEqual((self.deps / "data/images").read_text(), "images")
        self.assertEqual(len(self.calls()), 2)
        self.assertEqual(self.sw("setup").stderr, "sw: everything is set up in .stepwright\n")
        self.assertEqual(self.calls(), [])

    def test_a_wrong_checksum_is_one_clear_error_and_installs_nothing(self):
        found = hashlib.sha256(self.write(self.stand_ins / "plug.whl", b"tampered").read_bytes()).hexdigest()
        expected = (self.root / "setup/pins.txt").read_text().split()[3]
        run = self.sw("setup")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, f"""sw: fetching plug 1.0 from pip
sw: error: the checksum of plug 1.0 is wrong; nothing of it was installed
  where:    plug.whl
  expected: sha256 {expected}
  found:    sha256 {found}
  remedy:   run ./sw setup again; if it stays wrong, the registry's file has changed: do not use it
""")
        self.assertEqual(self.fetched(), [])

    def test_a_failed_download_keeps_what_was_whole_and_says_why(self):
        (self.stand_ins / "digits.tgz").rename(self.stand_ins / "aside.tgz")
        run = self.sw("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("sw: error: digits 2.0 could not be fetched\n  found:    no such package: digits\n",
                      run.stderr)
        self.assertEqual(self.fetched(), ["include/api.h", "plugins/plugin.so", "stamps/plug"])
        (self.stand_ins / "aside.tgz").rename(self.stand_ins / "digits.tgz")
        self.calls()
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertEqual([call.split()[0] for call in self.calls()], ["npm"])

    def interrupt(self, how):
        self.write(self.stand_ins / "slow-plug", "")
        process = subprocess.Popen([self.root / "sw", "setup"], stderr=subprocess.DEVNULL, env=self.environment(),
                                   start_new_session=True)
        while not (self.stand_ins / "begun").exists():
            time.sleep(0.01)
        os.killpg(process.pid, how)
        process.wait()
        (self.stand_ins / "slow-plug").unlink()

    def test_an_interrupted_download_leaves_nothing(self):
        self.interrupt(signal.SIGTERM)
        self.assertEqual([path.name for path in self.deps.iterdir()], [".lock"])

    def test_what_a_killed_set_up_left_is_swept_away(self):
        self.interrupt(signal.SIGKILL)
        self.assertEqual(self.fetched(), [])
        self.assertEqual(len(list(self.deps.glob("scratch.*"))), 1)
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertEqual((self.fetched(), list(self.deps.glob("scratch.*"))), (ALL, []))

    def test_a_changed_pin_or_a_lost_file_fetches_that_archive_again(self):
        self.sw("setup")
        self.calls()
        self.publish(plugin="newer")
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertEqual((self.deps / "plugins/plugin.so").read_text(), "newer")
        self.assertEqual([call.split()[0] for call in self.calls()], ["python3"])
        (self.deps / "data/images").unlink()
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertEqual([call.split()[0] for call in self.calls()], ["npm"])

    def test_a_pinned_file_that_the_archive_lacks_is_named(self):
        pins = self.root / "setup/pins.txt"
        self.write(pins, pins.read_text().replace("in/api.h", "in/absent.h"))
        run = self.sw("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("plug 1.0 does not hold the file that setup/pins.txt names\n  expected: in/absent.h",
                      run.stderr)

    def test_another_folder_may_be_named_relative_to_where_one_is(self):
        run = self.sw("setup", cwd=self.base, STEPWRIGHT_DEPS="elsewhere")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.base / "elsewhere/plugins/plugin.so").exists())
        self.assertFalse(self.deps.exists())


class DebianPackages(SmallProject):
    def setUp(self):
        super().setUp()
        self.sw("setup")
        self.calls()
        self.write(self.stand_ins / "installed", "")

    def test_root_installs_what_is_missing(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be root")
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertIn("apt-get install --yes --no-install-recommends libgood-dev -q", self.calls())

    def test_outdated_package_lists_are_renewed(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be root")
        self.write(self.stand_ins / "outdated", "")
        self.assertEqual(self.sw("setup").returncode, 0)
        self.assertIn("apt-get update -q", self.calls())

    def test_a_failure_of_apt_is_told_in_its_words(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be root")
        self.write(self.stand_ins / "unreachable", "")
        run = self.sw("setup")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no network\nsw: error: apt could not install: libgood-dev\n", run.stderr)

    def test_others_are_told_the_exact_command(self):
        run = self.sw("setup", user=NOBODY if os.geteuid() == 0 else None)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, """sw: error: Debian packages are missing
  missing:  libgood-dev
  remedy:   sudo apt-get update && sudo apt-get install --yes --no-install-recommends libgood-dev
""")


class Building(SmallProject):
    def setUp(self):
        super().setUp()
        (self.stand_ins / "python3").unlink()  # the tally is Python
        self.write(self.root / "setup/pins.txt", "# none\n")
        self.write(self.root / "CMakeLists.txt", CMAKE)
        self.main = self.write(self.root / "main.cpp", PROGRAM)

    def test_builds_then_runs_with_every_word_and_the_program_s_status(self):
        run = self.sw("say", "two words", "--fail", cwd=self.base)
        self.assertEqual((run.returncode, run.stdout), (7, "say\ntwo words\n--fail\n"))
        self.assertIn("sw: configuring build\nsw: building in build, 2 steps", run.stderr)
        again = self.sw("say")
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "say\n", ""))

    def test_notices_a_changed_source(self):
        self.sw("say")
        self.write(self.main, PROGRAM.replace("words[i]", '"changed"'))
        self.assertEqual(self.sw("say").stdout, "changed\n")

    def test_shows_the_compiler_s_message(self):
        self.write(self.main, "int main() { return nothing; }")
        run = self.sw("say")
        self.assertEqual(run.returncode, 2)
        self.assertIn("was not declared in this scope", run.stderr)
        self.assertIn("sw: error: the build in build failed", run.stderr)

    def test_shows_cmake_s_message(self):
        self.write(self.root / "CMakeLists.txt", CMAKE + "find_package(Absent REQUIRED)\n")
        run = self.sw("say")
        self.assertEqual(run.returncode, 2)
        self.assertIn('asked CMake to find a package configuration file provided by "Absent"',
                      " ".join(run.stderr.split()))
        self.assertIn("sw: error: CMake could not configure build", run.stderr)

    def test_a_moved_project_is_configured_anew(self):
        self.sw("say")
        self.root = self.root.rename(self.base / "moved")
        self.assertEqual(self.sw("say").stdout, "say\n")

    def test_the_test_command_counts_and_fails_with_a_failed_test(self):
        run = self.sw("test", "--fast")
        self.assertEqual((run.returncode, run.stdout.splitlines()[-1]), (1, "1 passed, 1 failed"), run.stderr)
        self.write(self.root / "CMakeLists.txt", CMAKE.replace("add_test(NAME bad COMMAND stepwright --fail)", ""))
        run = self.sw("test", "--fast")
        self.assertEqual((run.returncode, run.stdout.splitlines()[-1]), (0, "1 passed, 0 failed"), run.stderr)

    def test_a_test_run_without_a_test_is_not_green(self):
        self.write(self.root / "CMakeLists.txt", CMAKE[: CMAKE.index("add_test")])
        run = self.sw("test", "--fast")
        self.assertEqual((run.returncode, run.stdout.splitlines()[-1]), (1, "0 passed, 0 failed"))


class Words(SmallProject):
    def test_help_needs_no_set_up(self):
        run = self.sw("help")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("./sw train mnist-cnn", run.stdout)
        self.assertEqual(self.sw().stdout, run.stdout)
        self.assertFalse(self.deps.exists())

    def test_unknown_options_of_its_own_commands_are_wrong_use(self):
        for command, option in (("setup", "--oracle"), ("test", "--fast"), ("format", "--check")):
            run = self.sw(command, "--al")
            self.assertEqual(run.returncode, 64)
            self.assertEqual(run.stderr, f"sw: error: ./sw {command} does not know '--al'\n"
                                         f"  usage:    ./sw {command} [{option}]\n")

    def test_format_check_goes_red_on_one_file_and_format_mends_it(self):
        source = self.write(self.root / "stepwright/base/x.cpp", "int  x( ) ;\n")
        self.write(self.root / "build/left.cpp", "int  alone( ) ;\n")
        run = self.sw("format", "--check")
        if "clang-format 14 is not installed" in run.stderr:
            self.skipTest("clang-format 14 is not installed")
        self.assertEqual(run.returncode, 1)
        self.assertIn("stepwright/base/x.cpp:1:", run.stderr)
        self.assertIn("sw: error: some files are not laid out as .clang-format says\n  remedy:   ./sw format",
                      run.stderr)
        self.assertEqual(self.sw("format").returncode, 0)
        self.assertEqual(source.read_text(), "int x();\n")
        self.assertEqual(self.sw("format", "--check").returncode, 0)
        self.assertEqual((self.root / "build/left.cpp").read_text(), "int  alone( ) ;\n")


if __name__ == "__main__":
    unittest.main()
