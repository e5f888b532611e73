"""Which tests a student sees on Gradescope, and when. A rule is WHEN, for all tests, or WHEN:WHAT,... for those of some
exercises, chapters, topics or parts. Of several rules for a test the last one counts."""
import argparse

from .project import Stop

PARTS = ("compiles", "right", "clean", "cheap")
WHEN = ("visible", "after_due_date", "after_published", "hidden")


def rule(word):
    """As an option's type: the word itself, if it is a rule."""
    when, colon, names = word.partition(":")
    if when not in WHEN or (colon and not all(names.split(","))):
        raise argparse.ArgumentTypeError(f"'{word}' is not one of {', '.join(WHEN)}, or one of them, a colon, and names")
    return word


def split(word):
    when, _, names = word.partition(":")
    return when, names.split(",") if names else []


def names_of(exercise, part):
    return (part, exercise.name, exercise.chapter, f"topic:{exercise.value('topic')}")


def check(rules, chosen, partial):
    """A rule for something that is not graded is a slip, and would show what should be hidden."""
    known = {name for exercise in chosen for part in (PARTS if partial else [None]) for name in names_of(exercise, part)}
    for name in (name for word in rules for name in split(word)[1]):
        if name not in known:
            raise Stop(2, f"--visibility: nothing that is graded is called '{name}'; parts are tests with --partial only")


def visibility_of(rules, exercise, part):
    names = names_of(exercise, part)
    return next((when for when, of in map(split, reversed(rules)) if not of or any(name in of for name in names)), "visible")
