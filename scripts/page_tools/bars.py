"""A column of a table as a drawing of bars, in docs/bars."""
import functools
import importlib
import re
import sys

from .blocks import Mistake, list_of
from .tables import column, headings_of, is_listed, read_table, slug

FOLDER = "docs/bars"
WIDTH, TOP, STEP, HEIGHT = 480, 46, 30, 20  # as wide as a phone's page, so that the text keeps its size there
LONGEST_BAR, GAP = 250, 8
SIZE = 14


@functools.lru_cache(maxsize=None)
def canvas_of(root):
    """The module of the course's drawings: colours for light and dark ground, and text that must fit."""
    sys.path.insert(0, str(root / "docs" / "drawings"))
    try:
        return importlib.import_module("canvas")
    finally:
        sys.path.pop(0)


def drawn(root, name, title, values, grey):
    """The bars of (row, value as recorded) as SVG."""
    canvas = canvas_of(root)
    said = ", ".join(f"{row} {value}" for row, value in values)
    picture = canvas.Canvas(name, title, said, TOP + STEP * len(values) + 8, WIDTH)
    picture.text(12, 26, title, size=15, bold=True)
    most = max(float(value) for _, value in values)
    left = max(canvas.text_width(row, SIZE) for row, _ in values) + 12 + GAP
    numbers = max(canvas.text_width(value, SIZE) for _, value in values)
    scale = min(LONGEST_BAR, WIDTH - left - numbers - GAP - 12) / most
    for k, (row, value) in enumerate(values):
        y = TOP + k * STEP
        length = max(1.0, float(value) * scale)
        picture.text(left - GAP, y + HEIGHT / 2, row, "end", SIZE, centred=True)
        picture.add("rect", "grey" if row in grey else "blue", x=left, y=y, width=length, height=HEIGHT, rx=2)
        picture.text(left + length + GAP, y + HEIGHT / 2, value, size=SIZE, centred=True)
    return picture.svg()


def labels(names, rows, run, headings, apart):
    """The names of the bars. Rows of one name are told apart by the column `apart`: "sort, 4 GPUs"."""
    if len(set(names)) == len(names):
        return names
    if not apart:
        raise Mistake("rows of one name: 'label: COLUMN' tells their bars apart")
    place = column(run, headings, apart)
    return [f"{name}, {row[place]} {apart}" if names.count(name) > 1 else name for name, row in zip(names, rows)]


def bars(block, drawings):
    """The block's picture; its file's text goes into drawings[path]."""
    run, options, page = block.words, block.options, block.page
    headings, rows = read_table(page, run, options)
    if len(asked := list(headings_of(options.get("column", "")))) != 1:
        raise Mistake("bars show one column")
    (recorded, shown), = asked
    place = column(run, headings, recorded)
    rows = [(re.split(r"\s{2,}", row[0])[0], row) for row in rows if re.fullmatch(r"[\d.]+", row[place])]
    if "rows" not in options:
        rows = [(name, row) for name, row in rows if not name.startswith("CPU")]
    if not rows:
        raise Mistake(f"'{run}' has no numbers in column '{recorded}'")
    named = labels([name for name, _ in rows], [row for _, row in rows], run, headings, options.get("label"))
    values = [(label, row[place]) for label, (_, row) in zip(named, rows)]
    file = options.get("name") or slug(run)
    path = f"{FOLDER}/{file}.svg"
    title = options.get("heading") or shown
    grey = {label for label, (name, _) in zip(named, rows) if is_listed(name, options.get("grey") or " ")}
    try:
        text = drawn(page.root, file, title, values, grey)
    except canvas_of(page.root).Mistake as mistake:
        raise Mistake(str(mistake)) from None
    if drawings.setdefault(path, text) != text:
        raise Mistake(f"{path} is drawn from other rows too: give one of them a name")
    said = ", ".join(f"{row} {value}" for row, value in values)
    return [f"![{title}: {said}]({page.link_to(path)})"]
