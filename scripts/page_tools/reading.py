"""Checks that the chapters with a list of lessons can be read in its order.

The words of the glossary: the first page of the reading order that uses one explains it, by a link to its place in the
glossary or by *emphasis* where it is defined. The rungs: each is shown as code. The tables: what their rows are named after
has been named before them. And nothing in a page of the first reading refers to a later page.
"""
import pathlib
import re

from .blocks import Mistake, Page, in_blocks, list_of, parts_of
from .code import sources_of
from .course import chapters_of, lessons_of
from .source import blanked, closing, items_of

GLOSSARY = "docs/glossary.md"
MADE = ("lessons", "exercises", "navigation", "measured")  # blocks without text to read


def anchor(heading):
    """The anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def terms_of(root):
    """{anchor: words} of the glossary. A comment under a heading, <!-- words: a; b -->, replaces the heading's words."""
    terms = {}
    text = (root / GLOSSARY).read_text(encoding="utf-8")
    for heading, comment in re.findall(r"^## (.+)\n(?:\n?<!-- words:(.*)-->)?", text, re.M):
        own = re.search(rf"^## {re.escape(heading)}\n\n?<!-- words:", text, re.M)
        bare, inside = re.sub(r"\([^)]*\)", "", heading), re.findall(r"\(([^)]*)\)", heading)
        words = list_of(comment) if own else [part for item in [bare, *inside] for part in item.split(",")]
        terms[anchor(heading)] = [re.sub(r"\s+", " ", word).strip().lower() for word in words if word.strip()]
    return terms


def pattern_of(terms):
    """One expression for all words, in the singular and the plural, longest first; and the anchor of each."""
    anchors = {word: place for place, words in terms.items() for word in words}
    ends = lambda word: re.escape(word).replace(r"\ ", r"[\s-]+") + ("" if word.endswith("s") else "(?:s|es)?")
    words = sorted(anchors, key=len, reverse=True)
    return re.compile(r"(?<![\w-])(?:" + "|".join(f"({ends(word)})" for word in words) + r")(?![\w])", re.I), [
        anchors[word] for word in words]


def line_at(text, place):
    return text.count("\n", 0, place) + 1


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def read_text(page, without_code=True):
    """The page's text with everything blanked out that is not read: blocks of code, comments, pictures, made lists."""
    text = page.text()
    for piece in in_blocks(page, text):
        if not isinstance(piece, str) and piece[0].kind in MADE:
            inside = "\n".join(piece[1] + piece[2])
            text = text.replace(inside, re.sub(r"[^\n]", " ", inside), 1)
    text = re.sub(r"^ *```.*?^ *```", blank, text, flags=re.S | re.M)
    text = re.sub(r"<!--.*?-->|!\[[^\]]*\]\([^)]*\)|^#[^\n]*$", blank, text, flags=re.S | re.M)
    return re.sub(r"`[^`]*`", blank, text) if without_code else text


def words_before_explained(root, chapters):
    """Words of the glossary that a reader meets before a page has explained them."""
    terms = terms_of(root)
    words, anchors = pattern_of(terms)
    link = re.compile(r"\[[^\]]*\]\([^)\s]*glossary\.md#([\w-]+)\)|(?<![\w*])\*\*?([^*\n]+(?:\n[^*\n]+)?)\*\*?(?!\*)")
    explained = set()

    def read(path, known):
        """Complains about this page; returns what is known after it."""
        page, known = Page(root, path), set(known)
        text = read_text(page)
        events = []
        for found in link.finditer(text):
            if found[1]:
                events.append((found.start(), "explained", found[1]))
            else:
                events += [(found.start(), "explained", anchors[inner.lastindex - 1])
                           for inner in words.finditer(found[2])]
        targets = re.sub(r"\]\([^)]*\)", lambda found: " " * len(found[0]), text)
        events += [(found.start(), "used", anchors[found.lastindex - 1]) for found in words.finditer(targets)]
        for place, what, term in sorted(events, key=lambda event: (event[0], event[1])):
            if what == "used" and term not in known:
                yield f"{path}:{line_at(text, place)}: uses '{terms[term][0]}' before any page has explained it (glossary.md#{term})"
            known.add(term)
        return known

    for chapter in chapters:
        for path in [chapter.page] + [chapter.page_of(lesson) for lesson in chapter.first]:
            explained |= yield from read(path, explained)
        for lesson in chapter.later:
            yield from read(chapter.page_of(lesson), explained)


