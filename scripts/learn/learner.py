"""A learner's folder: one file for each exercise, its task beside it, and progress.txt."""
import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from . import attempt, exercises
from .project import ROOT, Stop, prepare

HEAD = "# exercise  state  attempts  hints (./learn writes this; a line may be deleted to begin again)"
DONE = ("solved", "given-up")
STUDENT = ".student"
# What clangd needs to read an exercise as CUDA: the emulator's headers, no toolkit.
CLANGD = """# ./learn init wrote this, so that an editor with clangd understands the exercises.
CompileFlags:
  Add: [-xcuda, --cuda-host-only, -nocudainc, -nocudalib, --no-cuda-version-check, -std=c++20, -D__CUDACC__,
        '-I{root}/emulator/include', -include, '{root}/exercises/editor.h']
# A kernel of the emulator is an ordinary function.
Diagnostics:
  Suppress: [kern_call_not_global_function, redefinition]
"""


@dataclasses.dataclass
class State:
    state: str = "new"  # tried, solved, given-up
    attempts: int = 0
    hints: int = 0


def read_progress(text):
    states = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 4 and not line.startswith("#") and all(re.fullmatch("[0-9]{1,9}", word) for word in words[2:]):
            states[words[0]] = State(words[1], int(words[2]), int(words[3]))
    return states


def write_whole(file, text):
    """In one step, so that an editor, a watching command or an interruption sees all of it or nothing."""
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, file)


def learn_home():
    """Where it is written which folder was made last."""
    return Path(os.environ.get("LEARN_HOME") or ROOT / "build/learn")


def is_work_folder(folder):
    try:
        with open(folder / "progress.txt", encoding="utf-8", errors="replace") as opened:
            return opened.readline().startswith("# exercise ")
    except OSError:
        return False


def find_folder():
    """LEARN_DIR, else the folder that the user is in, else the last that was made here."""
    named = os.environ.get("LEARN_DIR")
    here = Path.cwd()
    candidates = [Path(named)] if named else [folder for folder in (here, *here.parents) if is_work_folder(folder)]
    if not candidates:
        try:
            candidates = [Path((learn_home() / "folder").read_text(encoding="utf-8").rstrip("\n"))]
        except OSError:
            pass
    if not candidates or not (candidates[0] / "progress.txt").is_file():
        raise Stop(2, "there is no folder of exercises yet: ./learn init DIR")
    return Folder(candidates[0])


class Folder:
    """The learner's."""

    def __init__(self, path):
        self.path = Path(path)

    def file_of(self, exercise):
        return self.path / exercise.chapter / f"{exercise.name}.cuh"

    def states(self):
        return read_progress((self.path / "progress.txt").read_text(encoding="utf-8", errors="replace"))

    def state_of(self, exercise):
        return self.states().get(exercise.name, State())

    def store(self, exercise, state):
        """The line of this exercise becomes the last one."""
        file = self.path / "progress.txt"
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        kept = [line for line in lines if line.strip() and not line.startswith("#") and line.split()[0] != exercise.name]
        line = f"{exercise.name:<20} {state.state:<9} {state.attempts:3d} {state.hints:2d}"
        write_whole(file, "\n".join([HEAD, *kept, line]) + "\n")

    def solved(self):
        return sum(state.state == "solved" for state in self.states().values())

    def tally(self):
        return f"{self.solved()} of {len(exercises.all_exercises())} solved"

    def next_after(self, exercise=None):
        """The next exercise that is neither solved nor given up; after the last it continues with the first. None if there
        is no other."""
        listed = list(exercises.all_exercises())
        if exercise is not None:
            at = [other.name for other in listed].index(exercise.name)
            listed = listed[at + 1:] + listed[:at]
        states = self.states()
        return next((other for other in listed if states.get(other.name, State()).state not in DONE), None)

    @property
    def student(self):
        """For whom the variants are; empty where all have the same exercises."""
        file = self.path / STUDENT
        return file.read_text(encoding="utf-8").strip() if file.exists() else ""

    def mine(self, exercise):
        """The learner's variant of it."""
        return exercises.variant_for(exercise, self.student, exercises.variants_seed())

    def chosen(self, word=None):
        """The exercise that was named, else the next one."""
        if word and word.startswith(exercises.TOPIC):
            exercise = exercises.Pool(word[len(exercises.TOPIC):]).for_student(self.student, exercises.variants_seed())
        else:
            exercise = exercises.exercise_named(word) if word else self.next_after()
        if exercise is None:
            print(f"All {len(exercises.all_exercises())} exercises are solved.")
            raise SystemExit(0)
        file = self.file_of(exercise)
        if not file.exists():
            raise Stop(2, f"there is no file {file}: ./learn reset {exercise.name} makes it again")
        return self.mine(exercise)


