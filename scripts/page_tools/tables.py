"""The tables of measured/ in the pages."""
import re

from .blocks import Mistake, in_blocks, list_of, parts_of

RECORDS = ("measured/h200", "measured/h100")  # the first that has a run's record, unless a block names its GPU


def slug(words):
    """The name of a run's record, as ./run --report writes it."""
    return re.sub(r"[^A-Za-z0-9_.]+", "-", words)


def cells_of(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


def as_shown(text):
    """A cell as the page shows it: Markdown would make __constant__ bold."""
    return re.sub(r"__[a-z_]+__", r"`\g<0>`", text)


def tables_of(file):
    """The tables of a record as (line of text before it, headings, rows)."""
    before, inside = "", None
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            if inside is None:
                inside = (before, cells_of(line), [])
                yield inside
            elif not re.match(r"\| *---", line):
                inside[2].append(cells_of(line))
        else:
            inside = None
            before = line or before


def folders(options):
    return [f"measured/{options['gpu']}"] if "gpu" in options else RECORDS


def record(page, run, options):
    """The file with a run's tables."""
    files = [page.root / folder / (slug(run) + ".md") for folder in folders(options)]
    return next((file for file in files if file.exists()), files[0])


def read_table(page, run, options):
    """The headings and rows of a run's table: the first one, or the one with the title or the number asked for."""
    file = record(page, run, options)
    title, number = options.get("title", ""), int(options.get("number") or 1)
    if file.exists():
        found = [table for table in tables_of(file) if table[0].startswith(title)]
        if 0 < number <= len(found):
            rows = [row for row in found[number - 1][2] if is_listed(row[0], options.get("rows"))]
            if not rows:
                raise Mistake(f"'{run}' has no row '{options.get('rows', '')}'")
            return found[number - 1][1], rows
    raise Mistake(f"no table{f' {title!r}' if title else ''} of '{run}' in measured/{file.parent.name}/{file.name}")


def is_listed(name, rows):
    """Whether the list names this row, by its first cell or the words that it begins with; no list names all."""
    return not rows or any(name == item or name.startswith(item + " ") for item in list_of(rows))


def headings_of(text):
    """'as in the record; as in the record = another name' as pairs."""
    for item in list_of(text):
        recorded, _, shown = item.partition(" = ")
        yield recorded.strip(), (shown or recorded).strip()


def written(headings, rows):
    line = lambda cells: "| " + " | ".join(cells) + " |"
    return [line(headings), "|" + "---|" * len(headings)] + [line(row) for row in rows]


def column(run, headings, name):
    if name not in headings:
        raise Mistake(f"'{run}' has no column '{name}'")
    return headings.index(name)


def part_of(cell, part):
    """A cell, or what stands in it before (1) or after (2) the first two spaces: names with facts behind them."""
    return cell if not part else (re.split(r"\s{2,}", cell, maxsplit=1) + [""])[int(part) - 1]


def table(block):
    run, options = block.words, block.options
    headings, rows = read_table(block.page, run, options)
    places, shown = [], []
    for recorded, heading in headings_of(options.get("columns") or ";".join(headings)):
        name, part = re.fullmatch(r"(.*?)(?:\[([12])\])?", recorded).groups()
        places.append((column(run, headings, name), part))
        shown.append(heading.removesuffix(f"[{part}]"))
    if "columns" not in options:  # headings may repeat
        places = [(place, None) for place in range(len(headings))]
    return written(shown, [[as_shown(part_of(row[place], part)) for place, part in places] for row in rows])


def rows(block):
    """Rows of several records; the first cell of each is its label."""
    wanted = list(headings_of(block.head))
    out = []
    for line in block.lines:
        label, _, rest = line.partition(": ")
        run, options = parts_of(rest)
        headings, found = read_table(block.page, run, options)
        for row in found:
            values = dict(zip(reversed(headings), map(as_shown, reversed(row))))  # of two equal headings the first
            out.append([label] + [values.get(recorded, "") for recorded, _ in wanted[1:]])
    return written([shown for _, shown in wanted], out)


def said_in(file):
    """What a record says of the machine and the program, as {name: value}."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return dict(re.match(r"- (\w+): (.*)", line).groups() for line in lines
                if re.match(r"- (device|driver|toolkit|CPU|commit|date): ", line))


def shown_records(page):
    """The records of the tables and bars of a page."""
    for piece in in_blocks(page, page.text()):
        if not isinstance(piece, str) and piece[0].kind in ("table", "bars"):
            yield record(page, piece[0].words, piece[0].options)
        elif not isinstance(piece, str) and piece[0].kind == "rows":
            yield from (record(page, *parts_of(line.partition(": ")[2])) for line in piece[0].lines)


def measured(block):
    """Where the records were made, and of which program and when those of this page, or all if it shows none."""
    folder = f"measured/{block.words or 'h200'}"
    said = said_in(block.page.root / folder / "README.md")
    if not said:
        raise Mistake(f"nothing in {folder}/README.md says where it was measured")
    own = [said_in(file) for file in shown_records(block.page) if file.parent == block.page.root / folder]
    for name in ("commit", "date"):
        found = {value: None for record in own for value in record.get(name, "").split("; ") if value}
        if found:
            said[name] = "; ".join(sorted(found) if name == "date" else found)
    return ["Measured on " + ", ".join(f"{name}: {value}" for name, value in said.items()) + "."]
