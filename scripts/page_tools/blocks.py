"""The blocks of a page: a marker, the lines that a script puts under it, and `<!-- end -->`.

A marker is an HTML comment, `<!-- KIND: words | name: words -->`, of one line or of several; then the first line ends the
head, and `-->` is a line of its own.
"""
import dataclasses
import pathlib
import re

END = "<!-- end -->"
KINDS = ("table", "rows", "measured", "code", "bars", "counts", "devices", "resources", "lessons", "exercises", "navigation")
START = re.compile(r"<!-- (%s)(?::\s*(.*?))?\s*(-->)?$" % "|".join(KINDS))


class Mistake(Exception):
    """What cannot be put into a page, or what a reader of it would stumble over."""


@dataclasses.dataclass
class Block:
    kind: str
    head: str  # what follows the kind, up to the end of the marker's first line
    lines: list  # the marker's other lines
    line: int  # of the page, counted from 1
    page: "Page"

    @property
    def words(self):
        return parts_of(self.head)[0]

    @property
    def options(self):
        return parts_of(self.head)[1]


@dataclasses.dataclass
class Page:
    """A page of the course. Its path is relative to the root of the course."""

    root: pathlib.Path
    path: str

    @property
    def file(self):
        return self.root / self.path

    @property
    def folder(self):
        return self.file.parent

    def text(self):
        return self.file.read_text(encoding="utf-8")

    def link_to(self, path, line=None):
        """The link from this page to a file of the course."""
        here, there = pathlib.PurePosixPath(self.path).parent.parts, pathlib.PurePosixPath(path).parts
        common = 0
        while common < min(len(here), len(there) - 1) and here[common] == there[common]:
            common += 1
        link = "/".join([".."] * (len(here) - common) + list(there[common:]))
        return link + (f"#L{line}" if line else "")


def parts_of(text):
    """'words | name: value | flag' as (words, {name: value, flag: ''})."""
    first, *others = (part.strip() for part in text.split(" | "))
    options = {}
    for other in others:
        name, _, value = other.partition(":")
        options[name.strip()] = value.strip()
    return first, options


def list_of(text):
    """The items of 'a; b; c'."""
    return [item.strip() for item in (text or "").split(";") if item.strip()]


def in_blocks(page, text):
    """The page as pieces: text between blocks as strings, and blocks as (block, lines of its marker, lines under it)."""
    lines, pieces, plain, at, fenced = text.splitlines(), [], [], 0, False
    while at < len(lines):
        fenced ^= lines[at].lstrip().startswith("```")
        start = None if fenced else START.match(lines[at])
        if not start:
            if lines[at] == END and not fenced:
                raise Mistake(f"{page.path}:{at + 1}: the end of no block")
            plain.append(lines[at])
            at += 1
            continue
        first, marker = at, [lines[at]]
        if not start[3]:
            while marker[-1] != "-->":
                at += 1
                if at == len(lines):
                    raise Mistake(f"{page.path}:{first + 1}: a marker has no end")
                marker.append(lines[at])
        old = []
        while True:
            at += 1
            if at == len(lines) or START.match(lines[at]):
                raise Mistake(f"{page.path}:{first + 1}: a block has no end")
            if lines[at] == END:
                break
            old.append(lines[at])
        at += 1
        pieces += ["".join(line + "\n" for line in plain), (Block(start[1], start[2] or "", marker[1:-1], first + 1, page), marker, old)]
        plain = []
    return pieces + ["".join(line + "\n" for line in plain)]


def filled(page, text, makers):
    """The page's text with new contents in its blocks, and the mistakes; makers has a function for each kind."""
    out, mistakes = [], []
    try:
        pieces = in_blocks(page, text)
    except Mistake as mistake:
        return text, [str(mistake)]
    for piece in pieces:
        if isinstance(piece, str):
            out.append(piece)
            continue
        block, marker, old = piece
        try:
            new = makers[block.kind](block)
        except Mistake as mistake:
            mistakes.append(f"{page.path}:{block.line}: {mistake}")
            new = old
        out.append("\n".join(marker + new + [END]) + "\n")
    return "".join(out), mistakes
