"""One attempt: a learner's file is looked through, compiled with the exercise's test.cu, run under the microscope, and
judged by the result, the findings and the bars."""
import contextlib
import dataclasses
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from . import bars, limits, look, symbols, wording
from .project import ROOT

MIB = 1 << 20
PUBLIC_SEEDS = ("1", "2")
COMPILING = limits.Limits(seconds=120, addresses=4096 * MIB, file=1024 * MIB)
LINKING = limits.Limits(seconds=600)  # cu++ may build a library for it
# Of the addresses the microscope keeps 5 GiB for itself, and 4 more for a cooperative launch.
RUNNING = limits.Limits(seconds=60, processor=20, data=13312 * MIB, file=32 * MIB, processes=1000, confined=True)
ABORTED, TOO_MUCH_OUTPUT = 134, 153
BY_TIME = (limits.ENDED_BY_TIME, 137, 152)  # by the clock, or by the limit of processor time
MOST_READ = 4 * MIB  # of what a program has written


@dataclasses.dataclass
class Verdict:
    """How far an answer came: refused, compile, test, counted, bars or passed, and what there is to say."""

    state: str
    said: list
    met: tuple = ()          # of compiles, right, clean, cheap
    printed: list = dataclasses.field(default_factory=list)  # the program's own output
    does: str = ""           # the same for wrong answers that behave alike, whatever their names and lines; empty if not known

    @property
    def passed(self):
        return self.state == "passed"

    @property
    def text(self):
        return "\n".join(self.said)


@contextlib.contextmanager
def scratch_folder():
    """A folder for intermediate files, which the user nobody may enter but not list."""
    folder = Path(tempfile.mkdtemp(prefix="learn."))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def read_start(file):
    try:
        with open(file, "rb") as opened:
            return opened.read(MOST_READ).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""


@dataclasses.dataclass
class Run:
    """How a run of a learner's program ended."""

    status: int
    verdict: str  # right, or wrong and why; empty if the program ended before the tests did
    errors: str
    output: str
    limits: limits.Limits

    @property
    def right(self):
        return self.status == 0 and self.verdict == "right"

    @property
    def finding_only(self):
        """The results are right, but the microscope has found something."""
        return self.verdict == "right" and wording.FINDING in self.errors

    def what_is_wrong(self):
        """As the learner reads it; nothing if the run is right."""
        if self.right:
            return []
        said, by_time = [], self.status in BY_TIME
        if by_time:
            said.append(f"It did not end within {self.limits.processor} seconds: a loop without an end, or threads that wait "
                        "for each other?")
        if self.status == ABORTED and any(word in self.errors for word in ("no memory", "Cannot allocate", "bad_alloc")):
            return [*said, "It needed more memory than an attempt gets."]
        if self.status == TOO_MUCH_OUTPUT:
            said.append(f"It wrote more than {self.limits.file // MIB} MiB of output.")
        said += wording.first_findings(self.errors)
        if self.verdict.startswith("wrong"):
            said.append(self.verdict[len("wrong "):] + ".")
        elif self.verdict == "right":
            if wording.FINDING not in self.errors:
                said.append(f"The program failed at its end, with status {self.status}.")
        elif not by_time and self.status != TOO_MUCH_OUTPUT:
            said.append(f"The program ended before the tests did (status {self.status}).")
            said += [line for line in self.errors.splitlines() if not line.startswith("microscope: ")][:8]
        return said


