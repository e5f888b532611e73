"""The commands of ./learn and their options. Each one's module is read only when it is needed."""
import argparse
import sys

from .project import Stop

HELP = """\
./learn init DIR             copies the exercises to a folder of yours; run it again to add new ones: your work is kept
./learn                      the next exercise: what to do, which file to edit
./learn next NAME            the same for an exercise, or for yours of a topic (topic:coalescing)
./learn run [NAME]           judges your file: its result, the microscope's findings, the cost of its accesses
./learn watch [NAME]         the same on one screen, whenever you save the file; keys for a hint, the next one and more
./learn hint [NAME]          the next of the hints
./learn list                 all exercises, and your progress
./learn page [NAME]          draws your kernel's memory accesses on a page for the browser
./learn reset NAME           restores the original file; yours is kept beside it
./learn solution NAME        shown once you have solved it, or with --give-up
For instructors (docs/teaching.md):
./learn grade DIR...         grades a folder per student into grades/
./learn publish DIR          the course for students, without solutions
./learn export CHAPTER --gradescope FILE.zip   an autograder to upload
./learn new CHAPTER/NAME     a new exercise to edit
./learn check [NAME...]      proves exercises: the starter fails, the solution passes, wrong answers are rejected
./learn try NAME FILE.cuh    judges any file as an answer
./learn build                builds what judging needs, for an image or a cache
Exercises run on the CPU, so they need no GPU. Without NAME the next one is meant. With --gpu before the name, run and
check also run them on this machine's GPU: right or wrong only. ./learn COMMAND --help has a command's options.
"""


class Parser(argparse.ArgumentParser):
    """Its errors are one line, like those of ./run and ./test."""

    needs = ""  # what the command needs, in words

    def error(self, message):
        unknown = message.partition("unrecognized arguments: ")[2]
        if unknown.startswith("-"):
            message = f"unknown option {unknown.split()[0]}"
        elif unknown:
            message = f"{unknown.split()[0]} is one word too many"
        elif message.startswith("the following arguments are required"):
            message = self.needs or message
        raise Stop(2, f"{message}: {' '.join(self.usage_line().split())}")

    def usage_line(self):
        return self.format_usage().partition("usage: ")[2]


def parser_of(name, description, needs=""):
    parser = Parser(prog=f"./learn {name}".rstrip(), description=description, allow_abbrev=False)
    parser.needs = needs
    return parser


def one_name(name, description, needs=None):
    """A command with the name of an exercise, which may be missing unless something needs it."""
    parser = parser_of(name, description, needs or "")
    parser.add_argument("name", metavar="NAME", nargs=None if needs else "?", help="of an exercise, or topic:NAME for yours of a topic; without it the next one is meant")
    return parser


def init(words):
    parser = parser_of("init", "Copies the exercises to a folder of yours. Run it again to add new ones: your work is kept.",
                       "init needs a folder")
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--student", metavar="NAME", help="whose variants of the exercises, in a course that has them")
    chosen = parser.parse_args(words)
    from . import learner
    return learner.init(chosen.folder, chosen.student)


def show_next(words):
    parser = one_name("next", "The next exercise: what to do, which file to edit.")
    from . import learner
    return learner.show_next(parser.parse_args(words).name)


def run(words):
    parser = one_name("run", "Judges your file: its result, the microscope's findings, the cost of its accesses.")
    parser.add_argument("--gpu", action="store_true", help="on this machine's GPU: right or wrong only")
    chosen = parser.parse_args(words)
    if chosen.gpu:
        from . import gpu
        return gpu.run(chosen.name)
    from . import learner
    return learner.run(chosen.name)


def watch(words):
    parser = one_name("watch", "Judges your file whenever you save it, on one screen.")
    name = parser.parse_args(words).name
    from . import watch as module
    return module.watch(name)


def hint(words):
    parser = one_name("hint", "The next of the hints; those before are shown too.")
    from . import learner
    return learner.hint(parser.parse_args(words).name)


def list_all(words):
    parser_of("list", "All exercises, and your progress.").parse_args(words)
    from . import learner
    return learner.list_all()


def page(words):
    parser = one_name("page", "Draws your kernel's memory accesses on a page for the browser.")
    from . import learner
    return learner.page(parser.parse_args(words).name)


