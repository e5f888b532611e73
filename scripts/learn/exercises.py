"""The exercises: their list, the values in exercise.txt, and how a starter is made from a solution."""
import functools
import hashlib
import os
import re
import unicodedata
from pathlib import Path

from .project import ROOT, Stop

VARIANT = "variant: "
TOPIC = "topic:"  # topic:coalescing stands for one of the exercises of this topic
BEGIN, END = re.compile(r"[ \t]*// \[starter"), re.compile(r"[ \t]*// starter\]")
OF_STARTER = re.compile(r"[ \t]*//-( |$)")


def cut_starter(text):
    """A region of solution.cuh from "// [starter" to "// starter]": the starter has only what follows "//- " there."""
    kept, inside = [], False
    for line in text.splitlines():
        if BEGIN.match(line):
            inside = True
        elif END.match(line):
            inside = False
        elif not inside:
            kept.append(line)
        elif OF_STARTER.match(line):
            line = re.sub("//- ?", "", line, count=1)
            kept.append(line if line.strip(" \t") else "")
    return "".join(line + "\n" for line in kept)


def cut_solution(text):
    """The solution, as a learner sees it, has all but those lines."""
    kept = [line for line in text.splitlines() if not (BEGIN.match(line) or END.match(line) or OF_STARTER.match(line))]
    return "".join(line + "\n" for line in kept)


class Exercise:
    """A folder of exercises/chNN_chapter/. Number 0 is the exercise as its files have it; the others are its variants: lines
    "variant: text => other text => ..." say what stands in their place, in all of its files."""

    def __init__(self, folder, number=0):
        self.folder = Path(folder)
        self.name = self.folder.name
        self.chapter = self.folder.parent.name
        self.number = number

    @functools.cached_property
    def alternatives(self):
        """A list for each variant line: the text, and what the variants have instead."""
        text = (self.folder / "exercise.txt").read_text(encoding="utf-8")
        return [line[len(VARIANT):].split(" => ") for line in text.splitlines() if line.startswith(VARIANT)]

    @property
    def variants(self):
        """How many there are, this one included."""
        return min((len(texts) for texts in self.alternatives), default=1)

    def members(self):
        return [self]

    def for_student(self, student, seed):
        return variant_for(self, student, seed)

    def variant(self, number):
        return Exercise(self.folder, number)

    def text(self, name):
        """A file of the folder, as this variant has it. All texts are replaced at once, so none is replaced twice."""
        text = (self.folder / name).read_text(encoding="utf-8")
        if self.number == 0:
            return text
        instead = {texts[0]: texts[self.number] for texts in self.alternatives}
        return re.sub("|".join(map(re.escape, sorted(instead, key=len, reverse=True))), lambda found: instead[found[0]], text)

    def test_file(self, work):
        """test.cu; that of a variant is written into the folder work."""
        if self.number == 0:
            return self.folder / "test.cu"
        file = Path(work) / "test.cu"
        file.write_text(self.text("test.cu"), encoding="utf-8")
        return file

    @functools.cached_property
    def lines(self):
        """exercise.txt as pairs of key and value, without the variants."""
        return [tuple(line.split(":", 1)) for line in self.text("exercise.txt").splitlines()
                if ":" in line and not line.startswith(VARIANT)]

    def values(self, key):
        return [value.lstrip(" ") for found, value in self.lines if found == key]

    def value(self, key):
        return next(iter(self.values(key)), "")

    @property
    def points(self):
        return int(self.value("points"))

    @property
    def head(self):
        return f"{self.name}: {self.value('title')} ({self.value('kind')}, {self.points} points)"

    @property
    def task(self):
        """README.md without its heading."""
        return "".join(self.text("README.md").splitlines(keepends=True)[2:])

    @functools.cached_property
    def starter(self):
        """What a learner begins with. A course for students (./learn publish) has it as a file, and no solution."""
        if (self.folder / "starter.cuh").exists():
            return self.text("starter.cuh")
        return cut_starter(self.text("solution.cuh"))

    @functools.cached_property
    def solution(self):
        """As a learner sees it; None in a course for students."""
        return cut_solution(self.text("solution.cuh")) if (self.folder / "solution.cuh").exists() else None


class Pool:
    """The exercises of a topic, of which each student gets one. They are worth the same."""

    def __init__(self, topic):
        self.topic = topic
        self.name = TOPIC + topic
        self.exercises = [exercise for exercise in all_exercises() if exercise.value("topic") == topic]
        if not self.exercises:
            known = sorted({exercise.value("topic") for exercise in all_exercises()} - {""})
            raise Stop(2, f"there is no topic '{topic}'; there are {', '.join(known)}")

    def members(self):
        return self.exercises

    def for_student(self, student, seed):
        """The same for a student whenever it is asked for; without a seed all have the first one."""
        count = len(self.exercises)
        mine = self.exercises[drawn(count, student, self.name, seed) if seed else 0]
        return variant_for(mine, student, seed)


def exercises_folder():
    return Path(os.environ.get("EXERCISES") or ROOT / "exercises")


@functools.lru_cache(maxsize=None)
def exercises_in(folder):
    found = []
    for order in sorted(folder.glob("ch*/order.txt")):
        names = order.read_text(encoding="utf-8").split()
        found += [Exercise(order.parent / name) for name in names]
    return tuple(found)


def all_exercises():
    """In the order to walk them: chapters by number, exercises as the chapter's order.txt lists them."""
    return exercises_in(exercises_folder())


def exercise_named(word):
    """The exercise of this name, or of a file's path as one may type it."""
    name = word.rstrip("/").rsplit("/", 1)[-1]
    name = name[:-4] if name.endswith(".cuh") else name
    for exercise in all_exercises():
        if exercise.name == name:
            return exercise
    raise Stop(2, f"there is no exercise '{word}' (./learn list)")


def chosen_exercises(words):
    """Those that are named, by name, chapter or topic (a Pool); all of them if none is."""
    if not words:
        return list(all_exercises())
    chosen = []
    for word in words:
        if word.startswith(TOPIC):
            if word not in [slot.name for slot in chosen]:
                chosen.append(Pool(word[len(TOPIC):]))
            continue
        parts = word.strip("/").split("/")
        found = [exercise for exercise in all_exercises()
                 if parts in ([exercise.name], [exercise.chapter], [exercise.chapter, exercise.name])]
        if not found:
            raise Stop(2, f"there is no exercise or chapter '{word}' (./learn list)")
        chosen += [exercise for exercise in found if exercise not in chosen]
    return chosen


# ---- Variants


def plain(text):
    """Letters and digits only, of any script, without accents, to compare names of students and folders."""
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return re.sub(r"[\W_]", "", text.casefold())


def variants_seed():
    """The word from which each student's variants follow; empty where all have the same exercises."""
    file = exercises_folder() / "seed.txt"
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""


def drawn(count, student, name, seed):
    """One of so many numbers, which follows from these. Spaces, capitals and accents of the student's name make no difference."""
    text = f"{plain(student) or student}/{name}/{seed}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % count


def variant_for(exercise, student, seed):
    """The same for a student whenever it is asked for."""
    if not seed or exercise.variants == 1:
        return exercise
    return exercise.variant(drawn(exercise.variants, student, exercise.name, seed))
