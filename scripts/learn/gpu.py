"""The same attempts on a GPU, with nvcc: right or wrong only, because the counts come from the microscope."""
import dataclasses
import os
import shutil
from pathlib import Path

from . import attempt, exercises, learner
from .project import ROOT, Tools, in_setup, make_harness

FLAGS = ("-O2", "-std=c++20", "-arch=native")
LIBRARIES = ("-lcublas", "-lcusolver", "-lcufft")
COMPILING = dataclasses.replace(attempt.COMPILING, addresses=None)
RUNNING = dataclasses.replace(attempt.RUNNING, data=None, confined=False)  # CUDA reserves as much as the machine has
WATCHED = dataclasses.replace(RUNNING, processor=120, seconds=360)  # compute-sanitizer's start takes seconds


def prepare():
    in_setup("choose_preset cuda")
    nvcc = Path(shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    os.environ["PATH"] += f":{nvcc.parent}"
    harness = ROOT / "build/cuda/learn/harness.o"
    make_harness(harness, [str(nvcc), "-arch=native"])
    return Tools(nvcc, harness)


class Workshop(attempt.Workshop):
    def __init__(self, *words):
        super().__init__(*words)
        self.running = RUNNING

    def compile(self):
        said = self.work / "compiled"
        with open(said, "wb") as output:
            status = attempt.limits.run([self.tools.compiler, *FLAGS, "-lineinfo", "-rdc=true", f"-I{self.work}", f"-I{ROOT}",
                                         self.exercise.test_file(self.work), self.tools.harness, *LIBRARIES, "-o", self.program], COMPILING, output=output)
        return [] if status == 0 else self.compile_errors(said)


def run(word=None):
    """Whether it is solved is told by the run without a GPU."""
    folder = learner.find_folder()
    exercise = folder.chosen(word)
    tools = prepare()
    print(exercise.head, flush=True)
    with attempt.scratch_folder() as scratch:
        shop = Workshop(tools, exercise, scratch / "work")
        refused = shop.take(folder.file_of(exercise).read_bytes())
        wrong = [refused] if refused else shop.compile()
        wrong = wrong or shop.run("test", attempt.PUBLIC_SEEDS).what_is_wrong()
    print("\n".join(wrong or [f"Right on this GPU. What it costs is counted without one: ./learn run {exercise.name}"]))
    return 1 if wrong else 0


# ---- check


def watchers():
    """The solutions run alone, and under compute-sanitizer's memcheck and racecheck where it is installed."""
    found = {"alone": ()}
    nvcc = shutil.which("nvcc")
    sanitizer = shutil.which("compute-sanitizer") or str(Path(nvcc).parent / "compute-sanitizer")
    if os.access(sanitizer, os.X_OK):
        for tool in ("memcheck", "racecheck"):
            found[tool] = (sanitizer, "--tool", tool, "--error-exitcode", "9", "--report-api-errors", "no")
    else:
        print("compute-sanitizer is not installed: solutions run alone")
    return found


def check_solution(shop, tools):
    """Prints a line per tool; whether all is well."""
    name, good = shop.exercise.name, True
    shop.take(shop.exercise.solution.encode())
    wrong = shop.compile()
    if wrong:
        print(f"FAILED: {name}: " + "\n".join(wrong))
        return False
    for tool, shop.watcher in tools.items():
        ended = shop.run("test", attempt.PUBLIC_SEEDS)
        wrong = ended.what_is_wrong()
        if not wrong:
            print(f"ok: {name}, {tool}")
        elif "terminated before first instrumented API call" in ended.output:
            print(f"nothing for {tool}: {name} asks the host only")  # a number to work out, say
        elif "Dynamic Parallelism is not supported by the selected tool" in ended.output:
            print(f"nothing for {tool}: {name} launches kernels from kernels")
        else:
            print(f"FAILED: {name}, {tool}: " + "\n".join(wrong))
            print("\n".join([line for line in ended.output.splitlines() if line.startswith("=========")][:6]))
            good = False
    return good


def check(words):
    chosen = [exercises.exercise_named(word) for word in words] or exercises.all_exercises()
    tools, good = prepare(), True
    watching = watchers()
    for exercise in chosen:
        with attempt.scratch_folder() as scratch:
            shop = Workshop(tools, exercise, scratch / "work")
            shop.running = WATCHED
            good = check_solution(shop, watching) and good
    return 0 if good else 1
