"""Chapter 13: pages that move to the processor that accesses them, and the ways to move data."""

from canvas import drawing


@drawing(
    "ch13_migration",
    "Pages of managed memory move to the processor that accesses them",
    """Eight pages in four states. The host has written all pages, so all are in host memory. The first kernel
    accesses them: the first access to each page faults, and the page moves to the device. The next kernel finds all
    pages there. The host reads two: they move back.""",
    348,
)
def migration(d):
    pages, cell = 8, 30
    states = [
        ("host writes all", "", set()),
        ("first kernel", "8 pages fault and move", set(range(pages))),
        ("next kernel", "nothing moves", set(range(pages))),
        ("host reads 0, 1", "2 pages fault and move", set(range(2, pages))),
    ]
    d.text(150, 34, "host memory", bold=True)
    d.text(430, 34, "device memory", bold=True)
    before = set()
    for row, (name, note, there) in enumerate(states):
        y = 50 + row * 72
        d.text(20, y + 18, name, size=15, centred=True)
        for side, left in enumerate((150, 430)):
            for page in range(pages):
                here = (page in there) == (side == 1)
                moved = here and (page in there) != (page in before)
                kind = ("orange" if moved else "blue") if here else "plain"
                d.box(left + page * cell, y, cell, 34, str(page) if here else "", kind, 14, 0)
        if note:
            d.text(430, y + 54, note, size=14, soft=True)
        if there != before:
            ends = [(394, y + 17), (426, y + 17)]
            d.arrow(ends if there > before else ends[::-1], "orange", 2)
        before = there
    d.text(20, 336, "Orange: the pages that have just moved.", size=14, soft=True)


@drawing(
    "ch13_ways",
    "Four ways to bring data to a kernel",
    """Timelines, not to scale. Explicit copies: fill, copy in, kernel, copy out, read. Managed: fill, a long kernel
    that waits for page faults, a read that waits for page faults. Managed with prefetch: fill, move in, kernel,
    move out, read. Filled by the device: two kernels, and a read that waits for the faults of one array.""",
    300,
)
def ways(d):
    host, move, kernel, fault = "grey", "orange", "green", "red"
    rows = [
        ("explicit copies", [(70, "fill", host), (66, "copy in", move), (60, "kernel", kernel), (70, "copy out", move),
                             (60, "read", host)]),
        ("managed", [(70, "fill", host), (190, "kernel, page faults", fault), (150, "read, faults", fault)]),
        ("prefetch", [(70, "fill", host), (66, "pages in", move), (60, "kernel", kernel), (80, "pages out", move),
                      (60, "read", host)]),
        ("made on device", [(60, "fill", kernel), (120, "kernel, faults", fault), (130, "read, faults", fault)]),
    ]  # fmt: skip
    for i, (name, parts) in enumerate(rows):
        start, bars = 0, []
        for length, text, kind in parts:
            bars.append((start, length - 2, text, kind))
            start += length
        d.lane(24 + i * 54, name, bars, 170, 1.25, 36, 14)
    for i, (text, kind) in enumerate((("host", host), ("move", move), ("device", kernel), ("waits for pages", fault))):
        d.box(170 + i * 110, 256, 18, 18, "", kind)
        d.text(194 + i * 110, 270, text, size=14)
    d.text(20, 270, "not to scale", size=14, soft=True)
