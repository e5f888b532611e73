"""Writes the course's drawings as SVG text.

A drawing is a function that takes a Canvas; @drawing gives it its name, title and description. The canvas knows boxes,
cells, text, arrows and the lanes of a timeline. It refuses text that leaves its box or the drawing, and text that lies
over other text: widths are estimated for a wide font, so what passes here fits in other fonts too.

Colours are classes of a style sheet in each file, once for light and once for dark ground.
"""

from html import escape
from math import fsum, sqrt

WIDTH = 720

# name: (fill, line) on light ground, (fill, line) on dark ground
PALETTE = {
    "plain": (("#ffffff", "#6e7781"), ("#161b22", "#8b949e")),
    "grey": (("#e3e7eb", "#6e7781"), ("#30363d", "#8b949e")),
    "blue": (("#cfe3f8", "#1f6bb5"), ("#163a5f", "#6cb0f5")),
    "orange": (("#ffe0b0", "#b36b00"), ("#5c3a05", "#f0a83c")),
    "green": (("#ccebd4", "#1c7c3c"), ("#14432a", "#5cc47e")),
    "red": (("#fbd3cc", "#c0341d"), ("#67221a", "#ff8b78")),
    "purple": (("#e5d9f7", "#7443b8"), ("#3d2a63", "#bb95f2")),
}
GROUND = ("#f6f8fa", "#0d1117")
INK = ("#1f2328", "#e6edf3")
SOFT = ("#57606a", "#9da7b3")


def style():
    def rules(shade):
        yield f".ground{{fill:{GROUND[shade]}}}.ink{{fill:{INK[shade]}}}.soft{{fill:{SOFT[shade]}}}"
        for name, pair in PALETTE.items():
            fill, line = pair[shade]
            yield f".{name}{{fill:{fill};stroke:{line}}}.l-{name}{{stroke:{line};fill:none}}.f-{name}{{fill:{line}}}"

    return (
        "text{font-family:sans-serif}.mono{font-family:monospace;white-space:pre}.bold{font-weight:bold}\n"
        + "\n".join(rules(0))
        + "\n@media (prefers-color-scheme:dark){\n"
        + "\n".join(rules(1))
        + "\n}"
    )


def text_width(text, size, mono=False, bold=False):
    """Pixels that a line takes in a wide sans-serif font."""
    if mono:
        return 0.605 * size * len(text)
    narrow, wide = "ijl.,:;|!'I", "mMW%@→←⋯"
    middle = "frt()[]/- "
    width = fsum(  # exact, whatever the version of Python does in sum
        0.33 if c in narrow else 0.41 if c in middle else 0.95 if c in wide else 0.69 if c.isupper() else 0.625
        for c in text
    )
    return width * size * (1.1 if bold else 1)


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Mistake(Exception):
    """Text that does not fit."""


