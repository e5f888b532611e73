"""Grading a class: a folder per student; every file is judged once, in its own process."""
import dataclasses
import hashlib
import multiprocessing
import multiprocessing.connection
import os
import secrets
import sys
import time
from pathlib import Path

from . import attempt, compare, dates, exercises, look, reports, roster, visibility, wording
from .handed_in import HandIn
from .learner import STUDENT, read_progress
from .project import Stop, prepare
from .visibility import PARTS

AS_THE_STARTER = "It costs what the starter costs, so only that it compiles is credited."
MOST_SAID = 10_000  # characters of what is said on an answer
SEED = "--seed needs a whole number below 4294967296"
CREDIT = (10, 40, 20, 30)  # percent of the points for each part, unless exercise.txt says otherwise
WORDS = {"passed": "passed", "missing": "not handed in", "untouched": "not begun", "refused": "refused", "compile": "does not compile",
         "test": "wrong", "counted": "wrong", "bars": "right, but it costs too much", "broken": "could not be judged"}


def options(parser):
    parser.add_argument("students", metavar="STUDENT-DIR", nargs="+", help="a folder with what a student has handed in")
    parser.add_argument("--out", metavar="DIR", default="grades", help="where the reports go (grades)")
    parser.add_argument("--only", metavar="EXERCISE-OR-CHAPTER", action="append", default=[],
                        help="or topic:NAME, of which each student has one; may be repeated")
    parser.add_argument("--seed", metavar="NUMBER", help="of the secret inputs; a second grading with it is the same")
    parser.add_argument("--jobs", metavar="N", default=str(len(os.sched_getaffinity(0))), help="answers that are judged at once")
    parser.add_argument("--partial", action="store_true", help="points for parts: it compiles, is right, without a finding, cheap")
    parser.add_argument("--dates", metavar="FILE", help="when hand-ins were due and came: late days, the best of several")
    parser.add_argument("--roster", metavar="FILE", help="a CSV file of the class; writes canvas.csv and moodle.csv")
    parser.add_argument("--metadata", metavar="FILE", help="Gradescope's submission_metadata.json: who has handed in")
    parser.add_argument("--title", metavar="TEXT", default="CUDA exercises", help="of the column there")
    parser.add_argument("--variants", metavar="WORD", help="each student has variants of the exercises, as ./learn publish made them")
    add_visibility(parser)
    return parser


def add_visibility(parser):
    parser.add_argument("--visibility", metavar="WHEN[:WHAT,...]", action="append", default=[], type=visibility.rule,
                        help=f"of the tests on Gradescope: {', '.join(visibility.WHEN)}; of WHAT only, exercises, chapters or parts "
                        f"({', '.join(PARTS)}); may be repeated, and the last one counts")


@dataclasses.dataclass(frozen=True)
class Judged:
    """What is known of a file."""

    state: str
    said: str
    met: tuple = ()
    milliseconds: int = 0
    does: str = ""            # Verdict's
    as_starter: bool = False  # the starter does the same


MISSING = Judged("missing", "No file was handed in.")
BROKEN = Judged("broken", "It could not be judged: the grader failed, not the student.")


@dataclasses.dataclass
class Mark:
    """A student's result of an exercise."""

    exercise: exercises.Exercise
    judged: Judged
    credit: tuple       # percent of the points for each part
    days_late: int = 0
    share: float = 1    # of the points, that lateness has left
    attempts: int = 0   # as the student's progress.txt says

    def points_of(self, part):
        return self.exercise.points * self.credit[PARTS.index(part)] / 100

    @property
    def part(self):
        """The one that the answer did not reach, of which its report tells; the last one if it reached all."""
        return next((part for part in PARTS if part not in self.judged.met), PARTS[-1])

    @property
    def score(self):
        met = sum(self.points_of(part) for part in PARTS if part in self.judged.met)
        return neat(met * self.share)

    @property
    def in_words(self):
        late = f", {self.days_late} days late" if self.days_late and self.judged.state != "missing" else ""
        return WORDS[self.judged.state] + late


