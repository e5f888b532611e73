"""What a source file defines, found by name: functions, kernels, classes, constants, with the lines that they take."""
import dataclasses
import functools
import re

SUFFIXES = (".cu", ".cuh", ".h", ".cpp")
TOKENS = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
  | (?P<string>"(?:\\.|[^"\\\n])*")
  | (?P<digits>\b\d[\w']*)
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
""", re.X | re.S | re.M)
ATTRIBUTES = re.compile(r"\b(__launch_bounds__|__maxnreg__|__cluster_dims__|__block_size__|__attribute__|alignas|decltype|requires)\s*\(")
TEMPLATE = re.compile(r"\s*template\s*<")


@dataclasses.dataclass
class Item:
    name: str
    first: int  # lines of the file, counted from 1
    last: int
    comment: int  # the first line of the comment right above, or first
    defined: bool  # not only declared
    text: str


def blanked(text):
    """The text with comments, strings and directives blanked out: every character stays at its place."""
    def blank(found):
        if found.lastgroup == "digits" or found["digits"]:
            return found[0]
        return re.sub(r"[^\n]", " ", found[0])

    return TOKENS.sub(blank, text)


def closing(code, at, opening="{", end="}"):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(code)):
        depth += (code[place] == opening) - (code[place] == end)
        if depth == 0:
            return place
    return len(code) - 1


def after_angles(code, at):
    """The place after the > that closes the < at `at`."""
    depth = 0
    while at < len(code):
        depth += (code[at] == "<") - (code[at] == ">")
        at += 1
        if depth == 0:
            return at
    return at


def without_head(head):
    """A declaration without `template <...>` and without attributes that have parentheses."""
    while TEMPLATE.match(head):
        head = head[after_angles(head, head.index("<")):]
    while found := ATTRIBUTES.search(head):
        head = head[:found.start()] + head[closing(head, found.end() - 1, "(", ")") + 1:]
    return head


def without_parentheses(text):
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return text


def names_of(head, has_body):
    """The names that a declaration introduces; head is its text up to the body."""
    head = without_head(head)
    if kind := re.match(r"\s*(?:struct|class|union|enum(?:\s+class)?)\s+(\w+)\s*(?:final\b|[:<]|$)", head.rstrip("; \n")):
        return [kind[1]]
    if using := re.match(r"\s*using\s+(\w+)\s*=", head):
        return [using[1]]
    equal = re.search(r"(?<![<>=!])=(?!=)", head)
    head = re.sub(r"<[\w:\s]*\([^()]*\)>", "", head)  # std::function<void()> has parentheses that hold no parameters
    bracket = head.find("(")
    if bracket >= 0 and not (equal and equal.start() < bracket):
        name = re.search(r"(operator\s*\S+|~?\w+)\s*(?:<[^()]*>)?\s*$", head[:bracket])
        return [name[1]] if name else []
    # A variable, or several: what stands before =, [, a brace or a comma outside of brackets.
    flat = re.sub(r"\[[^\]]*\]", "", re.sub(r"\{[^{}]*\}|\([^()]*\)", "", head))
    names = []
    for part in re.split(r",(?![^<]*>)", flat):
        part = re.split(r"(?<![<>=!])=(?!=)", part)[0]
        if found := re.search(r"(\w+)\s*(?:<[^<>]*>)?\s*;?\s*$", part):
            names.append(found[1])
    return names


def statements(code, at, end):
    """The statements of a namespace as (begin, end of the head, end): places in the code, the last one excluded."""
    while at < end:
        while at < end and code[at].isspace():
            at += 1
        if at >= end:
            return
        begin, place = at, at
        while place < end:
            char = code[place]
            if char in "([":
                place = closing(code, place, char, ")" if char == "(" else "]")
            elif char == ";":
                yield begin, place, place + 1
                at = place + 1
                break
            elif char == "{":
                head, close = code[begin:place], closing(code, place)
                if re.match(r'\s*(inline\s+)?namespace\b[\w\s:]*$|\s*extern\s*$', head):
                    yield from statements(code, place + 1, close)
                    at = close + 1
                    break
                bare = without_head(head)
                # An argument that may be left out has a = as well.
                is_value = re.search(r"(?<![<>=!])=(?!=)", without_parentheses(bare))
                is_value = is_value or re.match(r"\s*(struct|class|union|enum)\b", bare)
                is_value = is_value or "(" not in bare  # a variable with {} after its name
                stop = close + 1
                if is_value:
                    while stop < end and code[stop] != ";":
                        stop = closing(code, stop) + 1 if code[stop] == "{" else stop + 1
                    stop += 1
                yield begin, place, stop
                at = stop
                break
            elif char == "}":  # not ours
                at = place + 1
                break
            place += 1
        else:
            return


@functools.lru_cache(maxsize=None)
def items_of(file):
    """All that the file defines or declares outside of functions and classes."""
    text = file.read_text(encoding="utf-8")
    code, lines = blanked(text), text.splitlines()
    found = []
    for begin, head, end in statements(code, 0, len(code)):
        first, last = text.count("\n", 0, begin) + 1, text.count("\n", 0, end - 1) + 1
        above = first
        while above > 1 and lines[above - 2].lstrip().startswith("//"):
            above -= 1
        instantiated = re.match(r"\s*template\s+(?!<)", code[begin:head])
        has_body = code[head:head + 1] == "{" or bool(re.search(r"(?<![<>=!])=(?!=)", code[begin:head]))
        declared = "(" in without_head(code[begin:head]) or code.startswith("extern", begin)
        for name in [] if instantiated else names_of(code[begin:head], has_body):
            found.append(Item(name, first, last, above, has_body or not declared, "\n".join(lines[first - 1:last])))
    return found


def undented(lines):
    """The lines without the spaces that all of them begin with."""
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:] for line in lines]
