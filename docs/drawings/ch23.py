"""Chapter 23: three ways to start new work, a tree of launches, levels of a sum, boxes that are divided, work assigned in
advance and work pulled."""

from canvas import drawing


@drawing(
    "ch23_ways",
    "Who starts work that is found while the program runs",
    """Three pairs of lanes, host and device. If the host decides, it waits for each result before it launches again, and
    the device waits for the host. If a kernel launches, or if running blocks take work from a queue, the host launches once.""",
    396,
)
def ways(d):
    left = 130
    cases = [
        ("The host asks, and launches again", [(0, 70), (190, 70), (380, 70)], [(70, 110), (260, 110), (450, 110)], True),
        ("A kernel launches the new work", [(0, 70)], [(70, 110), (186, 110), (302, 110)], False),
        ("Running blocks take it from a queue", [(0, 70)], [(70, 320)], False),
    ]
    for k, (title, launches, works, asks) in enumerate(cases):
        y = 14 + k * 126
        d.text(14, y + 18, title, size=20, bold=True)
        for row, name in enumerate(("host", "device")):
            d.text(left - 14, y + 48 + row * 42, name, "end", 20, centred=True)
        for x, width in launches:
            d.box(left + x, y + 32, width, 32, "launch", "grey", 19, 3)
        for x, width in works:
            d.box(left + x, y + 74, width, 32, "work", "green", 19, 3)
        if asks:
            for x, width in works[:2]:
                d.arrow([(left + x + width, y + 84), (left + x + width + 10, y + 64)], "orange", 2)
        elif k == 1:
            for x, width in works[:2]:
                d.arrow([(left + x + width - 8, y + 106), (left + x + width + 14, y + 106)], "blue", 3)


@drawing(
    "ch23_levels",
    "What starts the next level of a sum, in four rungs",
    """Levels of 256, 128, 64 and 32 elements. In block_loop they follow each other in one grid. In host_launches an arrow
    from the host starts each of them. In grid_launches a grid starts the next one. In block_launches each block starts a
    grid of its own for the next level, so there are many small grids.""",
    376,
)
def levels(d):
    left, widths = 220, [150, 110, 80, 56]
    for row, name in enumerate(("block_loop", "host_launches", "grid_launches", "block_launches")):
        y = 20 + row * 84
        d.text(14, y + 26, name, mono=True, size=20, centred=True)
        x, gap = left, 0 if row == 0 else 22
        for level, width in enumerate(widths):
            if row < 3:
                d.box(x, y, width, 44, str(256 >> level), "green", 20, 0)
            else:
                for tile in range(4):
                    d.box(x, y + tile * 16, width, 13, "", "green", round_=0)
                    if level + 1 < len(widths):
                        d.arrow([(x + width, y + tile * 16 + 6), (x + width + gap, y + tile * 16 + 6)], "blue")
            if row == 1:
                d.arrow([(x + 10, y + 68), (x + 10, y + 44)], "orange", 2)
            if row == 2 and level + 1 < len(widths):
                d.arrow([(x + width, y + 22), (x + width + gap, y + 22)], "blue", 2)
            x += width + gap
    d.text(left, 360, "orange: a launch by the host; blue: by a kernel", size=19)


@drawing(
    "ch23_tree",
    "A tree of launches, and when its grids end",
    """Timeline of four grids of 8, 4, 2 and 1 threads. Each launches the next. A tail launch runs when a grid and all
    its children have ended, so the deepest grid's comes first. The host's synchronisation waits for all.""",
    306,
)
def tree(d):
    threads, left, scale = [8, 4, 2, 1], 150, 46
    n = len(threads)
    for depth, count in enumerate(threads):
        y = 24 + depth * 46
        start = depth
        ends = 2 * n - depth + 0.4  # of the grid with its children
        d.text(left - 12, y + 16, f"{count} thread{'s' if count > 1 else ''}", "end", 18, centred=True)
        d.box(left + start * scale, y, 1.4 * scale, 32, f"grid {depth}", "blue", 17)
        d.line([(left + (start + 1.4) * scale, y + 16), (left + ends * scale, y + 16)], "blue", 1.5, dash=True)
        d.box(left + ends * scale, y, 1.5 * scale, 32, f"end({depth})", "orange", 17)
        if depth + 1 < n:
            d.arrow([(left + (start + 1.2) * scale, y + 32), (left + (start + 1.2) * scale, y + 46)], "blue")
    d.arrow([(left, 222), (700, 222)])
    d.text(700, 244, "time", "end", 18, soft=True)
    d.text(20, 270, "Dashed: the grid has run, but its children have not", size=18)
    d.text(20, 293, "ended. Orange: tail launches.", size=18)