def neat(value):
    value = round(value, 2)
    return int(value) if value == int(value) else value


@dataclasses.dataclass
class Student:
    name: str      # as it can be shown
    folder: str    # the folder's name
    marks: list
    notes: list    # for the student: files that were not used
    remarks: list  # for the instructor

    @property
    def score(self):
        return neat(sum(mark.score for mark in self.marks))

    @property
    def most(self):
        return sum(mark.exercise.points for mark in self.marks)


def credit_of(exercise, partial):
    """Without --partial only an answer with all parts gets points. An exercise may have weights of its own."""
    if not partial:
        return (0, 0, 0, 100)
    own = tuple(int(word) for word in exercise.value("credit").split())
    return own if len(own) == len(PARTS) and sum(own) == 100 else CREDIT


# ---- Judging: runs in processes of its own

_shared = {}  # what each of them has: the tools and the exercises


def judge_file(task):
    """task: key, the exercise's name and variant, the file's bytes, the seeds."""
    _, name, number, data, seeds = task
    exercise, started = _shared["exercises"][name].variant(number), time.monotonic()
    try:
        with attempt.scratch_folder() as scratch:
            verdict = attempt.attempt(_shared["tools"], exercise, data, scratch / "work", seeds, _shared["with_deeds"])
    except Exception as error:  # noqa: BLE001  # whatever it is, the others are still graded
        print(f"learn: {name} could not be judged: {error!r}", file=sys.stderr)
        return BROKEN
    said = wording.printable(verdict.text)[:MOST_SAID]
    return Judged(verdict.state, said, verdict.met, int(1000 * (time.monotonic() - started)), verdict.does)


def judge_and_send(task, sender):
    sender.send(judge_file(task))
    sender.close()


def judge_all(tasks, jobs):
    """By key what is known of each file. Each has a process of its own: if the system ends one, the others go on."""
    context = multiprocessing.get_context("fork")
    waiting, running, found = list(reversed(tasks)), {}, {}
    while waiting or running:
        while waiting and len(running) < jobs:
            task = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=judge_and_send, args=(task, sender))
            process.start()
            sender.close()
            running[receiver] = task[0], process
        for receiver in multiprocessing.connection.wait(list(running)):
            key, process = running.pop(receiver)
            try:
                found[key] = receiver.recv()
            except EOFError:
                found[key] = BROKEN
            receiver.close()
            process.join()
            if sys.stdout.isatty():
                print(f"\r{len(found)} of {len(tasks)} files judged", end="\n" if len(found) == len(tasks) else "", flush=True)
    return found


def compare_with_starters(judged, tasks, jobs):
    """With partial credit an answer that costs as much as the starter is credited with compiling alone, whatever was written
    differently: a costly starter is right, too. Behind a finding nothing more is known of two answers that are alike up to it,
    so that is a remark only. The starters of answers with credit are judged for that."""
    begun = [task for task in tasks if judged[task[0]].does]
    starters = {}
    for _, name, number, _, seeds in begun:
        starter = _shared["exercises"][name].variant(number).starter.encode()
        starters[name, number] = ((name, number), name, number, starter, seeds)
    found = judge_all(list(starters.values()), jobs)
    for key, name, number, _, _ in begun:
        starter, answer = found[name, number], judged[key]
        if (answer.state, answer.does) == (starter.state, starter.does):
            judged[key] = dataclasses.replace(answer, as_starter=True)
            if answer.state == "bars":
                judged[key] = dataclasses.replace(judged[key], met=answer.met[:1], said=f"{answer.said}\n{AS_THE_STARTER}")


def key_of(exercise, data):
    """Equal files have the same. None if there is no file; untouched if it is the starter, in whatever layout."""
    if data is None:
        return "missing"
    data = look.as_text(data)
    if len(data) <= look.MOST_BYTES and compare.same_tokens(data.decode("utf-8", "replace"), exercise.starter):
        return "untouched"
    return f"{exercise.name}-{exercise.number}-{hashlib.sha256(data).hexdigest()}"