class Canvas:
    def __init__(self, name, title, desc, height, width=WIDTH):
        self.name, self.title, self.desc = name, title, desc
        self.width, self.height = width, height
        self.parts = []
        self.labels = []  # (left, top, right, bottom, text)

    def fail(self, what):
        raise Mistake(f"{self.name}: {what}")

    def add(self, tag, classes, text=None, **attributes):
        pairs = "".join(
            f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, (int, float)) else value}"'
            for key, value in attributes.items()
            if value is not None
        )
        ending = "/>" if text is None else f">{escape(text, quote=False)}</{tag}>"
        self.parts.append(f'<{tag} class="{classes}"{pairs}{ending}')

    # ---- Shapes
    def box(self, x, y, w, h, text="", kind="plain", size=16, round_=4, **how):
        """A rectangle with its text in the middle; lines of the text are parted by newlines."""
        self.add("rect", kind, x=x, y=y, width=w, height=h, rx=round_ or None)
        if text:
            for line in text.split("\n"):
                if text_width(line, size, how.get("mono"), how.get("bold")) > w - 2:
                    self.fail(f"'{line}' is wider than its box")
            self.text(x + w / 2, y + h / 2, text, "middle", size, centred=True, **how)

    def frame(self, x, y, w, h, text="", kind="plain", size=16, **how):
        """A rectangle that holds others, with its text at the top left."""
        self.add("rect", kind, x=x, y=y, width=w, height=h, rx=8)
        if text:
            self.text(x + 10, y + size + 4, text, size=size, **how)

    def cells(self, x, y, labels, w, h, kind="plain", size=14, **how):
        """A row of equal cells; kind is a name, or a function of the cell's index."""
        for i, label in enumerate(labels):
            self.box(x + i * w, y, w, h, str(label), kind(i) if callable(kind) else kind, size, 0, **how)

    def dot(self, x, y, radius=4, kind="blue"):
        self.add("circle", kind, cx=x, cy=y, r=radius)

    def line(self, points, kind="plain", width=1.5, dash=False):
        self.add(
            "polyline",
            "l-" + kind,
            points=" ".join(f"{number(x)},{number(y)}" for x, y in points),
            stroke_width=width,
            stroke_dasharray="5 4" if dash else None,
        )

    def arrow(self, points, kind="plain", width=1.5, dash=False, both=False):
        """A line through the points with a head at the last one, or at both ends."""
        points = list(points)

        def shorter(end, before):  # so that the line does not show at the head's tip
            dx, dy = end[0] - before[0], end[1] - before[1]
            length = sqrt(dx * dx + dy * dy)
            return (end[0] - 5 * dx / length, end[1] - 5 * dy / length), (dx / length, dy / length)

        heads = [(points[-1], points[-2])] + ([(points[0], points[1])] if both else [])
        inner = list(points)
        inner[-1] = shorter(points[-1], points[-2])[0]
        if both:
            inner[0] = shorter(points[0], points[1])[0]
        self.line(inner, kind, width, dash)
        for end, before in heads:
            _, (dx, dy) = shorter(end, before)
            corners = [end, (end[0] - 9 * dx - 4.5 * dy, end[1] - 9 * dy + 4.5 * dx)]
            corners.append((end[0] - 9 * dx + 4.5 * dy, end[1] - 9 * dy - 4.5 * dx))
            self.add("polygon", "f-" + kind, points=" ".join(f"{number(x)},{number(y)}" for x, y in corners))

    # ---- Text
    def text(self, x, y, text, anchor="start", size=16, soft=False, mono=False, bold=False, centred=False):
        """Lines of text; y is the first one's base line, or the middle of all (centred)."""
        if size < 13:
            self.fail(f"'{text}' is too small")
        lines = text.split("\n")
        step = size * 1.2
        if centred:
            y += size * 0.36 - step * (len(lines) - 1) / 2
        classes = ("soft" if soft else "ink") + (" mono" if mono else "") + (" bold" if bold else "")
        for i, line in enumerate(lines):
            base = y + i * step
            self.add(
                "text", classes, line, x=x, y=base, font_size=size, text_anchor=None if anchor == "start" else anchor
            )
            width = text_width(line, size, mono, bold)
            left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
            self.claim(left, base - 0.76 * size, left + width, base + 0.22 * size, line)

    def claim(self, left, top, right, bottom, text):
        if left < 4 or right > self.width - 4 or top < 2 or bottom > self.height - 2:
            self.fail(
                f"'{text}' leaves the drawing: from {left:.0f} to {right:.0f} of {self.width},"
                f" down to {bottom:.0f} of {self.height}"
            )
        for other in self.labels:
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                self.fail(f"'{text}' lies over '{other[4]}'")
        self.labels.append((left, top, right, bottom, text))

    # ---- Timelines
    def lane(self, y, label, bars, left=130, scale=1.0, height=30, size=15):
        """A lane of a timeline: bars are (start, length, text, kind), in units of `scale` pixels."""
        self.text(left - 12, y + height / 2, label, "end", size, centred=True)
        self.line([(left, y + height + 4), (self.width - 20, y + height + 4)], "plain", 0.5)
        for start, length, text, kind in bars:
            self.box(left + start * scale, y, length * scale, height, text, kind, size, 3)

    def time(self, y, left=130, text="time"):
        """The axis under a timeline."""
        self.arrow([(left, y), (self.width - 20, y)])
        self.text(self.width - 20, y + 19, text, "end", 14, soft=True)

    def svg(self):
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        head = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(self.title)}</title>',
            f'<desc id="desc">{escape(self.desc)}</desc>',
            f"<style>\n{style()}\n</style>",
            f'<rect class="ground" width="{self.width}" height="{self.height}" rx="12"/>',
        ]
        return "\n".join(head + self.parts + ["</svg>"]) + "\n"


DRAWINGS = {}


def drawing(name, title, desc, height, width=WIDTH):
    """Registers a function as the drawing `name`: NAME.svg, `height` pixels high. One 480 wide keeps its text on a phone."""

    def register(function):
        def draw():
            canvas = Canvas(name, title, " ".join(desc.split()), height, width)
            function(canvas)
            return canvas.svg()

        DRAWINGS[name] = draw
        return function

    return register
