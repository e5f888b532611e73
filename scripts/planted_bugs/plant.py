"""Applies a mutant to its file, and names the lines of a finding."""
import re

from .lists import Mistake, OF_THE_COURSE


def lines_of(text, code):
    """The numbers of the lines where the code begins."""
    lines, place = [], text.find(code)
    while place >= 0:
        lines.append(text.count("\n", 0, place) + 1)
        place = text.find(code, place + 1)
    return lines


def line_of(text, code, near=0):
    """The number of the line with the code, the nearest to line near; 0 if there is none."""
    return min(lines_of(text, code), key=lambda line: abs(line - near), default=0)


def named(bug, text, line, lesson, files):
    """The bug's finding with each {code}, or {file: code}, replaced by file:line; the file is one of the lesson, or of
    common/. Code without a file means the bug's own file, which then has this text: of several lines with this code, the
    one nearest to this line or to the line given after the word near. In another file only one line may have it."""
    if bug.near:
        count = text.count(bug.near)
        if count != 1:
            raise Mistake(bug.line, f"'{bug.near}' stands in {bug.file} {count} times, not once")
        line = line_of(text, bug.near)
    finding = bug.finding
    while place := re.search(r"\{([^{}]+)\}", finding):
        code = place[1]
        if elsewhere := re.fullmatch(r"([a-z0-9_/]+\.[a-z]+): (.*)", code):
            shown, code = elsewhere[1], elsewhere[2]
            path = f"{lesson}/{shown}"
            if OF_THE_COURSE.match(shown):
                path, shown = shown, shown.rpartition("/")[2]
            other = files.text(path)
            if other is None:
                raise Mistake(bug.line, f"there is no {path}")
            if other.count(code) > 1:
                raise Mistake(bug.line, f"'{code}' stands in {shown} more than once")
            found = line_of(other, code)
        else:
            shown, found = bug.file.rpartition("/")[2], line_of(text, code, line)
        if not found:
            raise Mistake(bug.line, f"'{code}' does not stand in {shown}")
        finding = finding.replace(place[0], f"{shown.replace('.', '[.]')}:{found}")
    return finding


def mutated(bug, lesson, files):
    """The text of the mutant's file with the bug, and the finding."""
    text = files.text(bug.file)
    if text is None:
        raise Mistake(bug.line, f"there is no {bug.file}")
    if not bug.old:
        raise Mistake(bug.line, f"mutant {bug.mutant} replaces nothing")
    if bug.microscope_only and not bug.finding:
        raise Mistake(bug.line, f"mutant {bug.mutant} is for the microscope only, which must have a finding")
    count = text.count(bug.old)
    if count == 0:
        raise Mistake(bug.line, f"the text that {bug.mutant} replaces does not occur in {bug.file}")
    if count > 1 and not bug.everywhere:
        raise Mistake(bug.line, f"the text that {bug.mutant} replaces occurs {count} times in {bug.file}, not once")
    changed = text.replace(bug.old, bug.new or "")
    return changed, bug.finding and named(bug, changed, line_of(text, bug.old), lesson, files)


def finding_of_exhibit(bug, lesson, files):
    if not bug.finding:
        raise Mistake(bug.line, "an exhibit without a finding")
    text = files.text(bug.file)
    if text is None:
        raise Mistake(bug.line, f"there is no {bug.file}")
    return named(bug, text, 1, lesson, files)
