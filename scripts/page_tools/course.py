"""The chapters and lessons, and the order in which they are read."""
import dataclasses
import functools
import re

from .blocks import Mistake, Page, in_blocks, list_of

FIRST, LATER = "first reading", "later"


@dataclasses.dataclass(frozen=True)
class Chapter:
    folder: str
    first: tuple  # lessons of the first reading
    later: tuple

    @property
    def page(self):
        return f"{self.folder}/README.md"

    @property
    def number(self):
        return int(self.folder[2:4])

    def page_of(self, lesson):
        return f"{self.folder}/{lesson}/README.md"


@functools.lru_cache(maxsize=None)
def lessons_of(root):
    """The lessons of each chapter's folder and the parts that have sources, as CMakeLists.txt adds them."""
    chapters = {}
    for chapter, lesson in re.findall(r"^add_(?:lesson|part)\((ch\d\d_\w+)/(\w+)", (root / "CMakeLists.txt").read_text(), re.M):
        chapters.setdefault(chapter, []).append(lesson)
    return chapters


def chapters_of(root):
    """The chapters whose page says in which order to read its lessons."""
    found = []
    for file in sorted(root.glob("ch[0-9][0-9]_*/README.md")):
        page = Page(root, file.relative_to(root).as_posix())
        orders = {FIRST: (), LATER: ()}
        for piece in in_blocks(page, page.text()):
            if not isinstance(piece, str) and piece[0].kind == "lessons":
                if piece[0].words not in orders:
                    raise Mistake(f"{page.path}:{piece[0].line}: lessons are for a '{FIRST}' or for '{LATER}'")
                orders[piece[0].words] += tuple(list_of(piece[0].options.get("order")))
        if orders[FIRST]:
            found.append(Chapter(file.parent.name, orders[FIRST], orders[LATER]))
    return found


def title_of(root, path):
    """A page's title, and the words of it after the colon."""
    file = root / path
    if not file.exists():
        raise Mistake(f"there is no page {path}")
    title = file.read_text(encoding="utf-8").partition("\n")[0]
    if not title.startswith("# "):
        raise Mistake(f"{path} does not begin with a title")
    return title[2:].strip(), title.partition(": ")[2].strip()


def lessons(block):
    """The chapter's list: a link to each lesson, with the words of its title."""
    page = block.page
    chapter = page.path.split("/")[0]
    out = []
    for number, lesson in enumerate(list_of(block.options.get("order")), 1):
        if lesson not in lessons_of(page.root).get(chapter, []):
            raise Mistake(f"{chapter} has no lesson {lesson}")
        words = title_of(page.root, f"{chapter}/{lesson}/README.md")[1]
        mark = f"{number}." if block.words == FIRST else "-"
        out.append(f"{mark} [`{lesson}`]({lesson}/README.md): {words}")
    return out


def exercises_of(root, chapter, lesson):
    """The chapter's exercises that say to read this lesson before: (name, title)."""
    for file in sorted(root.glob(f"exercises/{chapter}/*/README.md")):
        text = file.read_text(encoding="utf-8")
        said = re.search(r"^Read before: (.*(?:\n.+)*)", text, re.M)
        wanted = [part for part in (said[1] if said else "").split(";") if f"chapter {int(chapter[2:4])}," in part]
        if any(f"`{lesson}`" in part for part in wanted):
            yield file.parent.name, text.partition("\n")[0].lstrip("# ")


def exercises(block):
    """The exercises of a lesson, as links."""
    page = block.page
    chapter, lesson = page.path.split("/")[:2]
    found = list(exercises_of(page.root, chapter, lesson))
    if not found:
        raise Mistake(f"no exercise of {chapter} says to read `{lesson}` before it: leave the block out")
    return [f"- [`{name}`]({page.link_to(f'exercises/{chapter}/{name}/README.md')}): {title}" for name, title in found]


def navigation(block):
    """Links to the page before, the chapter, and the page after."""
    page = block.page
    folder, *lesson = page.path.split("/")[:-1]
    without_list = Chapter(folder, (), ())
    chapter = next((chapter for chapter in chapters_of(page.root) if chapter.folder == folder), without_list)
    order = [chapter.page] + [chapter.page_of(name) for name in chapter.first + chapter.later]
    if page.path not in order:
        raise Mistake(f"{folder}/README.md does not list {lesson[0]}")
    folders = sorted(file.parent.name for file in page.root.glob("ch[0-9][0-9]_*/README.md"))
    at, number = order.index(page.path), folders.index(folder)
    before = order[at - 1] if at else f"{folders[number - 1]}/README.md" if number else None
    after = order[at + 1] if at + 1 < len(order) else f"{folders[number + 1]}/README.md" if number + 1 < len(folders) else None

    def link(path):
        title = title_of(page.root, path)[0]
        name = title.partition(":")[0] if path.count("/") == 2 else title
        return f"[{name}]({page.link_to(path)})"

    parts = [f"Previous: {link(before)}"] if before else []
    parts += [link(chapter.page)] if lesson and before != chapter.page else []
    parts += [f"Next: {link(after)}"] if after else []
    return [" · ".join(parts)]