def links_without_anchor(root, paths):
    """Links to the glossary as a whole: a reader would have to search there."""
    for path in paths:
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"(?i)(?<!glossary)(?<!glossary\.md`)\]\([^)#]*glossary\.md\)", line):
                yield f"{path}:{number}: a link to the glossary without an anchor"


def rungs_of(folder):
    """The rungs of a lesson's ladder as (name, function)."""
    found = {}
    for file in sources_of(folder):
        text = file.read_text(encoding="utf-8")
        code = blanked(text)
        for start in re.finditer(r"\bladder\b[^;{}()]*(?:\(\)\s*)?=?\s*\{", code):
            inside = text[start.end():closing(code, start.end() - 1)]
            for name, rest in re.findall(r'\{\s*"([^"]+)"\s*,([^"{}]*)', inside):
                functions = re.findall(r"[A-Za-z_]\w*", rest)
                found.setdefault(name, set()).update(functions)
    return found


def kernels_of(bodies, function, depth=3):
    """The kernels that a function names, or, if it names none, those of the functions that it calls."""
    body = bodies.get(function, "")
    kernels = set(re.findall(r"\b\w+_kernel\b", body))
    if kernels or depth == 0:
        return kernels
    called = set(re.findall(r"\b(\w+)\s*(?:<[^;{}()]*>)?\(", body)) & set(bodies) - {function}
    return set().union(*(kernels_of(bodies, name, depth - 1) for name in called))


def rungs_without_code(root, chapters):
    """Rungs whose kernel or launcher is not on their lesson's page."""
    for chapter in chapters:
        for lesson in chapter.first + chapter.later:
            page = Page(root, chapter.page_of(lesson))
            shown = set()
            for piece in in_blocks(page, page.text()):
                if not isinstance(piece, str) and piece[0].kind == "code":
                    shown |= {words.split()[-1] for words in list_of(piece[0].words)}
            whole = {name for name in shown if "." in name}
            bodies = {item.name: item.text for file in sources_of(page.folder) for item in items_of(file) if item.defined}
            for name, functions in sorted(rungs_of(page.folder).items()):
                wanted = functions | {f"{function}_kernel" for function in functions}
                wanted |= set().union(*(kernels_of(bodies, function) for function in functions))
                wanted |= {item for item in shown if f"_{name}_" in f"_{item}_"}
                if not wanted & shown and not whole:
                    yield f"{page.path}: does not show the code of the rung {name}"


def tables_before_names(root, chapters):
    """Tables whose rows have names that the page has not used before."""
    for chapter in chapters:
        for path in [chapter.page] + [chapter.page_of(lesson) for lesson in chapter.first + chapter.later]:
            page, before = Page(root, path), ""
            for piece in in_blocks(page, page.text()):
                if isinstance(piece, str):
                    before += piece + "\n"
                    continue
                block, marker, made = piece
                if block.kind == "code":
                    before += "\n".join(marker + made)
                if block.kind == "lessons":
                    before += "\n".join(made)
                if block.kind not in ("table", "rows", "counts", "bars"):
                    continue
                for name in names_in(block, made):
                    if not re.search(rf"(?<!\w){re.escape(name)}(?:_kernel)?(?!\w)", before):
                        yield f"{path}:{block.line}: a table with a row '{name}', which the page has not named before"