# ---- init


def checksum(data):
    return hashlib.sha256(data).hexdigest()[:16]


def is_unchanged(file, known):
    """Whether a learner's file is the starter that was stored with this sum: of the command cksum, years ago."""
    data = file.read_bytes()
    if " " not in known:
        return checksum(data) == known
    return subprocess.run(["cksum"], input=data, capture_output=True, check=False).stdout.decode().strip() == known


def read_starters(file):
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return dict(line.split(" ", 1) for line in text.splitlines() if " " in line)


def init(path, student=None):
    """A starter that the learner has not changed is replaced by a newer one; a changed file is kept."""
    folder = Folder(Path(path).resolve())
    if exercises.variants_seed() and not (student or folder.student):
        raise Stop(2, "in this course each student has other exercises: ./learn init DIR --student NAME, the name that your "
                      "instructor knows")
    if exercises.exercises_folder().resolve() in (folder.path, *folder.path.parents):
        raise Stop(2, "the learner's folder must not lie among the exercises")
    folder.path.mkdir(parents=True, exist_ok=True)
    learn_home().mkdir(parents=True, exist_ok=True)
    if not (folder.path / "progress.txt").exists():
        (folder.path / "progress.txt").write_text(HEAD + "\n", encoding="utf-8")
    if student:
        (folder.path / STUDENT).write_text(student + "\n", encoding="utf-8")
    starters, new = read_starters(folder.path / ".starters"), 0
    for exercise in map(folder.mine, exercises.all_exercises()):
        file, starter = folder.file_of(exercise), exercise.starter.encode()
        file.parent.mkdir(exist_ok=True)
        known, current = starters.get(exercise.name, ""), checksum(starter)
        if file.exists() and file.read_bytes() == starter:
            starters[exercise.name] = current
        elif not file.exists() or (known != current and is_unchanged(file, known)):
            file.write_bytes(starter)
            starters[exercise.name] = current
            new += 1
        file.with_suffix(".md").write_text(exercise.text("README.md"), encoding="utf-8")
    write_whole(folder.path / ".starters", "".join(f"{name} {known}\n" for name, known in starters.items()))
    clangd = folder.path / ".clangd"
    if not clangd.exists() or clangd.read_text(encoding="utf-8", errors="replace").startswith(CLANGD.split("\n", 1)[0]):
        clangd.write_text(CLANGD.format(root=ROOT), encoding="utf-8")
    write_whole(learn_home() / "folder", f"{folder.path}\n")
    print(f"{folder.path}: {new} new exercises of {len(exercises.all_exercises())}; what you have changed stays as it is")
    print("next: ./learn")


# ---- An exercise


def show_next(word=None):
    folder = find_folder()
    exercise = folder.chosen(word)
    print(exercise.head)
    print(exercise.task, end="")
    print(f"\n  edit  {folder.file_of(exercise)}\n  then  ./learn run {exercise.name}")
    print(folder.tally())


def list_all():
    folder = find_folder()
    states, listed = folder.states(), exercises.all_exercises()
    for chapter in dict.fromkeys(exercise.chapter for exercise in listed):
        inside = [exercise for exercise in listed if exercise.chapter == chapter]
        solved = sum(states.get(exercise.name, State()).state == "solved" for exercise in inside)
        print(f"{chapter}: {solved} of {len(inside)} solved")
        for exercise in inside:
            state = states.get(exercise.name, State()).state
            print(f"  {exercise.name:<20} {exercise.value('kind'):<6} {exercise.points:2d}  {state:<9} {exercise.value('title')}")
    print(folder.tally())


def judge(folder, exercise, tools):
    """Judges the learner's file, and records the result."""
    with attempt.scratch_folder() as scratch:
        verdict = attempt.attempt(tools, exercise, folder.file_of(exercise).read_bytes(), scratch / "work")
    state = folder.state_of(exercise)
    state.attempts += 1
    if verdict.passed:
        state.state = "solved"
    elif state.state != "solved":
        state.state = "tried"
    folder.store(exercise, state)
    return verdict