def dwell(a, b, limit):
    x = y = 0.0
    for steps in range(limit):
        if x * x + y * y > 4:
            return steps
        x, y = x * x - y * y + a, 2 * x * y + b
    return limit


@drawing(
    "ch23_adaptive",
    "Boxes of the Mandelbrot set, divided where their border is not uniform",
    """The middle of the Mandelbrot set in 128 x 128 pixels. Boxes of 32 pixels are divided into boxes of 16 where the
    pixels of the border take different numbers of steps, those into boxes of 8, and those into pixels. Boxes
    with a uniform border are filled.""",
    376,
)
def adaptive(d):
    pixels, sides, limit, scale = 128, [32, 16, 8], 128, 2.625
    left, top = 20, 20
    step = 1.5 / pixels  # the middle of the set, 1.5 wide
    number = [[dwell(-1.05 + col * step, -0.75 + row * step, limit) for col in range(pixels)] for row in range(pixels)]
    counts = {side: [0, 0] for side in sides}
    done = 0  # steps of the pixels that are computed

    def border(row, col, side):
        edge = range(side)
        return {number[row + r][col + c] for r in edge for c in edge if r in (0, side - 1) or c in (0, side - 1)}

    def divide(row, col, level):
        nonlocal done
        side = sides[level]
        uniform = len(values := border(row, col, side)) == 1
        counts[side][uniform] += 1
        last = level + 1 == len(sides)
        if uniform or last:
            edge = (0, side - 1)
            done += sum(
                number[row + r][col + c]
                for r in range(side)
                for c in range(side)
                if not uniform or r in edge or c in edge
            )
            kind = "red" if not uniform else "grey" if values == {limit} else "blue"
            d.box(left + col * scale, top + row * scale, side * scale, side * scale, "", kind, round_=0)
            return
        for r in range(0, side, sides[level + 1]):
            for c in range(0, side, sides[level + 1]):
                divide(row + r, col + c, level + 1)

    for row in range(0, pixels, sides[0]):
        for col in range(0, pixels, sides[0]):
            divide(row, col, 0)
    x = left + pixels * scale + 30
    for i, (kind, text) in enumerate(
        (("grey", "in the set: filled"), ("blue", "outside: filled"), ("red", "every pixel computed"))
    ):
        d.box(x, 34 + i * 40, 24, 24, "", kind, round_=0)
        d.text(x + 34, 52 + i * 40, text)
    for i, side in enumerate(sides):
        divided, filled = counts[side]
        d.text(x, 190 + i * 28, f"side {side}: {divided + filled} boxes, {filled} filled", size=16)
    everything = sum(map(sum, number))
    d.text(x, 290, f"{100 * done / everything:.0f} % of the steps", size=16, bold=True)
    d.text(x, 312, "that all pixels take", size=16)


@drawing(
    "ch23_queue",
    "Uneven work: assigned in advance, and pulled by root or by node",
    """Four blocks and twelve pieces of work of lengths 3 1 2 14 1 2 1 3 2 1 2 1. Assigned in advance, block 3 has the
    longest share and the others wait. Pulled, a block takes the next piece when it is free. With the longest piece
    cut into parts, the blocks end together.""",
    412,
)
def queue(d):
    work, blocks, left, scale = [3, 1, 2, 14, 1, 2, 1, 3, 2, 1, 2, 1], 4, 130, 28

    def dealt(pieces):
        ends, bars = [0] * blocks, [[] for _ in range(blocks)]
        for i, length in enumerate(pieces):
            bars[i % blocks].append((ends[i % blocks], length, i))
            ends[i % blocks] += length
        return bars, max(ends)

    def pulled(pieces):
        ends, bars = [0] * blocks, [[] for _ in range(blocks)]
        for i, length in pieces:
            block = ends.index(min(ends))
            bars[block].append((ends[block], length, i))
            ends[block] += length
        return bars, max(ends)

    longest = work.index(max(work))
    parts = [(i, length) for i, length in enumerate(work) if i != longest]
    parts[longest:longest] = [(longest, 1)] * work[longest]
    cases = [
        ("assigned", dealt(work)),
        ("pulled:\nroots", pulled(list(enumerate(work)))),
        ("pulled:\nnodes", pulled(parts)),
    ]
    for c, (name, (bars, end)) in enumerate(cases):
        y = 20 + c * 122
        d.text(left - 12, y + 52, name, "end", 19, centred=True)
        for block in range(blocks):
            for start, length, i in bars[block]:
                kind = "red" if i == longest else "blue"
                d.box(left + start * scale, y + block * 26, length * scale - 2, 22, str(i), kind, 13, 3)
        d.line([(left + end * scale, y - 6), (left + end * scale, y + 108)], "green", 1.5, dash=True)
        d.text(left + end * scale + 8, y + 58, str(end), size=19)
    d.time(384)


