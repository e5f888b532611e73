"""Reads a list of planted bugs: mutants, each with a text of one file and its replacement, and exhibits."""
import dataclasses
import re

LEAST = 3  # mutants of a lesson that is no exhibit
MUTANT = re.compile(r"mutant ([a-z0-9_]+)( in ([A-Za-z0-9_./]+))?( everywhere)?( microscope-only)?( in-ranks)?")
OF_THE_COURSE = re.compile(r"ch[0-9]+_|common/")  # how a path begins that is not of the lesson's folder


class Mistake(Exception):
    """What is wrong in a list, and in which of its lines."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line = line


@dataclasses.dataclass
class Planted:
    """A mutant or an exhibit as the list has it."""
    line: int
    file: str  # that it changes, or that is the exhibit: relative to the course
    old: str = None
    new: str = None
    finding: str = ""
    near: str = ""
    cases: str = ""
    mutant: str = None  # its name; an exhibit has none
    options: tuple = ()  # of an exhibit's program
    everywhere: bool = False
    microscope_only: bool = False
    in_ranks: bool = False


def path_of(lesson, file):
    return file if OF_THE_COURSE.match(file) else f"{lesson}/{file}"


def begun(number, line, lesson):
    """The mutant or exhibit that this line begins."""
    topic = lesson.rpartition("/")[2]
    if line.startswith("exhibit"):
        return Planted(number, f"{lesson}/{topic}.cu", options=tuple(line.split()[1:]))
    parts = MUTANT.fullmatch(line)
    if not parts:
        raise Mistake(number, f"'{line}' is not: mutant NAME [in FILE] [everywhere] [microscope-only] [in-ranks]")
    return Planted(number, path_of(lesson, parts[3] or topic + ".cu"), mutant=parts[1], everywhere=bool(parts[4]),
                   microscope_only=bool(parts[5]), in_ranks=bool(parts[6]))


def planted(text, lesson, least=LEAST):
    """The mutants and exhibits of a list, each as soon as all its lines are read. lesson is chNN_chapter/topic."""
    now, mutants, exhibits, at = None, 0, 0, 1
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"(mutant|exhibit)( |$)", line):
            if now:
                yield now
            now, at = begun(number, line, lesson), number
            mutants += now.mutant is not None
            exhibits += now.mutant is None
        elif line.startswith(("-", "+")):
            part = "old" if line[0] == "-" else "new"
            before = getattr(now, part, None)
            line = line[2:] if line[1:2] == " " else line[1:]
            if now:
                setattr(now, part, line if before is None else f"{before}\n{line}")
        elif key := re.fullmatch(r"(finding|near|cases) (.+)", line):
            if now:
                setattr(now, key[1], key[2])
        elif line and not line.startswith("#"):
            raise Mistake(number, f"'{line}' begins with none of: mutant, exhibit, -, +, finding, near, cases, #")
    if now:
        yield now
    if not exhibits and mutants < least:
        raise Mistake(at, f"a lesson needs {least} mutants or more, not {mutants}")
