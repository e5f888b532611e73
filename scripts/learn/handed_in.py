"""Finds what a student has handed in, however a learning platform or an unpacked archive has laid it out: the file of an
exercise where init puts it, beside all others, in folders within folders, or under the name of a second download.

Only plain files are read, through no link, so nothing else on this machine is. What is not used is reported by name: an
honest hand-in is never zero in silence.
"""
import dataclasses
import os
import re
import stat
from pathlib import Path

from . import look, wording

MOST_DEPTH = 8
MOST_FILES = 5000    # looked at, of a student
MOST_NAMED = 12      # files that are reported, of an exercise or of those that are not used
SYSTEM = ("__MACOSX", ".git", ".svn", ".idea", ".vscode", "__pycache__", "node_modules")
# Files of the learner's folder that are no answers, and what systems leave.
NO_ANSWER = re.compile(r"(progress\.txt|\.starters|\.student|\.clangd|\.DS_Store|Thumbs\.db|desktop\.ini|.*\.(md|html|old))$", re.I)
# name.cuh, name (1).cuh, name-1.cuh, name_2.cu, name.cuh.txt, 'Copy of name.cuh', and what Canvas puts before a name.
ANSWER = re.compile(r"(?:copy of |\w+_(?:late_)?\d+_\d+_)?(?P<name>[a-z][a-z0-9_]*?)(?: ?\((?P<copy>\d+)\)|[-_ ](?P<number>\d{1,2})"
                    r"| - copy)?\.(?:cuh|cu|cuh\.txt|cu\.txt|cuda|hpp|h)$", re.I)


@dataclasses.dataclass(frozen=True)
class Found:
    """A file that may be the answer to an exercise."""

    path: str  # within the student's folder
    exact: bool
    copy: int

    def rank(self, exercise):
        """Small is good: the right name, the chapter's folder, few folders above it, the latest copy."""
        parts = self.path.split("/")
        in_chapter = len(parts) > 1 and parts[-2] == exercise.chapter
        return (not self.exact, not in_chapter, len(parts), -self.copy, self.path)


def plain_files(folder):
    """The paths of the plain files within, and whether there are more than are looked at. Folders that are links are not
    entered, and no files are listed that are links."""
    found, waiting = [], [("", 0)]
    while waiting:
        inside, depth = waiting.pop(0)
        try:
            entries = sorted(os.scandir(os.path.join(folder, inside)), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            path = f"{inside}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if depth < MOST_DEPTH and entry.name not in SYSTEM:
                    waiting.append((path + "/", depth + 1))
            elif entry.is_file(follow_symlinks=False):
                found.append(path)
            if len(found) + len(waiting) >= MOST_FILES:
                return found, True
    return found, False


def read_plain(folder, path, most=look.MOST_BYTES + 1):
    """The bytes of a plain file, at most so many; None if it has become something else. No part of the path may be a link."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        *above, name = path.split("/")
        for part in above:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=opened)
            os.close(opened)
            opened = inner
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=opened)
    except OSError:
        return None
    finally:
        os.close(opened)
    with os.fdopen(file, "rb") as stream:
        return stream.read(most) if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else None


class HandIn:
    """The folder of one student."""

    def __init__(self, folder, exercises, known_names):
        """exercises: those that are graded. known_names: of all exercises, since a hand-in may have more than are graded."""
        self.folder = Path(folder)
        self.files, self.too_many = plain_files(folder)
        self.answers = {}  # by the exercise's name: the file
        self.notes = []    # what the report says about files
        self.remarks = []  # for the instructor
        candidates, unknown = {}, []
        by_lower = {name.lower(): name for name in known_names}
        for path in self.files:
            base = path.rsplit("/", 1)[-1]
            name, exact, copy = self.exercise_of(base, by_lower)
            if name:
                candidates.setdefault(name, []).append(Found(path, exact, copy))
            elif not NO_ANSWER.match(base):
                unknown.append(path)
        for exercise in exercises:
            self.choose(exercise, candidates.get(exercise.name, []))
        self.note_unknown(unknown)

    @staticmethod
    def exercise_of(base, by_lower):
        """The exercise whose file this seems to be, whether it has the right name, and which copy it is."""
        if base.endswith(".cuh") and base[:-4] in by_lower.values():
            return base[:-4], True, 0
        found = ANSWER.match(base)
        if not found:
            return None, False, 0
        for name in (found["name"], base.rsplit(".cu", 1)[0]):
            if name.lower() in by_lower:
                return by_lower[name.lower()], False, int(found["copy"] or found["number"] or 0)
        return None, False, 0

    def choose(self, exercise, found):
        if not found:
            return
        best, *others = sorted(found, key=lambda file: file.rank(exercise))
        data = read_plain(self.folder, best.path)
        if data is None:
            self.notes.append(f"{exercise.name}: {shown(best.path)} cannot be read")
            return
        self.answers[exercise.name] = data
        if not best.exact:
            self.notes.append(f"{exercise.name}: {shown(best.path)} was taken for {exercise.name}.cuh")
        for other in others[:MOST_NAMED]:
            if read_plain(self.folder, other.path) != data:
                self.notes.append(f"{exercise.name}: {shown(other.path)} differs from {shown(best.path)}, and was not graded")
        if len(others) > MOST_NAMED:
            self.notes.append(f"{exercise.name}: {len(others) - MOST_NAMED} more files of it were not looked at")

    def note_unknown(self, unknown):
        if unknown:
            more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
            self.notes.append("not used: " + ", ".join(shown(path) for path in unknown[:MOST_NAMED]) + more)
        archives = [path for path in unknown if re.search(r"\.(zip|tar|t?gz|7z|rar)$", path, re.I)]
        if archives:
            self.notes.append(f"{shown(archives[0])} was not unpacked: unpack it in the student's folder, and grade again")
        if self.too_many:
            self.notes.append(f"there are more than {MOST_FILES} files: the others were not looked at")

    def text_of(self, name):
        """Of a file that init makes, if it was handed in."""
        named = sorted((path for path in self.files if path.rsplit("/", 1)[-1] == name), key=lambda path: path.count("/"))
        data = read_plain(self.folder, named[0]) if named else None
        return (data or b"").decode("utf-8", "replace")

    def progress(self):
        return self.text_of("progress.txt")

    def student(self):
        """Whose variants the exercises are, as the learner's folder says."""
        return self.text_of(".student").strip()


def shown(path):
    """A file's name as a report may show it: no control characters, and not longer than a line."""
    text = wording.printable(re.sub(r"[\x00-\x1f\x7f-\x9f\udc80-\udcff]", "?", path))
    return text if len(text) <= 80 else "..." + text[-77:]
