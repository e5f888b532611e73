"""For tests/mutate: every place in a file where an operator, a constant or a call can be changed."""
import dataclasses
import re

NOT_MUTATED = re.compile(r' *(//|#|template|using|static_assert|namespace|extern|virtual)|.*"')

# What a mutant is called, the code where it is possible, and within that what is replaced by what.
OPERATORS = (
    ("< to <=", " < ", "<", "<="),
    ("<= to <", " <= ", "<=", "<"),
    ("> to >=", " > ", ">", ">="),
    (">= to >", " >= ", ">=", ">"),
    ("== to !=", " == ", "==", "!="),
    ("!= to ==", " != ", "!=", "=="),
    ("&& to ||", " && ", "&&", "||"),
    ("|| to &&", " || ", "||", "&&"),
    ("+= to -=", " += ", "+=", "-="),
    ("-= to +=", " -= ", "-=", "+="),
    ("+ to -", " + ", "+", "-"),
    ("- to +", " - ", "-", "+"),
    ("one less", " + 1", " + 1", ""),
    ("one more", " - 1", " - 1", ""),
    ("next index", "[i]", "i", "i + 1"),
    ("next index", "[t]", "t", "t + 1"),
    ("half as much", " * 2", " * 2", ""),
    ("a quarter", " / 2", "/ 2", "/ 4"),
    ("from 1", " = 0;", "0", "1"),
    ("starts at 1", "{0}", "0", "1"),
    ("no barrier", "__syncthreads();", "__syncthreads();", ";"),
    ("no barrier", "__syncwarp();", "__syncwarp();", ";"),
    ("no barrier", ".sync();", ".sync();", ";"),
    ("no fence", "__threadfence();", "__threadfence();", ";"),
    ("no fence", "fence_before_bulk_copy();", "fence_before_bulk_copy();", ";"),
    ("no release", "memory_order_release", "release", "relaxed"),
    ("no release", "memory_order_acq_rel", "acq_rel", "acquire"),
    ("no acquire", "memory_order_acquire", "acquire", "relaxed"),
    ("no acquire", "memory_order_acq_rel", "acq_rel", "release"),
    ("wrong atomic", "atomicAdd(", "atomicAdd", "atomicExch"),
    ("wrong atomic", "atomicOr(", "atomicOr", "atomicAnd"),
    ("wrong atomic", "atomicMax(", "atomicMax", "atomicMin"),
    ("wrong atomic", "atomicMin(", "atomicMin", "atomicMax"),
)


@dataclasses.dataclass
class Mutant:
    id: str  # changes only with its line
    order: int  # by which the seed orders mutants
    file: str
    line: int
    operator: str  # with #2 for the second of its kind in the line
    new_line: str

    def shown(self):
        text = self.new_line.lstrip(" ")
        return f"{self.file}:{self.line}  {self.operator}  {'(dropped)' if text == ';' else text}"


def scattered(value, text):
    """A hash of the text below 2^32, with this start value."""
    for byte in text.encode("utf-8", errors="surrogateescape") + bytes(3):
        value = ((value + (byte if byte < 128 else 0)) * 1664525 + 1013904223) % 2**32
    return value


def changed(code, pattern, old, new):
    """The code with one of the places changed, for each place. The 1 of 16 does not count."""
    place = code.find(pattern)
    while place >= 0:
        place += pattern.index(old)
        after = place + len(old)
        if not (old[-1].isdigit() and re.match(r"[0-9A-Za-z_.']", code[after:])):
            yield code[:place] + new + code[after:]
        place = code.find(pattern, after)


def mutants_of(file, text, seed):
    """All mutants of a file. They do not depend on its chapter's name, nor on the lines above."""
    times = {}
    for number, line in enumerate(text.split("\n"), 1):
        if NOT_MUTATED.match(line):
            continue
        code, slashes, comment = line.partition("//")
        for operator, pattern, old, new in OPERATORS:
            for which, new_code in enumerate(changed(code, pattern, old, new), 1):
                name = "\t".join((file.partition("/")[2], operator, str(which), line.lstrip(" ")))
                times[name] = times.get(name, 0) + 1
                name += f"\t{times[name]}"
                yield Mutant(f"m{scattered(0, name)}", scattered(seed + 1, name), file, number,
                             operator + (f" #{which}" if which > 1 else ""), new_code + slashes + comment)
