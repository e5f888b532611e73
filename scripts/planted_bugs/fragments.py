"""Writes what cmake/mutants.cmake includes: a file of calls per list."""
import shutil

from . import lists, plant
from .files import write_if_new


def bracketed(text):
    """A text as one argument of CMake, whatever is in it."""
    return f"[==[{text}]==]"


def is_planted(bug, backend, ranks, at_random):
    """Whether a build for this backend has the mutant."""
    if backend not in ("emulator", "microscope") or bug.in_ranks and not ranks:
        return False
    if backend == "microscope":
        return bool(bug.finding) or at_random
    return not bug.microscope_only


def write_copy(folder, path, text):
    """The mutant's folder has this file and nothing else: a changed copy from an earlier version of the mutant, of
    another file, would still be used."""
    if any(file.is_file() and file != folder / path for file in folder.rglob("*")):
        shutil.rmtree(folder)
    write_if_new(folder / path, text)


def calls_of(file, lesson, files, build, at_random, backend, ranks):
    """The lines of CMake for a list; copies of its mutants are written on the way."""
    exhibits = 0
    try:
        for bug in lists.planted(files.text(str(file)), lesson, 0 if at_random else lists.LEAST):
            if bug.mutant is None:
                exhibits += 1
                finding = plant.finding_of_exhibit(bug, lesson, files)
                yield " ".join((f"add_exhibit_finding({exhibits}", bracketed(finding), *bug.options)) + ")"
                continue
            text, finding = plant.mutated(bug, lesson, files)
            if is_planted(bug, backend, ranks, at_random):
                write_copy(build / lesson.rpartition("/")[2] / bug.mutant, bug.file, text)
                yield "\n  ".join((f"add_mutant({bug.line} {bug.mutant} {bug.file} {'ON' if bug.in_ranks else 'OFF'}",
                                   bracketed(finding), bracketed(bug.cases), *files.sources_that_see(bug.file))) + ")"
    except lists.Mistake as mistake:
        yield f"mutants_error({mistake.line} {bracketed(mistake)})"


def write_all(files, build, folder, backend, ranks):
    """The lists of a folder, or of the course's tests, as files of CMake, and the names of all files that were read."""
    outdated = set(build.glob("ch*/*.cmake"))
    for file in sorted((folder or files.root / "tests").glob("ch*/*.mutants")):
        lesson = f"{file.parent.name}/{file.stem}"
        lines = calls_of(file, lesson, files, build, folder is not None, backend, ranks)
        outdated.discard(build / (lesson + ".cmake"))
        write_if_new(build / (lesson + ".cmake"), f"# From {file.name}, by scripts/planted_bugs.\n" + "\n".join(lines) + "\n")
    for file in outdated:
        file.unlink()
    read = sorted(bracketed(files.root / path) for path in files.read)
    write_if_new(build / "read.cmake",
                 "set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS\n  " + "\n  ".join(read) + ")\n")
