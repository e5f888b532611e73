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


@drawing(
    "ch13_wait",
    "The host reads managed memory before and after it has waited",
    """A launch returns at once. A read of the host right after it comes while the kernel still runs, and may see old
    values. After cudaDeviceSynchronize the kernel has ended.""",
    300,
)
def wait(d):
    left, scale = 110, 5.6
    for y, name, bars in (
        (30, "without waiting", [(0, 10, "", "red"), (10.6, 16, "read", "orange")]),
        (150, "with cudaDeviceSynchronize", [(0, 10, "", "red"), (10.6, 59, "wait", "grey"), (70.2, 16, "read", "green")]),
    ):
        d.text(20, y, name, bold=True, size=18)
        d.lane(y + 12, "host", bars, left, scale, 34, 17)
        d.lane(y + 56, "device", [(10, 60, "kernel", "blue")], left, scale, 34, 17)
    d.time(254, left)
    d.box(left, 264, 24, 24, "", "red")
    d.text(left + 34, 282, "the launch", size=17)


@drawing(
    "ch13_list",
    "A list that the host links and the device walks",
    """Four items in managed memory. The head is a managed variable; each item has the address of the next one. The
    addresses are the same for host and device.""",
    220,
)
def linked(d):
    d.text(20, 34, "the host stores addresses ...", bold=True, size=18)
    d.box(20, 74, 92, 46, "head", "orange", 18, mono=True)
    for k, (value, at) in enumerate(((4, 3), (3, 2), (2, 1), (1, 0))):
        x = 160 + k * 138
        d.box(x, 74, 92, 46, str(value), "blue", 20)
        d.text(x + 46, 142, f"list[{at}]", "middle", 16, mono=True)
        d.arrow([(x - (48 if k == 0 else 46), 97), (x, 97)], "orange", 2)
    d.text(20, 196, "... and a thread of the device follows the same addresses.", bold=True, size=18)


@drawing(
    "ch13_in_place",
    "Three ways for a kernel to read the host's array",
    """Copied: the whole array crosses the bus once, then kernels read device memory. Mapped: each access of a kernel
    crosses the bus. Managed: an access faults, and the page moves to the device.""",
    330,
)
def in_place(d):
    d.text(250, 34, "host memory", "middle", 18, bold=True)
    d.text(580, 34, "device memory", "middle", 18, bold=True)
    rows = [
        ("copied", range(6), range(6), "the whole array, once"),
        ("mapped", range(6), (), "each word, in each pass"),
        ("managed", (0, 1, 2), (3, 4, 5), "a page that is accessed"),
    ]
    for i, (name, here, there, what) in enumerate(rows):
        y = 56 + i * 90
        d.text(20, y + 18, name, size=18, centred=True)
        for left, pages in ((130, here), (470, there)):
            for k in range(6):
                d.box(left + k * 36, y, 36, 36, "", "blue" if k in pages else "plain", round_=0)
        d.arrow([(352, y + 18), (464, y + 18)], "orange", 2.5)
        d.text(408, y + 64, what, "middle", 17, soft=True)


@drawing(
    "ch13_prefetch",
    "Pages on demand, all pages first, and pages ahead of the kernels",
    """On demand each kernel waits for the pages that it accesses. If all pages move first, the kernels come after them.
    If each chunk's pages move while the kernel of the chunk before runs, moving and computing overlap.""",
    372,
)
def prefetch(d):
    left, scale = 110, 5.2
    move, work, n = 14, 11, 4
    d.text(20, 30, "on_demand", bold=True, size=18)
    d.lane(42, "kernels", [(k * 28, 27.4, str(k + 1), "red") for k in range(n)], left, scale, 32, 17)
    d.text(20, 108, "prefetch_first", bold=True, size=18)
    d.lane(120, "pages", [(0, n * move - 0.6, "1 to 4", "orange")], left, scale, 32, 17)
    bars = [(n * move + k * work, work - 0.6, str(k + 1), "green") for k in range(n)]
    d.lane(160, "kernels", bars, left, scale, 32, 17)
    d.text(20, 226, "prefetch_ahead", bold=True, size=18)
    d.lane(238, "pages", [(k * move, move - 0.6, str(k + 1), "orange") for k in range(n)], left, scale, 32, 17)
    d.lane(278, "kernels", [((k + 1) * move, work - 0.6, str(k + 1), "green") for k in range(n)], left, scale, 32, 17)
    d.time(328, left)
    d.box(left, 338, 22, 22, "", "red")
    d.text(left + 32, 355, "a kernel that waits for page faults", size=17)
