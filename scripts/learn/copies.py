"""What leaves the staff's machine: files that git tracks, and exercises without what tells their solution."""
import re
import subprocess
from pathlib import Path

from . import exercises
from .project import ROOT, Stop, warn

# Of exercise.txt what a learner's copy needs. How the starter fails and why the solution is right tell too much.
KEPT = ("title", "kind", "points", "topic", "read", "bar", "calls", "credit")
LONG_LINE = 25  # characters without spaces that say something
# Where a checkout without git, an unpacked archive, may have what is not the project's.
PRIVATE = re.compile(r"(build|\.git|my_exercises|submissions|grades|.*/__pycache__)(/|$)")


def git(folder, *words, errors=subprocess.DEVNULL):
    """What git prints about a folder. None where it fails: there is no git, or the folder is an unpacked archive."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], stdout=subprocess.PIPE, stderr=errors, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def tracked_files():
    """The project's files, as paths below its folder: those that git tracks, never what lies beside them."""
    listed = git(ROOT, "ls-files", "-z", "--deduplicate")
    if listed is not None:
        names = [name.decode("utf-8") for name in listed.split(b"\0") if name]
    else:
        names = sorted(str(file.relative_to(ROOT)) for file in ROOT.rglob("*"))
        names = [name for name in names if not PRIVATE.match(name)]
    return [name for name in names if (ROOT / name).is_file() and not (ROOT / name).is_symlink()]


def version():
    """The commit, for a copy that stays as it is; says if files have changed since."""
    described = git(ROOT, "log", "-1", "--format=%H %cs")
    if described is None:
        return "unknown"
    if (git(ROOT, "status", "--porcelain", "--untracked-files=no") or b"").strip():
        warn("there are changes that are not committed: the copy has them, and its version does not tell")
    return described.decode().strip()


def bare(text):
    return re.sub(r"\s", "", text)


def hints_for_students(exercise):
    """All but the last one, which is most often the solution, and none that quotes a line of it."""
    starter = {bare(line) for line in exercise.starter.splitlines()}
    own = [line for line in map(bare, exercise.solution.splitlines()) if len(line) >= LONG_LINE and line not in starter]
    return [hint for hint in exercise.values("hint")[:-1] if not any(line in bare(hint) for line in own)]


def students_exercise(exercise, with_hints=True):
    """The files of an exercise without its solution, by name: the starter as a file of its own, and hints."""
    if exercise.solution is None:
        raise Stop(2, "this copy of the course has no solutions, so it is a copy for students already")
    lines = [f"{key}: {value}" for key in KEPT for value in exercise.values(key)]
    if with_hints:
        lines += [f"hint: {hint}" for hint in hints_for_students(exercise)]
    files = {"exercise.txt": "\n".join(lines) + "\n", "starter.cuh": exercise.starter}
    for name in ("README.md", "test.cu"):
        files[name] = exercise.text(name)
    # What stands in the solution only would tell it.
    told = "".join(files.values())
    files["exercise.txt"] += "".join(f"{exercises.VARIANT}{' => '.join(texts)}\n" for texts in exercise.alternatives if texts[0] in told)
    return files


def packages():
    """Debian's packages that the project needs, from scripts/setup.sh."""
    text = (ROOT / "scripts/setup.sh").read_text(encoding="utf-8")
    return re.search(r"^packages=\((.*)\)$", text, re.M)[1].split()


def order_of(chosen):
    """By chapter the text of order.txt."""
    order = {}
    for exercise in chosen:
        order[exercise.chapter] = order.get(exercise.chapter, "") + exercise.name + "\n"
    return order


def absolute(path):
    return Path.cwd() / path
