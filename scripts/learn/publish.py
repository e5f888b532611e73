"""./learn publish: the course as a repository for students. It has lessons, pages, exercises and their tests, at one version,
and no solutions, wrong answers or hints that tell them."""
import re

from . import copies, exercises
from .project import ROOT, Stop, warn

# Staff's, or replaced: the proofs of exercises hold solutions, and a student's copy has a workflow of its own.
LEFT_OUT = re.compile(r"(exercises/ch.*|exercises/workflow\.yml|tests/(exercises|learn)/.*|\.ci/.*|\.github/.*)$")
FOLDER = "my_exercises"
WORKFLOW = """# Judges the exercises in the folder {folder} at each push. The emulator is built once and kept: its cache has the version of
# this course, which stays as it is.
name: exercises
on: [push]
jobs:
  grade:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - name: Packages
        run: sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}
      - uses: actions/cache@v4
        id: built
        with:
          path: build/emulator
          key: emulator-${{{{ runner.os }}}}-${{{{ runner.arch }}}}-{key}
      - name: Build the emulator
        if: steps.built.outputs.cache-hit != 'true'
        run: ./learn build
      - name: Grade
        run: |
          LEARN_BUILD=$PWD/build/emulator ./learn grade --out grades {folder}
          cat grades/{folder}/report.txt | tee -a "$GITHUB_STEP_SUMMARY"
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: grades
          path: |
            grades/{folder}
            grades/junit.xml
"""


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def write_files(folder, version, variants):
    for name in copies.tracked_files():
        if not LEFT_OUT.match(name):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
            target.chmod((ROOT / name).stat().st_mode & 0o755 | 0o200)
    for exercise in exercises.all_exercises():
        for name, text in copies.students_exercise(exercise).items():
            write(folder / "exercises" / exercise.chapter / exercise.name / name, text)
    for chapter, text in copies.order_of(exercises.all_exercises()).items():
        write(folder / "exercises" / chapter / "order.txt", text)
    if variants:
        write(folder / "exercises/seed.txt", variants + "\n")
    write(folder / "version.txt", f"This course is a copy for students of {version}\n")
    ignored = folder / ".gitignore"
    lines = ignored.read_text(encoding="utf-8").splitlines() if ignored.exists() else []
    write(ignored, "".join(line + "\n" for line in lines if line.strip("/") != FOLDER))  # students hand it in
    key = re.sub("[^0-9a-f]", "", version.split(" ")[0])[:12] or "unknown"
    write(folder / ".github/workflows/exercises.yml",
          WORKFLOW.format(folder=FOLDER, packages=" ".join([*copies.packages(), "python3"]), key=key))


def commit(folder, version):
    """The repository has one commit, so no solution is in its history."""
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", f"The course for students, of {version}"]):
        if copies.git(folder, *words, errors=None) is None:
            warn(f"the files are there, but git {words[0]} failed")
            return


def publish(name, variants=None):
    folder = copies.absolute(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Stop(2, f"{folder} is there already, and not an empty folder")
    if ROOT.resolve() in (folder.resolve(), *folder.resolve().parents):
        raise Stop(2, "the students' folder must not lie in this one")
    version = copies.version()
    write_files(folder, version, variants)
    commit(folder, version)
    print(f"{folder}: {len(exercises.all_exercises())} exercises without solutions, at {version.split(' ')[0][:12]}")
    print(f"students: ./learn init {FOLDER}, then push; .github/workflows/exercises.yml grades")