def names_in(block, made):
    """The names of the rows of a table or of bars, as they must have been used before. Numbers need no explanation."""
    if block.kind == "bars":
        said = re.search(r"!\[[^:]*: (.*)\]", made[0]) if made else None
        cells = [re.sub(r" [\d.]+$", "", part) for part in (said[1] if said else "").split(", ")]
    else:
        cells = [line.split("|")[1].strip() for line in made[2:] if line.startswith("|")]
    for cell in dict.fromkeys(cells):
        spans = re.findall(r"`([^`]+)`", cell)
        # A label is the page's own words; what the record calls a row is a name.
        for name in spans or ([re.split(r"\s{2,}|, |: ", cell)[0]] if block.kind in ("table", "bars") else []):
            name = re.match(r"\w+_\w+|.*", name)[0]  # 'from_tile 16 per warp' is a line of from_tile
            if name and not re.match(r"[\d.^x -]+( \w+)?$|CPU\b", name):
                yield name


def forward_references(root, chapters):
    """References of the first reading to what comes later in it, or is not in it at all."""
    number_of = {lesson: (int(folder[2:4]), folder) for folder, names in lessons_of(root).items() for lesson in names}
    for chapter in chapters:
        order = {name: at for at, name in enumerate(chapter.first + chapter.later)}
        for path in [chapter.page] + [chapter.page_of(lesson) for lesson in chapter.first]:
            page = Page(root, path)
            text = read_text(page, without_code=False)
            for outlook in re.finditer(r"^## Where this goes next\n.*?(?=^## |\Z)", page.text(), re.S | re.M):
                text = text[:outlook.start()] + blank(outlook) + text[outlook.end():]
            rungs = rungs_of(page.folder) if path != chapter.page else {}  # one may have the name of a lesson
            own = order[path.split("/")[1]] if path != chapter.page else len(order)
            for found in re.finditer(r"\bchapters? (\d+)", text, re.I):
                if int(found[1]) > chapter.number:
                    yield f"{path}:{line_at(text, found.start())}: refers to chapter {found[1]}, which comes later"
            for found in re.finditer(r"\]\(([^)#\s]+/)?README\.md[^)]*\)|`([a-z]\w*)`", text):
                if found[2]:
                    lesson = found[2]
                else:
                    target = pathlib.PurePosixPath(path).parent
                    for part in (found[1] or "").split("/"):
                        target = target.parent if part == ".." else target / part
                    lesson = target.name if target.parent.name.startswith("ch") else ""
                    later = re.match(r"ch(\d\d)_", target.name)
                    if later and int(later[1]) > chapter.number:
                        yield f"{path}:{line_at(text, found.start())}: refers to {target}, which comes later"
                if found[2] and lesson in rungs:
                    continue
                number, folder = number_of.get(lesson, (0, ""))
                if folder == chapter.folder and order.get(lesson, len(order)) > own or number > chapter.number:
                    yield f"{path}:{line_at(text, found.start())}: refers to {lesson}, which comes later"


def lessons_in_no_list(root, chapters):
    """Lessons of a chapter that its page leaves out, or lists twice."""
    for chapter in chapters:
        listed = chapter.first + chapter.later
        for lesson in lessons_of(root).get(chapter.folder, []):
            if listed.count(lesson) != 1:
                yield f"{chapter.page}: lists {lesson} {'twice' if lesson in listed else 'nowhere'}"


def complaints(root, paths):
    """All complaints about the course's pages; paths: those that may link to the glossary."""
    chapters = chapters_of(root)
    missing = [Mistake(f"there is no page {path}") for chapter in chapters
               for path in map(chapter.page_of, chapter.first + chapter.later) if not (root / path).exists()]
    if missing:
        return [str(mistake) for mistake in missing]
    out = list(lessons_in_no_list(root, chapters)) + list(links_without_anchor(root, paths))
    for check in (rungs_without_code, tables_before_names, forward_references, words_before_explained):
        out += check(root, chapters)
    return out