class Workshop:
    """A learner's file on its way through an attempt, in a folder of its own."""

    def __init__(self, tools, exercise, work):
        self.tools, self.exercise, self.work = tools, exercise, Path(work)
        self.source = self.work / f"{exercise.name}.cuh"
        self.program = self.work / "program"
        self.running = RUNNING
        self.watcher = ()  # a command to run the program under

    def take(self, data):
        """Stores the file's bytes; says why it is refused, or None."""
        self.work.mkdir(parents=True, exist_ok=True)
        self.work.chmod(0o755)
        data = look.as_text(data)
        self.source.write_bytes(data)
        return look.why_refused(self.exercise, data)

    def compile(self):
        """Into a program. Says what is wrong as lines; none if it compiles."""
        said, object_file = self.work / "compiled", self.work / "object.o"
        relocatable = ["-rdc=true"] if self.exercise.chapter.startswith("ch23_") else []  # kernels that launch kernels
        with open(said, "wb") as output:
            status = limits.run([self.tools.compiler, "--microscope", "-Wno-unchecked", *relocatable, "-std=c++20", "-O2", "-Xcompiler",
                                 "-Wall", f"-I{self.work}", f"-I{ROOT}", "-c", self.exercise.test_file(self.work), "-o", object_file],
                                COMPILING, output=output, environment={**os.environ, "CUDA_EMULATOR_HEADER": "exercises"})
            if status == 0:
                refused = symbols.refused_symbol(object_file)
                if refused:
                    return [f"Refused: the file {refused}."]
                status = limits.run([self.tools.compiler, "--microscope", object_file, self.tools.harness, "-o", self.program], LINKING,
                                    output=output)
        return [] if status == 0 else self.compile_errors(said)

    def compile_errors(self, said):
        folders = (self.work, self.exercise.folder)
        return ["It does not compile:", *wording.compile_errors(read_start(said), self.source.name, folders)]

    def run(self, stage, seeds, page=None):
        """Runs the program's test or counted. With page, a file, what counted does is drawn into it."""
        settings = {"CUDA_EMULATOR_BLOCKS": "all", "CUDA_EMULATOR_LAUNCHES": "all", "CUDA_EMULATOR_TABLES": 0,
                    "CUDA_EMULATOR_FINDINGS_STATUS": 4, "CUDA_EMULATOR_THREADS": 2}
        if self.exercise.chapter.startswith("ch14_"):
            settings["CUDA_EMULATOR_DEVICES"] = 2
        drawn = {"CUDA_EMULATOR_TRACE": page} if page else {"CUDA_EMULATOR_COUNTS": self.counts} if stage == "counted" else {}
        for file in drawn.values():  # the user nobody may not make it
            file.write_bytes(b"")
            file.chmod(0o666)
        word = secrets.token_hex(16)
        told, tell = os.pipe()
        os.write(tell, f"{word} {' '.join(seeds)}\n".encode())
        os.close(tell)
        files = {name: self.work / name for name in ("out", "err", "report")}
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, told)
            out, err, report = (stack.enter_context(open(file, "wb")) for file in files.values())
            status = limits.run([*self.watcher, self.program, stage, told, report.fileno()], self.running, output=out, errors=err,
                                environment=limits.learners_environment(**settings, **drawn), descriptors=(told, report.fileno()))
        verdict = next((line[len(word) + 1:] for line in read_start(files["report"]).split("\n") if line.startswith(word + " ")), "")
        errors = read_start(files["err"]).replace(f"{self.work}/", "")
        return Run(status, wording.printable(verdict), errors, read_start(files["out"]), self.running)

    @property
    def counts(self):
        return self.work / "counts"

    def deeds(self, counted):
        """What a counted run came to and accessed."""
        return f"{counted.verdict}: {bars.fingerprint(self.counts.read_text('utf-8', 'replace'))}"


def attempt(tools, exercise, data, work, seeds=PUBLIC_SEEDS, with_deeds=False):
    """Judges a file's bytes as an answer to the exercise. WORK is a folder for intermediate files. with_deeds: what a wrong answer
    does is wanted too, for which it may have to run once more."""
    shop = Workshop(tools, exercise, work)
    refused = shop.take(data)
    if refused:
        return Verdict("refused", [refused])
    errors = shop.compile()
    if errors:
        return Verdict("refused" if errors[0].startswith("Refused") else "compile", errors)
    tested = shop.run("test", seeds)
    printed = wording.printed_lines(tested.output)
    wrong = tested.what_is_wrong()
    if wrong:
        met = ("compiles", "right") if tested.finding_only else ("compiles",)
        does = shop.deeds(shop.run("counted", seeds[:1])) if with_deeds and tested.finding_only else ""
        return Verdict("test", wrong, met, printed, does)
    counted = shop.run("counted", seeds[:1])  # counts of one run
    wrong = counted.what_is_wrong()
    if wrong:
        return Verdict("counted", wrong, ("compiles", "right") if counted.finding_only else ("compiles",), printed, shop.deeds(counted))
    results = bars.judge(exercise, look.as_text(data).decode("utf-8", "replace"), shop.counts.read_text("utf-8", "replace"))
    if not all(result.met for result in results):
        said = ["The result is right, but it costs too much:"]
        for result in results:
            if not result.met:
                said += [f"  {result.sentence}"] + ([f"    {result.place}"] if result.place else [])
        return Verdict("bars", said, ("compiles", "right", "clean"), printed, shop.deeds(counted))
    return Verdict("passed", ["Right.", *(f"  {result.sentence}" for result in results)], ("compiles", "right", "clean", "cheap"), printed)
