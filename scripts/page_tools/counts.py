"""What the microscope counts for lines of a lesson: recorded in measured/counts, shown in the pages."""
import functools
import math
import os
import pathlib
import re
import subprocess
import tempfile

from .blocks import Mistake, parts_of
from .code import found_item
from .source import TOKENS
from .tables import slug, written

FOLDER = "measured/counts"
HEAD = "kernel\tline\tspace\tkind\tbytes\trequests\tlanes\tunits\tblocks\tthreads"
UNITS = {"global": "sectors", "shared": "passes", "constant": "passes", "local": ""}


def line_text(root, path, number):
    """A line without its comment and without spaces around it: it stays the same when it moves."""
    text = (root / path).read_text(encoding="utf-8").splitlines()[number - 1]
    return TOKENS.sub(lambda found: "" if found["comment"] else found[0], text).strip()


def source_of(root, path):
    """The lesson's file that a count belongs to, relative to the root; None for what lessons stand on. A translated file has
    the lines of its source."""
    translated = re.search(r"/emulated/(\w+?)(?:_rungs)?/\w+/(\w+\.cuh?)\.cpp$", path)
    if translated:
        found = next(root.glob(f"ch*/{translated[1]}/{translated[2]}"), None)
        return found.relative_to(root).as_posix() if found else None
    inside = re.search(r"(ch\d\d_\w+/.*|common/.*|emulator/.*)$", path)
    return inside[0] if inside and inside[0].startswith("ch") else None


def product(size):
    """Of a size as the record has it: 39x1x1."""
    return math.prod(map(int, size.split("x")))


def warps_of(row):
    """The warps of the launch that the row belongs to."""
    return int(row["blocks"]) * -(-int(row["threads"]) // 32)


def recorded(root, program, words):
    """The record of a run of a microscope program, as text."""
    with tempfile.NamedTemporaryFile(suffix=".tsv") as file:
        environment = dict(os.environ, CUDA_EMULATOR_BLOCKS="all", CUDA_EMULATOR_TABLES="0", CUDA_EMULATOR_COUNTS=file.name)
        ended = subprocess.run([program, *words], env=environment, capture_output=True, text=True)
        if ended.returncode not in (0, 4):  # 4: it has findings
            raise Mistake(f"{' '.join(words)} ended with status {ended.returncode}:\n{ended.stderr}")
        rows = [line.split("\t") for line in pathlib.Path(file.name).read_text().splitlines()]
    out, seen = [HEAD], set()
    for launch, kernel, grid, block, _, _, space, kind, size, requests, lanes, units, path, number in rows:
        kernel = without_namespaces(kernel)
        source = source_of(root, path)
        first = (kernel, launch)
        if not source or not UNITS[space]:
            continue
        if not (root / source).is_file():
            raise Mistake(f"{program} was built from {source}, which is gone: build it again")
        if any(other[0] == kernel and other != first for other in seen):
            continue  # a kernel's first launch stands for all
        seen.add(first)
        out.append("\t".join((kernel, line_text(root, source, int(number)), space, kind, size, requests, lanes, units,
                              str(product(grid)), str(product(block)))))
    return "\n".join(out) + "\n"


@functools.lru_cache(maxsize=None)
def rows_of(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    return [dict(zip(HEAD.split("\t"), line.split("\t"))) for line in lines[1:]]


def without_namespaces(kernel):
    name, angle, arguments = kernel.partition("<")
    return name.split("::")[-1] + angle + arguments


def is_kernel(recorded_name, wanted):
    """conflict_kernel is also what the record calls conflict_kernel<float>; wide_kernel<float, true> is one instance."""
    if "<" not in wanted:
        recorded_name = recorded_name.partition("<")[0]
    return recorded_name.replace(" ", "") == wanted.replace(" ", "")


def rounded(number):
    return f"{number:.2f}".rstrip("0").rstrip(".")


def ratio(row):
    """'4 sectors', '1 pass', '2.5 passes'."""
    number, unit = rounded(int(row["units"]) / int(row["requests"])), UNITS[row["space"]]
    return f"{number} {unit if number != '1' else {'sectors': 'sector', 'passes': 'pass'}[unit]}"


def labelled(block):
    """(label, kernel, options, rows of the record) of each of the block's lines."""
    file = block.page.root / FOLDER / (slug(block.words) + ".tsv")
    if not file.exists():
        raise Mistake(f"there is no {FOLDER}/{file.name} (scripts/pages --counts BUILD makes it)")
    for line in block.lines:
        label, _, rest = line.partition(": ")
        kernel, options = parts_of(rest)
        found_item(block.page, kernel.partition("<")[0])
        words, access = options.get("line", ""), options.get("access", "")
        rows = [row for row in rows_of(file) if is_kernel(row["kernel"], kernel) and words in row["line"]]
        rows = [row for row in rows if f"{row['space']} {row['kind']}".startswith(access) and UNITS[row["space"]]]
        if not rows:
            raise Mistake(f"{file.name} has no {access or 'access'} of {kernel} in a line with '{words}'")
        yield label, kernel, options, rows


def per_warp(block):
    """A line for each label: the loads and stores of a kernel, as many as each of its warps has in the mean."""
    out = []
    for label, _, _, rows in labelled(block):
        total = lambda what, *units: sum(int(row[what]) for row in rows if not units or UNITS[row["space"]] in units)
        warps, requests = warps_of(rows[0]), total("requests")
        out.append([label] + [rounded(number) for number in (
            requests / warps, total("lanes") / requests, total("units", "sectors") / warps,
            total("units", "passes") / warps)])
    return written([block.options.get("labels", "rung"), "loads and stores of a warp", "active lanes in each",
                    "sectors of a warp", "passes of a warp"], out)


def counts(block):
    """A line for each label: the accesses of a line of a kernel, and sectors or passes for each request, which is a warp's,
    or, if it is of more than 16 bytes, one of the copy engine or of the tensor cores."""
    if "per warp" in block.options:
        return per_warp(block)
    out, widths = [], []
    for label, _, options, rows in labelled(block):
        words = options.get("line", "")
        for row in rows:
            widths.append(row["bytes"])
            out.append([label, "`" + words.replace("|", "\\|") + "`", f"{row['space']} memory, {row['kind']}",
                        ratio(row), row["requests"], row["units"]])
    takes = "a request takes" if any(int(width) > 16 for width in widths) else "a warp's request takes"
    headings = [block.options.get("labels", "rung"), "line", "access", takes, "requests", "in all"]
    # What is the same in all lines is left to the text.
    shown = [k for k in range(4) if k in (0, 3) or len(out) == 1 or len({row[k] for row in out}) > 1]
    shown += [4, 5] if "requests" in block.options else []
    return written([headings[k] for k in shown], [[row[k] for k in shown] for row in out])
