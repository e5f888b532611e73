"""Compares the microscope's counts with the bars of an exercise: SPACE KIND MEASURE <= NUMBER [: words].

A bar ".../request" holds for each line of the program by itself, so that cheap accesses cannot hide expensive ones; any
other bar holds for the sum over all kernels of the counted run.
"""
import dataclasses
import operator
import re

SPACES, KINDS = ("global", "shared", "constant", "local", "any"), ("load", "store", "atomic", "any")
MEASURES = ("requests", "lanes", "sectors", "passes", "sectors/request", "passes/request", "lanes/request")
ACCESS = {"load": "load of", "store": "store to", "atomic": "atomic operation on", "any": "access to"}
DOES = {"load": "load from", "store": "store to", "atomic": "change", "any": "touch"}
SHARED_ARRAY = re.compile(r"[A-Za-z_][A-Za-z_0-9]*[ ]*\[")


class Broken(Exception):
    """The bar is not understood."""


@dataclasses.dataclass(frozen=True)
class Row:
    """The counts of a line of the program, as far as bars ask for them."""

    launched: str
    checked: str
    space: str
    kind: str
    requests: float
    lanes: float
    transfers: float  # sectors, or passes in shared memory
    file: str
    line: int


@dataclasses.dataclass(frozen=True)
class Result:
    met: bool
    sentence: str
    place: str = ""  # the line of the learner's file that misses the bar


def rows_of(counts):
    rows = []
    for line in counts.splitlines():
        cells = line.split("\t")
        if len(cells) >= 14 and cells[9].isdigit():
            rows.append(Row(cells[4], cells[5], cells[6], cells[7], float(cells[9]), float(cells[10]), float(cells[11]), cells[12],
                            int(cells[13])))
        elif len(cells) >= 6 and cells[4] != cells[5]:
            rows.append(Row(cells[4], cells[5], "none", "none", 0, 0, 0, "", 0))
    return rows


def fingerprint(counts):
    """Of accesses: the same for programs that cost the same, whatever their names and lines."""
    return str(sorted((row.space, row.kind, row.requests, row.lanes, row.transfers) for row in rows_of(counts)))


def number(value):
    return f"{value:.0f}" if value == int(value) else f"{value:.3g}"


class Bar:
    """One bar, and the learner's file, whose arrays and lines the sentences name."""

    def __init__(self, text, source, name):
        self.text, _, self.words = text.partition(": ")
        parts = self.text.split()
        if len(parts) != 5:
            raise Broken("five words: space kind measure <= number")
        self.space, self.kind, self.measure, relation, limit = parts
        if self.space not in SPACES:
            raise Broken("space: global, shared, constant, local or any")
        if self.kind not in KINDS:
            raise Broken("kind: load, store, atomic or any")
        if self.measure not in MEASURES:
            raise Broken("measure: requests, lanes, sectors, passes, sectors/request, passes/request or lanes/request")
        if relation not in ("<=", ">=") or not re.fullmatch("[0-9.]+", limit):
            raise Broken("<= or >=, and a number")
        self.at_most = relation == "<="
        self.limit = float(limit)
        self.lines = source.split("\n")
        self.name = name
        # An array's name is between its type and the first bracket.
        arrays = [SHARED_ARRAY.search(line) for line in self.lines if "__shared__" in line]
        self.shared_arrays = [found[0].rstrip("[ ") for found in arrays if found]

    def counts(self, row):
        return ((self.space == "any" or row.space == self.space) and (self.kind == "any" or row.kind == self.kind)
                and row.space != "none" and (row.space != "local" or self.space == "local"))

    def amount(self, row):
        return {"requests": row.requests, "lanes": row.lanes}.get(self.measure.split("/")[0], row.transfers)

    def touched(self, space, line=0):
        """What a line of the program accesses: the shared arrays named there, else the space."""
        if space == "shared" and 0 < line <= len(self.lines):
            text = self.lines[line - 1]
            names = [f"`{name}`" for name in self.shared_arrays if re.search(rf"(^|[^A-Za-z_0-9]){name}[ ]*\[", text)]
            if names:
                return " or ".join(names)
        return "memory" if space == "any" else space + " memory"

    def judge(self, rows):
        counted = [row for row in rows if self.counts(row)]
        if self.measure.endswith("/request"):
            return self.judge_each(counted)
        found = sum(self.amount(row) for row in counted)
        what = {"requests": "requests that ", "lanes": "threads' accesses that "}.get(self.measure, self.measure + " to ")
        return self.result(found, f"{number(found)} {what}{DOES[self.kind]} {self.touched(self.space)}", None)

    def judge_each(self, counted):
        if not counted:
            return Result(True, f"no {ACCESS[self.kind]} {self.touched(self.space)}")
        worse = operator.gt if self.at_most else operator.lt
        worst = counted[0]
        for row in counted[1:]:
            if worse(self.amount(row) / row.requests, self.amount(worst) / worst.requests):
                worst = row
        found = self.amount(worst) / worst.requests
        unit = self.measure.split("/")[0]
        if found == 1:
            unit = "pass" if unit == "passes" else unit[:-1]
        what = f"{number(found)} {unit} for each {ACCESS[worst.kind]} {self.touched(worst.space, worst.line)}"
        if worst.space == "shared" and unit == "passes":
            what += ": all lanes hit one bank" if found >= 32 else ": lanes meet in one bank"
        return self.result(found, what, worst)

    def result(self, found, what, worst):
        met = found <= self.limit if self.at_most else found >= self.limit
        least = "" if self.at_most else "at least "
        sentence = f"{what}. The bar is {least}{number(self.limit)}" + (f": {self.words}." if self.words else ".")
        place = ""
        if not met and worst and worst.file.rsplit("/", 1)[-1] == self.name and 0 < worst.line <= len(self.lines):
            place = f"{self.name}:{worst.line} | {self.lines[worst.line - 1].lstrip()}"
        return Result(met, sentence, place)


def judge(exercise, source, counts):
    """A result for each bar."""
    rows = rows_of(counts)
    results = []
    for text in exercise.values("bar"):
        try:
            bar = Bar(text, source, exercise.name + ".cuh")
        except Broken as broken:
            results.append(Result(False, f"the bar `{text.partition(': ')[0]}` is not understood: {broken}"))
            continue
        if any(row.launched != row.checked for row in rows):
            results.append(Result(False, "not all blocks were checked"))
        else:
            results.append(bar.judge(rows))
    return results