# ---- A class


def check_students(students):
    """The folders by name, which no report may be mixed up with."""
    folders = {}
    for student in students:
        folder = Path(os.path.abspath(student))
        if not folder.is_dir():
            raise Stop(2, f"there is no folder '{student.rstrip('/')}'")
        if folder.name in folders:
            raise Stop(2, f"two folders have the name '{folder.name}'")
        if folder.name in reports.OF_THE_CLASS or not folder.name:
            raise Stop(2, f"a student's folder cannot be called '{folder.name}': rename it")
        folders[folder.name] = folder
    same = {}
    for folder in folders.values():  # a link to another's folder, which an archive may hold
        other = same.setdefault(os.path.realpath(folder), folder)
        if other is not folder:
            raise Stop(2, f"the folders '{printable_name(other.name)}' and '{printable_name(folder.name)}' are one: one of them is a link")
    return folders


def printable_name(folder):
    return wording.printable(folder.encode("utf-8", "surrogateescape").decode("utf-8", "replace")).replace("\n", " ")


def mark_all(hand_ins, judged, calendar, partial):
    """The students, each with a mark per exercise: the best of their hand-ins."""
    students = {}
    for folder, (hand_in, own, keys) in hand_ins.items():
        owner = calendar.owner(folder)
        progress = read_progress(hand_in.progress())
        marks = []
        for exercise in own:
            days = calendar.days_late(folder, exercise)
            state = progress.get(exercise.name)
            marks.append(Mark(exercise, judged[keys[exercise.name]], credit_of(exercise, partial), days, calendar.share(days),
                              min(state.attempts, 9999) if state else 0))
        given_up = [exercise.name for exercise in own if exercise.name in progress and progress[exercise.name].state == "given-up"]
        alike = [mark.exercise.name for mark in marks if mark.judged.as_starter]
        remarks = hand_in.remarks + [f"{name}: given up" for name in given_up] + [f"{name}: does what the starter does" for name in alike]
        if owner not in students:
            students[owner] = Student(printable_name(owner), owner, marks, list(hand_in.notes), remarks)
            continue
        student = students[owner]
        student.marks = [max(pair, key=lambda mark: (mark.score, mark.judged.state != "missing")) for pair in zip(student.marks, marks)]
        student.notes += hand_in.notes
        student.remarks += remarks
    return students


def remark_on_likeness(chosen, hand_ins, students, calendar):
    """What is like another's or like the solution, for the instructor: it may be the only way to write it."""
    for exercise in chosen:
        texts, variants = {}, {}
        for folder, (hand_in, own, keys) in hand_ins.items():
            data = hand_in.answers.get(exercise.name)
            if data is not None and keys.get(exercise.name, "untouched") != "untouched" and len(data) <= look.MOST_BYTES:
                texts[calendar.owner(folder)] = look.as_text(data).decode("utf-8", "replace")
                variants[calendar.owner(folder)] = next(mine.number for mine in own if mine.name == exercise.name)
        shown = {owner: printable_name(owner) for owner in texts}
        for owner, said in compare.Comparison(exercise).remarks(texts, shown, variants).items():
            students[owner].remarks.append(f"{exercise.name}: {said}")


def student_of(folder, hand_in, people):
    """The name from which the variants follow: the one that init was given, unless it is known who handed in, and that it is
    another's. The student reads what was assumed, so that a slip of the name is not zero in silence."""
    said = hand_in.student()
    known = people[0].name if people and people[0].name else folder
    if not said:
        hand_in.notes.append(f"there is no file {STUDENT}: these were taken for the exercises of {printable_name(known)}")
        return known
    if exercises.plain(said) in {exercises.plain(folder)}.union(*map(roster.keys_of, people)):
        return said
    hand_in.remarks.append(f"these are the exercises of {printable_name(said)[:60]}")
    if not people:
        return said
    hand_in.notes.append(f"{STUDENT} has the name {printable_name(said)[:60]}: they were graded as the exercises of {printable_name(known)}")
    return known