def reset(words):
    parser = one_name("reset", "Restores the original file; yours is kept beside it.", "reset needs the name of an exercise")
    from . import learner
    return learner.reset(parser.parse_args(words).name)


def solution(words):
    parser = one_name("solution", "Shows the solution once you have solved the exercise.", "solution needs the name of an exercise")
    parser.add_argument("--give-up", action="store_true", help="show it all the same; your progress says so")
    chosen = parser.parse_args(words)
    from . import learner
    return learner.show_solution(chosen.name, chosen.give_up)


def check(words):
    parser = parser_of("check", "Proves exercises: the starter fails, the solution passes, wrong answers are rejected.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="without names: all exercises")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--original", action="store_true", help="only the exercises as they are in their files, without variants")
    parts.add_argument("--variants", action="store_true", help="only their other variants")
    parts.add_argument("--gpu", action="store_true", help="the solutions on this machine's GPU, under memcheck and racecheck")
    chosen = parser.parse_intermixed_args(words)
    if chosen.gpu:
        from . import gpu
        return gpu.check(chosen.names)
    from . import check as module
    return module.check(chosen.names, original=not chosen.variants, variants=not chosen.original)


def try_file(words):
    parser = parser_of("try", "Judges any file as an answer.", "try needs the name of an exercise and a file")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("file", metavar="FILE.cuh")
    chosen = parser.parse_args(words)
    from . import learner
    return learner.try_file(chosen.name, chosen.file)


def grade(words):
    parser = parser_of("grade", "Grades a folder per student.", "grade needs the students' folders")
    from . import grade as module
    return module.grade(module.options(parser).parse_intermixed_args(words))


def publish(words):
    parser = parser_of("publish", "Writes the course for students into a new folder, as a repository: without solutions, wrong answers "
                       "and the hints that tell them.", "publish needs a folder")
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--variants", metavar="WORD", help="each student gets variants of the exercises, which follow from this word and "
                        "the student's name; ./learn grade --variants WORD knows them")
    chosen = parser.parse_args(words)
    from . import publish as module
    return module.publish(chosen.folder, chosen.variants)


def export(words):
    from . import grade as grading
    parser = parser_of("export", "Writes an autograder to upload: the emulator and the chosen exercises, no solutions.",
                       "export needs a chapter or an exercise, and a file")
    parser.usage = "./learn export CHAPTER-OR-EXERCISE --gradescope FILE.zip [--partial] [--visibility WHEN[:WHAT,...]] [--variants WORD]"
    parser.add_argument("chapter", metavar="CHAPTER-OR-EXERCISE", help="or topic:NAME, one of whose exercises each student has")
    parser.add_argument("--gradescope", metavar="FILE.zip", required=True)
    parser.add_argument("--partial", action="store_true", help="points for parts, as in ./learn grade")
    grading.add_visibility(parser)
    parser.add_argument("--variants", metavar="WORD", help="as for ./learn publish; the student is the one of ./learn init --student")
    chosen = parser.parse_args(words)
    from . import export as module
    return module.export(chosen.chapter, chosen.gradescope, chosen.partial, chosen.visibility, chosen.variants)


def build(words):
    parser_of("build", "Builds what judging needs, so that the first attempt does not wait for it.").parse_args(words)
    from . import project
    project.prepare()


def new(words):
    needs = "new needs a chapter and a name: ./learn new ch02_threads/my_exercise"
    parser = parser_of("new", "A new exercise to edit: a small one that passes ./learn check as it is.", needs)
    parser.add_argument("path", metavar="CHAPTER/NAME")
    from . import new as module
    return module.new(parser.parse_args(words).path)


COMMANDS = {"init": init, "next": show_next, "run": run, "watch": watch, "hint": hint, "list": list_all, "page": page, "reset": reset,
            "solution": solution, "check": check, "try": try_file, "grade": grade, "publish": publish, "export": export, "new": new, "build": build}


def main(words):
    name, rest = (words[0], words[1:]) if words else ("next", [])
    try:
        if name in ("-h", "--help", "help"):
            print(HELP, end="")
            return 0
        if name not in COMMANDS:
            raise Stop(2, f"there is no command '{name}' (./learn --help)")
        return COMMANDS[name](rest) or 0
    except Stop as stop:
        print(f"learn: {stop}", file=sys.stderr)
        return stop.status
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
