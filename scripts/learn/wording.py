"""What a learner reads of the compiler's messages and of the microscope's findings: the names are those of their own file,
and what stands in the exercise's test is called the test."""
import re

MOST_LINES = 15       # of the compiler's
MOST_FINDINGS = 2
MOST_PRINTED = 10     # lines of the program's own output
MOST_CHARACTERS = 400  # of a line
PLACE = re.compile(r"(test\.cu|harness\.(?:cpp|h)):(\d+)")
FINDING = "microscope: finding:"
DIAGNOSTIC = re.compile(r"^([^\s:]+):(\d+)(?::\d+)?: (fatal error|error|warning|note): (.*)$")
CONTEXT = re.compile(r"^(In file included from|\s+from )|: (In |At |required |recursively required)|^\S+:\d+:\d+:\s+(required|recursively)")


def printable(text):
    """Without control characters, those included that turn the direction of writing, and without lines that no screen shows."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", "", text)
    return "\n".join(line if len(line) <= MOST_CHARACTERS else line[:MOST_CHARACTERS] + " ..." for line in text.split("\n"))


# ---- The compiler


def diagnostics(text):
    """Its messages as pairs (found, lines): found is the match of the first line, or None for other text."""
    blocks = []
    for line in text.splitlines():
        if CONTEXT.search(line):
            continue
        found = DIAGNOSTIC.match(line)
        if found or not blocks or not line.startswith(" "):
            blocks.append((found, [line]))
        else:
            blocks[-1][1].append(line)
    return blocks


def test_said(found, lines):
    """An error in the test is one of the learner's declaration; the test's code shows how it is called."""
    code = [re.sub(r"^ *\d+ \| *", "    the test calls it so: ", line) for line in lines[1:] if re.match(r" *\d+ \| ", line)]
    return [f"the test: {found[3]}: {found[4]}", *code[:1]]


def compile_errors(text, own_name, folders):
    """The lines to show: errors in the learner's file if there are any, else those of the test."""
    text = printable(text)
    for folder in folders:
        text = text.replace(f"{folder}/", "")
    blocks = diagnostics(text)
    errors_in_own = any(found and found[1] == own_name and "error" in found[3] for found, _ in blocks)
    shown, seen = [], set()
    for found, lines in blocks:
        key = (found[1], found[2], found[4]) if found and found[1] == own_name else found[4] if found else lines[0]
        if key in seen:
            continue
        seen.add(key)
        if found is None or found[1] == own_name:
            shown += lines if found else [line for line in lines if not errors_in_own]
        elif found[1] == "test.cu" and "error" in found[3] and not errors_in_own:
            shown += test_said(found, lines)
        elif "error" in found[3] and not errors_in_own:
            shown += lines
    return shown[:MOST_LINES]


# ---- The microscope


def findings(text):
    """Each finding with its lines."""
    found, inside = [], False
    for line in text.splitlines():
        if line.startswith(FINDING):
            found.append([line[len(FINDING):].lstrip()])
            inside = True
        elif inside and line.startswith(" "):
            found[-1].append(line)
        else:
            inside = False
    return found


def in_learners_words(lines):
    """A finding without lines of files that the learner does not have."""
    head = lines[0]
    of_test = {number for _, number in PLACE.findall(head)}
    own = set(re.findall(r"\.cuh:(\d+)", head))
    shown = []
    for line in lines:
        code = re.match(r" +(\d+) \| ", line)
        if code and code[1] in of_test and code[1] not in own:
            continue
        line = re.sub(rf" allocated at {PLACE.pattern}", "", line)
        line = re.sub(rf" at {PLACE.pattern}", " in the test", line)
        shown.append(PLACE.sub("the test", line))
    return shown


def first_findings(text):
    """The lines of the first findings that differ: the others are most often their consequences."""
    shown = []
    for lines in findings(text):
        lines = in_learners_words(lines)
        if all(lines[0] != other[0] for other in shown):
            shown.append(lines)
    return [line for lines in shown[:MOST_FINDINGS] for line in lines]


# ---- The program's own output


def printed_lines(text):
    lines = printable(text).rstrip("\n").split("\n")
    if lines == [""]:
        return []
    shown = [f"  {line}" for line in lines[:MOST_PRINTED]]
    of_all = "" if len(lines) <= MOST_PRINTED else f" (the first {MOST_PRINTED} of {len(lines)} lines)"
    return [f"It printed{of_all}:", *shown]