def note_others(hand_in, chosen, own, keys):
    """Says of a topic that another of its exercises was solved than the student's: it is not zero in silence."""
    for slot, mine in zip(chosen, own):
        if keys[mine.name] not in ("missing", "untouched"):
            continue
        solved = [exercise.name for exercise in slot.members() if exercise.name != mine.name and exercise.name in hand_in.answers
                  and key_of(exercise, hand_in.answers[exercise.name]) != "untouched"]
        if solved:
            hand_in.notes.append(f"{slot.name}: this student's exercise is {mine.name}; {', '.join(solved)} was not graded")


def whole_number(word, most, what):
    if not word.isascii() or not word.isdigit() or len(word) > most:
        raise Stop(2, what)
    return int(word)


def grade(chosen_options):
    wanted = chosen_options
    jobs = whole_number(wanted.jobs, 4, "--jobs needs a whole number from 1")
    if jobs < 1:
        raise Stop(2, "--jobs needs a whole number from 1")
    seed = wanted.seed if wanted.seed is not None else str(secrets.randbits(32))
    if whole_number(seed, 10, SEED) >= 1 << 32:
        raise Stop(2, SEED)
    folders = check_students(wanted.students)
    chosen = exercises.chosen_exercises(wanted.only)
    visibility.check(wanted.visibility, [exercise for slot in chosen for exercise in slot.members()], wanted.partial)
    calendar = dates.read(wanted.dates) if wanted.dates else dates.Dates()
    people = roster.read(wanted.roster) if wanted.roster else []
    if wanted.metadata:
        people_of = dict.fromkeys(folders, roster.of_gradescope(wanted.metadata))
    else:
        people_of = {folder: [person] for folder, person in roster.match(people, list(folders))[0].items()}
    variants = wanted.variants or exercises.variants_seed()
    known = [exercise.name for exercise in exercises.all_exercises()]
    hand_ins, tasks = {}, {}
    of_topics = [exercise for slot in chosen for exercise in slot.members()]
    members = list({exercise.name: exercise for exercise in of_topics}.values())
    for name, folder in folders.items():
        hand_in = HandIn(folder, members, known)
        keys, whose = {}, student_of(calendar.owner(name), hand_in, people_of.get(name, [])) if variants else ""
        own = [slot.for_student(whose, variants) for slot in chosen]
        for exercise in own:
            data = hand_in.answers.get(exercise.name)
            key = keys[exercise.name] = key_of(exercise, data)
            if key not in ("missing", "untouched"):
                tasks.setdefault(key, (key, exercise.name, exercise.number, data, (*attempt.PUBLIC_SEEDS, seed)))
        note_others(hand_in, chosen, own, keys)
        hand_ins[name] = (hand_in, own, keys)
    out = Path(wanted.out)
    out.mkdir(parents=True, exist_ok=True)
    write_seed(out / "seed.txt", seed)
    _shared.update(tools=prepare(), with_deeds=wanted.partial, exercises={exercise.name: exercise for exercise in members})
    judged = {"missing": MISSING, "untouched": Judged("untouched", "As at the beginning."), **judge_all(list(tasks.values()), jobs)}
    if wanted.partial:
        compare_with_starters(judged, list(tasks.values()), jobs)
    students = mark_all(hand_ins, judged, calendar, wanted.partial)
    remark_on_likeness(members, hand_ins, students, calendar)
    reports.write_all(out, list(students.values()), chosen, wanted, people)
    print(f"{len(students)} students, {len(chosen)} exercises: {out}/grades.csv")


def write_seed(file, seed):
    """For a second grading that shall be the same. Only the grader may read it."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(seed + "\n")
