"""What all commands share: where things are, how a command ends, and what has to be built for it."""
import dataclasses
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Stop(Exception):
    """Ends the command with a status of common/check.h's list and one line."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def warn(message):
    print(f"learn: {message}", file=sys.stderr)


@dataclasses.dataclass(frozen=True)
class Tools:
    """What turns a learner's file into a program."""

    compiler: Path
    harness: Path  # an object that every program links: it changes seldom


def in_setup(script):
    """Runs lines of shell with the functions of scripts/setup.sh, which ./run and ./test use too."""
    lines = f'set -euo pipefail; source "$1"; {script}'
    status = subprocess.run(["bash", "-c", lines, "learn", str(ROOT / "scripts/setup.sh")], check=False).returncode
    if status != 0:
        raise SystemExit(status)


def make_harness(harness, compile_command):
    """Compiles exercises/harness.cpp unless that was done. Several commands may do so at once."""
    sources = [ROOT / "exercises" / name for name in ("harness.cpp", "harness.h")]
    if harness.exists() and all(source.stat().st_mtime <= harness.stat().st_mtime for source in sources):
        return
    harness.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(prefix="harness.", dir=harness.parent)
    os.close(handle)
    command = [*compile_command, "-O2", "-std=c++20", f"-I{ROOT}", "-c", str(sources[0]), "-o", part]
    if subprocess.run(command, check=False).returncode != 0:
        raise Stop(3, "the exercises' harness does not compile")
    os.replace(part, harness)


# What judging needs: of the whole course, or of a copy that has nothing but the emulator and exercises (./learn export).
BUILD = "preset=emulator build=$root/build/emulator; build_targets cu++ cuda_emulator_microscope"
BUILD_ALONE = """mkdir -p "$root/build/emulator"
preset=emulator build=$root/build/emulator/emulator
[ -e "$build/build.ninja" ] || cmake -S "$root/emulator" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCUDA_EMULATOR_TESTS=OFF \\
  >"$root/build/emulator.log" 2>&1 || { tail -n 25 "$root/build/emulator.log" >&2; stop 3 "CMake could not configure the emulator"; }
set_build_words cu++ cuda_emulator_microscope
"${build_words[@]}" >"$root/build/emulator.log" 2>&1 || stop_build "$root/build/emulator.log"
"""


def prepare():
    """The emulator with its microscope, and the harness. LEARN_BUILD names a build that is complete: tests run several of
    these commands beside each other."""
    given = os.environ.get("LEARN_BUILD")
    if not given:
        in_setup(BUILD if (ROOT / "CMakePresets.json").exists() else BUILD_ALONE)
    build = Path(given or ROOT / "build/emulator").absolute()  # attempts run in folders of their own
    compiler = build / "emulator/cu++"
    harness = build / "learn/harness.o"
    if given and not compiler.exists():
        raise Stop(2, f"LEARN_BUILD={given} is no build of the emulator: there is no {compiler}")
    make_harness(harness, [str(compiler)])
    return Tools(compiler, harness)
