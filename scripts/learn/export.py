"""./learn export: an autograder of a chapter for Gradescope. It has the emulator and the chosen exercises, no lessons, no
solutions."""
import os
import re
import secrets
import shlex
import zipfile

from . import copies, exercises, visibility
from .project import ROOT, Stop

NEEDED = re.compile(r"(LICENSE|learn|scripts/setup\.sh|scripts/learn/.*|exercises/(harness\.cpp|\w+\.h)|emulator/(?!tests/|docs/).*)$")
# What the emulator and its programs need to be built, and Python.
PACKAGES = ("g++", "cmake", "ninja-build", "libboost-context-dev", "binutils", "python3")
SETUP = """#!/bin/bash
# Run once, when Gradescope builds the autograder's image. The base image has g++ 11, CMake 3.22 and Python 3.9 or newer
# in its packages, as Debian 12 and Ubuntu 24.04 have.
set -euo pipefail
base=${{AUTOGRADER:-/autograder}}
apt-get update
apt-get install -y --no-install-recommends {packages}
mkdir -p "$base/course"
cp -r "$base/source/course/." "$base/course"
"$base/course/learn" build  # what every submission uses
"""
RUN = """#!/bin/bash
# Run for each submission. There is always a result. What this prints is for the staff alone: remarks, for one.
base=${{AUTOGRADER:-/autograder}}
out=$(mktemp -d)
options=({options})
[ ! -e "$base/submission_metadata.json" ] || options+=(--metadata "$base/submission_metadata.json")
mkdir -p "$base/results"
if "$base/course/learn" grade --out "$out" --only {chapter} --seed {seed} "${{options[@]}}" "$base/submission" >"$out/log" 2>&1; then
  cp "$out/submission/results.json" "$base/results/results.json"
  cat "$out/grades.csv"
else
  cat "$out/log"
  echo '{{"score": 0, "output": "The autograder failed, not your work. Please tell your instructor."}}' >"$base/results/results.json"
fi
"""


def contents(chosen, chapter, options):
    """The archive's files by name: bytes, and whether they can be run."""
    seed = secrets.randbits(32)
    files = {"setup.sh": (SETUP.format(packages=" ".join(PACKAGES)).encode(), True),
             "run_autograder": (RUN.format(chapter=shlex.quote(chapter), seed=seed, options=options).encode(), True)}
    for name in copies.tracked_files():
        if NEEDED.match(name):
            files[f"course/{name}"] = ((ROOT / name).read_bytes(), os.access(ROOT / name, os.X_OK))
    for exercise in chosen:
        for name, text in copies.students_exercise(exercise, with_hints=False).items():
            files[f"course/exercises/{exercise.chapter}/{exercise.name}/{name}"] = (text.encode(), False)
    for name, text in copies.order_of(chosen).items():
        files[f"course/exercises/{name}/order.txt"] = (text.encode(), False)
    return files


def export(chapter, zip_name, partial, rules, variants=None):
    chapter = chapter.rstrip("/")
    chosen = [exercise for slot in exercises.chosen_exercises([chapter]) for exercise in slot.members()]
    visibility.check(rules, chosen, partial)
    file = copies.absolute(zip_name)
    if file.exists():
        raise Stop(2, f"there is a file {file} already")
    options = (["--partial"] if partial else []) + [word for rule in rules for word in ("--visibility", rule)]
    options += ["--variants", variants] if variants else []
    files = contents(chosen, chapter, shlex.join(options))
    try:
        with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as archive:
            for name, (data, can_be_run) in sorted(files.items()):
                entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100755 if can_be_run else 0o100644) << 16
                archive.writestr(entry, data)
    except OSError as error:
        raise Stop(3, f"{file} cannot be written: {error.strerror}") from None
    print(f"{file}: {len(chosen)} exercises, {len(files)} files; upload it as the assignment's autograder")
