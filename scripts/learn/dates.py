"""When hand-ins were due and when they came: a file of lines

    due 2026-10-12 23:59                     # for all that is graded
    due ch09_shared 2026-11-02 23:59         # for a chapter or an exercise
    late 10                                  # percent of the points that each day begun takes
    free 2                                   # days that may be late without that, of each hand-in
    extension anna 3                         # days more for a student
    handed-in anna 2026-10-13 09:30          # a folder, and when it came; without this line it was in time
    handed-in anna_again 2026-10-14 10:00 of anna   # another hand-in of anna: the better one counts, exercise by exercise
"""
import dataclasses
import datetime
import math
import shlex
from pathlib import Path

from .project import Stop

DAY = datetime.timedelta(days=1)


@dataclasses.dataclass
class Dates:
    due: dict = dataclasses.field(default_factory=dict)         # by exercise, chapter, or "" for all: the time
    percent: float = 0
    free: float = 0
    extensions: dict = dataclasses.field(default_factory=dict)  # by student: days
    came: dict = dataclasses.field(default_factory=dict)        # by folder: the time
    owners: dict = dataclasses.field(default_factory=dict)      # by folder: the student

    def owner(self, folder):
        return self.owners.get(folder, folder)

    def days_late(self, folder, exercise):
        names = (exercise.name, f"topic:{exercise.value('topic')}", exercise.chapter, "")
        due = next((self.due[name] for name in names if name in self.due), None)
        came = self.came.get(folder)
        if due is None or came is None:
            return 0
        days = (came - due) / DAY - self.extensions.get(self.owner(folder), 0) - self.free
        return max(math.ceil(days), 0)

    def share(self, days):
        """What is left of the points."""
        return max(1 - days * self.percent / 100, 0)


def number(word):
    value = float(word)
    if not 0 <= value <= 100000:  # also refuses NaN
        raise ValueError(word)
    return value


def read_line(dates, words):
    what, *rest = words
    if any("/" in word or word in (".", "..") for word in rest[:1] + rest[-1:]):  # names of folders, not paths
        raise ValueError(what)
    if what == "due" and len(rest) in (2, 3):
        dates.due["" if len(rest) == 2 else rest[0]] = datetime.datetime.strptime(" ".join(rest[-2:]), "%Y-%m-%d %H:%M")
    elif what == "late" and len(rest) == 1:
        dates.percent = number(rest[0])
    elif what == "free" and len(rest) == 1:
        dates.free = number(rest[0])
    elif what == "extension" and len(rest) == 2:
        dates.extensions[rest[0]] = number(rest[1])
    elif what == "handed-in" and (len(rest) == 3 or (len(rest) == 5 and rest[3] == "of")):
        dates.came[rest[0]] = datetime.datetime.strptime(" ".join(rest[1:3]), "%Y-%m-%d %H:%M")
        if len(rest) == 5:
            dates.owners[rest[0]] = rest[4]
    else:
        raise ValueError(what)


def read(file):
    dates = Dates()
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Stop(2, f"the file of dates '{file}' cannot be read") from None
    for count, line in enumerate(lines, 1):
        try:
            words = shlex.split(line, comments=True)
            if words:
                read_line(dates, words)
        except ValueError:
            raise Stop(2, f"{file}:{count}: this line is not understood: {line.strip()} (docs/teaching.md has examples)") from None
    return dates
