"""Code of the lessons in the pages: whole, in part, or as the lines that differ from another rung's."""
import difflib
import re

from .blocks import Mistake, list_of
from .source import SUFFIXES, items_of, undented

CONTEXT = 2  # lines before and after a change


def files_of(page, name):
    """The file of this name that a page can mean: beside it, or in the course."""
    for folder in (page.folder, page.root):
        if (folder / name).is_file():
            return folder / name
    raise Mistake(f"there is no file {name}")


def sources_of(folder):
    return sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES)


def included_by(root, files):
    """The course's files that these include, directly or not."""
    found, rest = [], list(files)
    while rest:
        for name in re.findall(r'^#include "([^"]+)"', rest.pop().read_text(encoding="utf-8"), re.M):
            file = root / name
            if file.is_file() and file not in found and file not in files:
                found.append(file)
                rest.append(file)
    return found


def found_item(page, words):
    """The file and the item that 'NAME', or 'FILE NAME', means: of the page's folder rather than of what it includes, and a
    definition rather than a declaration."""
    *file, name = words.split(None, 1)
    own = [files_of(page, file[0])] if file else sources_of(page.folder)
    for files in (own, [] if file else included_by(page.root, own)):
        items = [(place, item) for place in files for item in items_of(place) if item.name == name]
        items = [pair for pair in items if pair[1].defined] or items
        if items:
            break
    places = {place for place, _ in items}
    if not items:
        raise Mistake(f"no source defines {name}" if not file else f"{file[0]} does not define {name}")
    if len(places) > 1:
        raise Mistake(f"{name} is defined in {' and '.join(sorted(place.name for place in places))}: name the file too")
    return items[0]


def part(lines, first, start, end):
    """The lines from the first one with the words `start` to the next one with the words `end`."""
    begin = next((k for k, line in enumerate(lines) if start in line), None)
    if begin is None:
        raise Mistake(f"no line there has '{start}'")
    stop = next((k for k, line in enumerate(lines) if k >= begin and end in line), None) if end else begin
    if stop is None:
        raise Mistake(f"no line after '{start}' has '{end}'")
    return lines[begin:stop + 1], first + begin


def taken(page, words, options):
    """The lines that an item of a marker means, with the file and their first line there."""
    if re.search(r"\.\w+$", words):
        file, first = files_of(page, words), 1
        lines = file.read_text(encoding="utf-8").splitlines()
    else:
        file, item = found_item(page, words)
        first = item.comment if "comment" in options else item.first
        lines = file.read_text(encoding="utf-8").splitlines()[first - 1:item.last]
    if "from" in options:
        lines, first = part(lines, first, options["from"], options.get("to", ""))
    return undented(lines), file, first


def difference(new, old, new_name, old_name):
    """The changed lines of two functions with some around them. The functions' own names do not count as a change."""
    stems = [(old_name, new_name), (old_name.removesuffix("_kernel"), new_name.removesuffix("_kernel"))]
    renamed = [line for line in old]
    for before, after in stems:
        renamed = [re.sub(rf"\b{re.escape(before)}\b", after, line) for line in renamed]
    out, place = [], 0
    for group in difflib.SequenceMatcher(None, renamed, new, autojunk=False).get_grouped_opcodes(CONTEXT):
        if group[0][3] > place:
            out.append(" …")
        for kind, old_from, old_to, new_from, new_to in group:
            if kind == "equal":
                out += [f" {line}".rstrip() for line in new[new_from:new_to]]
            else:
                out += [f"-{line}" for line in old[old_from:old_to]] + [f"+{line}" for line in new[new_from:new_to]]
        place = group[-1][4]
    if not out:
        raise Mistake(f"{new_name} does not differ from {old_name}")
    return out + ([" …"] if place < len(new) else [])


def code(block):
    page, options = block.page, block.options
    shown, links, end = [], {}, None  # end: where the item before ends
    items, others = list_of(block.words), list_of(options.get("against"))
    if others and len(others) != len(items):
        raise Mistake(f"{len(items)} names against {len(others)}")
    for k, words in enumerate(items):
        lines, file, first = taken(page, words, options)
        if others:
            old, _, _ = taken(page, others[k], options)
            lines = difference(lines, old, words.split()[-1], others[k].split()[-1])
        shown += ([""] if shown and end != (file, first) else []) + lines
        end = (file, first + len(lines))
        links.setdefault(file, f"[`{file.name}`, line {first}]({page.link_to(file.relative_to(page.root).as_posix(), first)})")
    language = "diff" if others else "cuda" if file.suffix in (".cu", ".cuh") else "cpp"
    return [f"```{language}"] + shown + ["```", "", "Code: " + "; ".join(links.values()) + "."]
