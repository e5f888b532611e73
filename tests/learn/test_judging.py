"""Bars, the words of a verdict, and the limits of a run."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from learn import attempt, bars, limits, project, wording

SOURCE = "__global__ void f(float* x) {\n  __shared__ float tile[32][32];\n  x[0] = tile[threadIdx.x][0];\n}\n"


def counts(*rows):
    lines = ["\t".join(("1", "f", "1x1x1", "32x1x1", "1", str(checked), space, kind, "4", str(requests), str(lanes), str(transfers),
                        "/tmp/a/f.cuh", str(line))) for checked, space, kind, requests, lanes, transfers, line in rows]
    return "\n".join(lines)


def judged(bar, *rows):
    exercise = SimpleNamespace(name="f", values=lambda key: [bar])
    return bars.judge(exercise, SOURCE, counts(*rows))[0]


class Bars(unittest.TestCase):
    def test_sums(self):
        rows = [(1, "global", "load", 10, 320, 40, 3), (1, "global", "load", 5, 160, 80, 1), (1, "shared", "load", 7, 7, 7, 3)]
        self.assertTrue(judged("global load requests <= 15", *rows).met)
        self.assertFalse(judged("global load requests <= 14", *rows).met)
        self.assertEqual(judged("any any lanes <= 1", *rows).sentence, "487 threads' accesses that touch memory. The bar is 1.")
        self.assertTrue(judged("global store sectors <= 0", *rows).met)

    def test_each_line_counts_for_itself(self):
        rows = [(1, "shared", "load", 1000, 1, 1000, 1), (1, "shared", "load", 1, 1, 32, 3)]
        result = judged("shared load passes/request <= 1: one each", *rows)
        self.assertFalse(result.met)
        self.assertEqual(result.sentence, "32 passes for each load of `tile`: all lanes hit one bank. The bar is 1: one each.")
        self.assertEqual(result.place, "f.cuh:3 | x[0] = tile[threadIdx.x][0];")
        self.assertTrue(judged("global load sectors/request <= 1", *rows).met)  # there is none

    def test_blocks_that_were_not_checked(self):
        self.assertEqual(judged("global load requests <= 1", (0, "global", "load", 1, 1, 1, 1)).sentence, "not all blocks were checked")

    def test_what_is_no_bar(self):
        for bar in ("", "global load requests <=", "moon load requests <= 1", "global load wishes <= 1", "global load requests < 1",
                    "global load requests <= many"):
            self.assertIn("is not understood", judged(bar).sentence)


    def test_what_costs_the_same(self):
        one, other = ((1, "shared", "load", 4, 128, 4, 3), (1, "global", "store", 1, 32, 4, 7)), ((1, "global", "store", 1, 32, 4, 1),)
        self.assertEqual(bars.fingerprint(counts(*one)), bars.fingerprint(counts(*reversed(one))))
        self.assertEqual(bars.fingerprint(counts(one[1])), bars.fingerprint(counts(*other)))  # another line
        self.assertNotEqual(bars.fingerprint(counts(*one)), bars.fingerprint(counts(*other)))


class Words(unittest.TestCase):
    def test_errors_are_the_learners(self):
        said = ("/w/a.cuh: In function 'void f()':\n/w/a.cuh:2:3: error: 'x' was not declared\n    2 |   x = 1;\n      |   ^\n"
                "/e/test.cu:9:5: error: no such function\n    9 |   f();\n")
        self.assertEqual(wording.compile_errors(said, "a.cuh", ["/w", "/e"]),
                         ["a.cuh:2:3: error: 'x' was not declared", "    2 |   x = 1;", "      |   ^"])

    def test_errors_of_the_test(self):
        said = "/e/test.cu:9:5: error: 'f' was not declared\n    9 |   f();\n      |   ^\n" * 3
        self.assertEqual(wording.compile_errors(said, "a.cuh", ["/e"]),
                         ["the test: error: 'f' was not declared", "    the test calls it so: f();"])

    def test_findings(self):
        said = ("microscope: finding: a race: test.cu:19 reads what a.cuh:3 writes\n    told\n       19 | x;\n        3 | y;\nother\n"
                "microscope: finding: a race: test.cu:20 reads what a.cuh:3 writes\nmicroscope: finding: third\n")
        self.assertEqual(wording.first_findings(said), ["a race: the test reads what a.cuh:3 writes", "    told", "        3 | y;", "third"])

    def test_output(self):
        self.assertEqual(wording.printed_lines(""), [])
        self.assertEqual(wording.printed_lines("a\x1b[2Jb\n"), ["It printed:", "  a[2Jb"])
        said = wording.printed_lines("x" * 10000 + "\n" + "y\n" * 5000)
        self.assertEqual(said[0], "It printed (the first 10 of 5001 lines):")
        self.assertLess(len("".join(said)), 600)


class Limits(unittest.TestCase):
    def run_python(self, code, **more):
        with tempfile.TemporaryFile() as output:
            status = limits.run([sys.executable, "-c", code], limits.Limits(**{"seconds": 20, **more}), output=output)
            output.seek(0)
            return status, output.read().decode()

    def test_statuses(self):
        self.assertEqual(self.run_python("raise SystemExit(3)")[0], 3)
        self.assertEqual(self.run_python("import os; os.abort()")[0], attempt.ABORTED)
        self.assertEqual(self.run_python("import time; time.sleep(20)", seconds=0.2)[0], limits.ENDED_BY_TIME)
        self.assertIn(self.run_python("while True: pass", processor=1)[0], attempt.BY_TIME)

    def test_limits_hold(self):
        big = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); import os; [os.write(1, b'x' * 1000) for _ in range(100)]"
        self.assertEqual(self.run_python(big, file=10000)[0], attempt.TOO_MUCH_OUTPUT)
        self.assertNotEqual(self.run_python("b = bytearray(1 << 30)", addresses=512 << 20)[0], 0)

    def test_what_is_left_running_is_ended(self):
        code = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
        child = self.run_python(code)[1].strip()
        for _ in range(100):
            try:
                state = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0]
            except FileNotFoundError:
                return
            if state == "Z":  # ended, but nobody has asked for its status yet
                return
            time.sleep(0.02)
        self.fail(f"process {child} goes on")

    def test_no_rights_and_no_secrets(self):
        with tempfile.TemporaryFile() as output:
            command = ["sh", "-c", "id -u; sed -n 's/^NoNewPrivs:.//p' /proc/self/status; sed -n 's/:.*//p' /proc/self/net/dev"]
            self.assertEqual(limits.run(command, limits.Limits(seconds=20, confined=True), output=output), 0)
            output.seek(0)
            user, no_new, *networks = output.read().decode().split()
        self.assertEqual(int(no_new), 1)
        if os.geteuid() == 0 and subprocess.run(["unshare", "--net", "true"], check=False).returncode == 0:
            self.assertEqual(networks, ["lo"])
        self.assertEqual(int(user), limits.NOBODY if os.geteuid() == 0 else os.geteuid())
        with mock.patch.dict("os.environ", {"TOKEN": "secret"}):
            self.assertNotIn("TOKEN", limits.learners_environment())


class Build(unittest.TestCase):
    """LEARN_BUILD names a build, also from the folder where the command is given."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_a_relative_one_holds_in_all_folders(self):
        compiler = Path("build/emulator/cu++")
        compiler.parent.mkdir(parents=True)
        compiler.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done; : >"$2"\n')
        compiler.chmod(0o755)
        with mock.patch.dict(os.environ, LEARN_BUILD="build"):
            tools = project.prepare()
        os.chdir("/")
        self.assertTrue(tools.compiler.exists() and tools.harness.exists(), tools)

    def test_one_that_is_not_there_is_named(self):
        with mock.patch.dict(os.environ, LEARN_BUILD="build"), self.assertRaisesRegex(project.Stop, "LEARN_BUILD=build is no") as stop:
            project.prepare()
        self.assertEqual(stop.exception.status, 2)


if __name__ == "__main__":
    unittest.main()
