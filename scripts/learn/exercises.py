"""The exercises: their list, the values in exercise.txt, and how a starter is made from a solution."""
import functools
import os
import re
from pathlib import Path

from .project import ROOT, Stop

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
    """A folder of exercises/chNN_chapter/."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.name = self.folder.name
        self.chapter = self.folder.parent.name

    @functools.cached_property
    def lines(self):
        """exercise.txt as pairs of key and value."""
        text = (self.folder / "exercise.txt").read_text(encoding="utf-8")
        return [tuple(line.split(":", 1)) for line in text.splitlines() if ":" in line]

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
        return "".join((self.folder / "README.md").read_text(encoding="utf-8").splitlines(keepends=True)[2:])

    @functools.cached_property
    def starter(self):
        """What a learner begins with. A course for students (./learn publish) has it as a file, and no solution."""
        published = self.folder / "starter.cuh"
        if published.exists():
            return published.read_text(encoding="utf-8")
        return cut_starter((self.folder / "solution.cuh").read_text(encoding="utf-8"))

    @functools.cached_property
    def solution(self):
        """As a learner sees it; None in a course for students."""
        file = self.folder / "solution.cuh"
        return cut_solution(file.read_text(encoding="utf-8")) if file.exists() else None


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
    """Those that are named, by name or chapter; all of them if none is."""
    if not words:
        return list(all_exercises())
    chosen = []
    for word in words:
        parts = word.strip("/").split("/")
        found = [exercise for exercise in all_exercises()
                 if parts in ([exercise.name], [exercise.chapter], [exercise.chapter, exercise.name])]
        if not found:
            raise Stop(2, f"there is no exercise or chapter '{word}' (./learn list)")
        chosen += [exercise for exercise in found if exercise not in chosen]
    return chosen