@drawing(
    "ch23_parts",
    "The parts of a quicksort: tail launches, and launches that start at once",
    """A grid partitions all keys, then its two parts are partitioned, then four small parts are sorted. As tail
    launches the seven grids run one after the other. Launched as fire and forget, grids of the same level run at the
    same time.""",
    330,
)
def parts(d):
    left, unit = 150, 60
    lengths = {"all": 3, "left": 1.6, "right": 1.3, "1": 0.6, "2": 0.6, "3": 0.6, "4": 0.6}
    kinds = {"all": "blue", "left": "green", "right": "orange"}

    def bar(name, start, y):
        kind = kinds.get(name) or ("green" if name in "12" else "orange")
        d.box(left + start * unit, y, lengths[name] * unit - 3, 28, name, kind, 18, 3)

    d.text(left - 12, 46, "tail\nlaunches", "end", 19, centred=True)
    at = 0.0
    for name in ("all", "left", "1", "2", "right", "3", "4"):  # a grid, then all that it launched
        bar(name, at, 32)
        at += lengths[name]
    d.line([(left + at * unit, 24), (left + at * unit, 68)], "green", 1.5, dash=True)

    d.text(left - 12, 164, "fire and\nforget", "end", 19, centred=True)
    first = lengths["all"]
    for row, name, start in (
        (0, "all", 0),
        (0, "left", first),
        (0, "1", first + lengths["left"]),
        (1, "2", first + lengths["left"]),
        (2, "right", first),
        (2, "3", first + lengths["right"]),
        (3, "4", first + lengths["right"]),
    ):
        bar(name, start, 100 + row * 34)
    end = first + lengths["left"] + lengths["1"]
    d.line([(left + end * unit, 92), (left + end * unit, 240)], "green", 1.5, dash=True)
    d.time(250)
    d.text(20, 292, "The first grid has all keys, and one block: until it ends,", size=19)
    d.text(20, 316, "the rest of the device waits.", size=19)


@drawing(
    "ch23_graphs",
    "When a graph that a kernel launches runs",
    """Kernel A of a graph launches a graph of kernel C, and one of kernel T as a tail launch; B follows A in its graph, D
    follows that graph in the stream. As a tail launch C runs after A and B: A B C T D. As fire and forget or as a
    sibling C starts while the graph still runs: A C B T D.""",
    290,
)
def graphs(d):
    left, unit = 190, 96
    kinds = {"A": "blue", "B": "blue", "C": "orange", "T": "purple", "D": "grey"}
    for row, (name, order, inside) in enumerate(
        (("tail", "ABCTD", "AB"), ("fire and forget", "ACBTD", "ACB"), ("sibling", "ACBTD", "AB"))
    ):
        y = 30 + row * 70
        d.text(left - 14, y + 17, name, "end", 19, centred=True)
        for place, kernel in enumerate(order):
            d.box(left + place * unit, y, unit - 18, 34, kernel, kinds[kernel], 20)
            if kernel in inside:
                d.line([(left + place * unit, y + 44), (left + (place + 1) * unit - 18, y + 44)], "blue", 3)
    d.text(20, 252, "Underlined: the graph of A and B, and what belongs to it.", size=19)
    d.text(20, 276, "Tail launches follow, in order.", size=19)