def after_right(exercise, with_solution=True):
    """What is worth a look once an exercise is solved: one solution, what it teaches, where to read on."""
    said = []
    if with_solution and exercise.solution:
        said += ["", "One solution:", *(f"  {line}" for line in exercise.solution.rstrip("\n").split("\n")), ""]
    said += [f"Why: {why}" for why in exercise.values("why")]
    said.append(f"To read on: {exercise.value('read')}")
    return said


def run(word=None):
    folder = find_folder()
    exercise = folder.chosen(word)
    tools = prepare()
    print(exercise.head, flush=True)
    verdict = judge(folder, exercise, tools)
    print("\n".join([*verdict.said, *verdict.printed]))
    if verdict.passed:
        print("\n".join(after_right(exercise)))
        print(f"{folder.tally()}; the next one: ./learn")
    elif folder.state_of(exercise).hints < len(exercise.values("hint")):
        print(f"a hint: ./learn hint {exercise.name}")
    elif exercise.solution:
        print(f"the solution: ./learn solution {exercise.name} --give-up")
    return 0 if verdict.passed else 1


def next_hint(folder, exercise):
    """The hints of the exercise that have been shown so far, and one more."""
    state, hints = folder.state_of(exercise), exercise.values("hint")
    state.hints = min(state.hints + 1, len(hints))
    folder.store(exercise, state)
    return [f"{number}. {hint}" for number, hint in enumerate(hints[:state.hints], 1)]


def hint(word=None):
    folder = find_folder()
    print("\n".join(next_hint(folder, folder.chosen(word))))


def put_back(folder, exercise):
    """The starter again. Returns what became of the learner's file."""
    file = folder.file_of(exercise)
    file.parent.mkdir(exist_ok=True)
    said = []
    if file.exists():
        old = file.with_name(file.name + ".old")
        os.replace(file, old)
        said.append(f"your file is now {old}")
    file.write_text(exercise.starter, encoding="utf-8")
    return [*said, f"as at the beginning: {file}"]


def reset(word):
    folder = find_folder()
    print("\n".join(put_back(folder, folder.mine(exercises.exercise_named(word)))))


def show_solution(word, give_up):
    folder = find_folder()
    exercise = folder.chosen(word)
    if exercise.solution is None:
        raise Stop(2, "this copy of the course has no solutions: ask your instructor")
    state = folder.state_of(exercise)
    if state.state not in DONE:
        if not give_up:
            raise Stop(2, f"{exercise.name} is not solved yet; to see the solution all the same: ./learn solution {exercise.name} "
                          "--give-up")
        state.state = "given-up"
        folder.store(exercise, state)
    print(exercise.solution, end="")


def draw(folder, exercise, tools):
    """The microscope's page of the learner's own kernel, in the run whose requests are counted. Returns what there is to
    say, and whether there is a page."""
    page = folder.file_of(exercise).with_suffix(".html")
    with attempt.scratch_folder() as scratch:
        shop = attempt.Workshop(tools, exercise, scratch / "work")
        refused = shop.take(folder.file_of(exercise).read_bytes())
        wrong = [refused] if refused else shop.compile()
        if wrong:
            return wrong, False
        drawn = shop.work / "page.html"
        ended = shop.run("counted", attempt.PUBLIC_SEEDS[:1], drawn)
        if not drawn.stat().st_size:
            return ended.what_is_wrong(), False
        shutil.move(drawn, page)
        page.chmod(0o644)
    return [str(page)], True


def page(word=None):
    folder = find_folder()
    exercise = folder.chosen(word)
    said, drawn = draw(folder, exercise, prepare())
    print("\n".join(said))
    return 0 if drawn else 1


def try_file(word, file):
    """Judges any file as an answer."""
    if not Path(file).is_file():
        raise Stop(2, f"there is no file '{file}'")
    exercise = exercises.exercise_named(word)
    with attempt.scratch_folder() as scratch:
        verdict = attempt.attempt(prepare(), exercise, Path(file).read_bytes(), scratch / "work")
    print("\n".join([*verdict.said, *verdict.printed]))
    return 0 if verdict.passed else 1
