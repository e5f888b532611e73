"""Chapter 16: CUB's levels, its two calls, what a scan's call does besides, how often elements pass through memory, an order that becomes one of words, and two ways to the neighbours of a cell."""

from canvas import drawing


@drawing(
    "ch16_levels",
    "The levels of CUB",
    """Device: a call from the host, which launches kernels for a whole array. Block: a call in a kernel, by which the
    threads of a block work together. Warp: a call in a kernel, by which the lanes of a warp work together.""",
    308,
)
def levels(d):
    d.text(20, 44, "host code")
    d.box(130, 22, 300, 34, "cub::DeviceReduce::Sum(…)", "orange", 15, mono=True)
    d.text(446, 44, "launches kernels", size=15, soft=True)
    d.arrow([(280, 56), (280, 84)])
    d.frame(20, 84, 680, 206, "a kernel: CUB's or yours", "grey")
    for block in range(2):
        left = 36 + block * 330
        d.frame(left, 116, 318, 160, f"block {block}", "plain", 15)
        d.box(left + 90, 122, 216, 30, "cub::BlockReduce", "blue", 15, mono=True)
        for warp in range(2):
            x = left + 12 + warp * 150
            d.frame(x, 162, 142, 104, f"warp {warp}", "grey", 14)
            d.box(x + 4, 188, 134, 30, "cub::WarpReduce", "green", 14, mono=True)
            for lane in range(8):
                d.box(x + 12 + lane * 14.5, 230, 14.5, 20, "", "plain", round_=0)


@drawing(
    "ch16_two_calls",
    "The two calls of a function of CUB",
    """First call: the memory is null. CUB only stores how many bytes it needs, and launches nothing. Then the caller
    allocates that many bytes. Second call, with the same arguments: CUB launches its kernels, which use the memory.""",
    322,
)
def two_calls(d):
    d.text(20, 34, "you", bold=True, size=18)
    d.text(420, 34, "CUB", bold=True, size=18)
    rows = (
        ("InclusiveSum(null, bytes, …)", "orange", "only sets bytes", "grey"),
        ("cudaMalloc(&memory, bytes)", "blue", "", ""),
        ("InclusiveSum(memory, bytes, …)", "orange", "launches kernels", "green"),
    )
    for i, (yours, kind, answer, its) in enumerate(rows):
        y = 50 + i * 84
        d.box(20, y, 320, 44, yours, kind, 17, mono=True)
        if answer:
            d.arrow([(340, y + 14), (420, y + 14)])
            d.arrow([(420, y + 32), (340, y + 32)], dash=True)
            d.box(420, y, 270, 44, answer, its, 18)
        if i:
            d.arrow([(180, y - 40), (180, y)])
    d.text(20, 292, "Both calls have the same arguments after these two.", size=18)


@drawing(
    "ch16_call",
    "What a scan does besides the scan",
    """With a device_vector: wait, allocate, copy in, allocate scratch memory, scan, copy out, free. By pointers: allocate
    scratch memory, scan, wait, free. no_wait: allocate, scan, free. kept_memory and cub_calls: the scan alone.""",
    352,
)
def call(d):
    kinds = {"allocate": "orange", "copy": "purple", "wait": "red", "free": "orange", "scan": "green"}
    rows = (
        ("device_vector", ("wait", "allocate", "copy", "allocate", "scan", "wait", "free", "copy", "free")),
        ("pointers", ("allocate", "scan", "wait", "free")),
        ("no_wait", ("allocate", "scan", "free")),
        ("kept_memory", ("scan",)),
        ("cub_calls", ("scan",)),
    )
    for i, (name, steps) in enumerate(rows):
        y = 24 + i * 58
        d.text(166, y + 20, name, "end", 18, centred=True, mono=True)
        x = 178
        for step in steps:
            width = 74 if step == "allocate" else 50
            d.box(x, y, width, 40, step, kinds[step], 16, 3)
            x += width + 4
    d.text(20, 336, "Each rung leaves something out. The widths are not times.", size=17, soft=True)


@drawing(
    "ch16_passes",
    "Elements that pass through memory for four answers",
    """For a norm, a dot product, a count and the place of a maximum. Through temporary arrays: 13 elements per element
    of x. By four calls with fancy iterators: 5. In one pass: 2.""",
    330,
)
def passes(d):
    # What each of the four calls reads (x, y, t: a temporary array) and writes (T).
    ways = [
        ("temporaries", ["xTt", "xyTt", "xTt", "xTt"]),
        ("four_calls", ["x", "xy", "x", "x"]),
        ("one_pass", ["xy"]),
    ]
    kinds = {"x": "blue", "y": "green", "T": "red", "t": "orange"}
    for i, (name, calls) in enumerate(ways):
        y = 24 + i * 84
        d.text(20, y + 26, name, mono=True, bold=True, size=15)
        x = 150
        for call in calls:
            for what in call:
                d.box(x, y + 4, 30, 34, "t" if what == "T" else what, kinds[what], 16, 2)
                x += 32
            x += 14
        count = sum(map(len, calls))
        d.text(150, y + 62, f"{count} elements per element of x", size=15)
    for i, (text, kind) in enumerate(
        (("reads x", "blue"), ("reads y", "green"), ("writes t", "red"), ("reads t", "orange"))
    ):
        d.box(20 + i * 140, 290, 20, 20, "", kind)
        d.text(48 + i * 140, 306, text, size=15)


@drawing(
    "ch16_order",
    "Even keys first: by merging, or by digits",
    """Six keys of four bits, to be sorted with even keys before odd ones. Each key is rotated by one bit, so that its lowest
    bit becomes its highest. The words are sorted by their digits and rotated back: 2 4 6 1 5 7.""",
    316,
)
def order(d):
    bits, cell, left = 4, 92, 140
    keys = [5, 2, 7, 4, 1, 6]
    word_of = lambda key: key >> 1 | (key & 1) << (bits - 1)
    key_of = lambda word: (word << 1 | word >> (bits - 1)) % 2**bits
    words = [word_of(key) for key in keys]
    in_order = sorted(words)
    result = [key_of(word) for word in in_order]
    assert result == sorted(keys, key=lambda key: (key & 1, key))
    rows = [
        ("keys", keys, lambda key: key & 1),
        ("rotated", words, lambda word: word >> (bits - 1)),
        ("sorted", in_order, lambda word: word >> (bits - 1)),
        ("rotated back", result, lambda key: key & 1),
    ]
    steps = ["the lowest bit becomes the highest", "a radix sort: it looks at digits only", "and back"]
    for i, (name, values, odd) in enumerate(rows):
        y = 20 + i * 70
        d.text(left - 12, y + 18, name, "end", 15, centred=True)
        labels = [f"{value:04b} = {value}" for value in values] if i in (0, 3) else [f"{value:04b}" for value in values]
        d.cells(left, y, labels, cell, 36, lambda k, v=values, o=odd: "orange" if o(v[k]) else "blue", 15, mono=True)
        if i < 3:
            d.arrow([(left + 20, y + 38), (left + 20, y + 68)])
            d.text(left + 36, y + 58, steps[i], size=15)
    d.text(20, 296, "Blue: even keys. Orange: odd keys.", size=14, soft=True)


@drawing(
    "ch16_step",
    "Two ways to a cell's neighbours",
    """A grid of 4 x 6 cells. By the number of the cell: cell 14 is 14 / 6 = row 2 and 14 % 6 = column 2, its neighbours are
    the cells 8, 20, 13 and 15. By five iterators: the same array begun at five cells, so that element 8 of each is cell 14 or
    one of its neighbours.""",
    336,
)
def step(d):
    cols, side, cell = 6, 38, 14
    neighbours = {cell - cols, cell + cols, cell - 1, cell + 1}
    d.text(20, 30, "one array, row by row", bold=True, size=15)
    for row in range(4):
        first = row * cols
        d.cells(20, 44 + row * side, [first + i for i in range(cols)], side, side - 2,
                lambda i, f=first: "orange" if f + i == cell else "blue" if f + i in neighbours else "plain", 15)
    d.text(20, 226, f"by its number: row {cell} / {cols} = {cell // cols},", size=15)
    d.text(20, 248, f"column {cell} % {cols} = {cell % cols}", size=15)
    d.text(20, 278, f"neighbours: {cell} - {cols}, {cell} + {cols},", size=15)
    d.text(20, 300, f"{cell} - 1, {cell} + 1", size=15)
    d.text(300, 30, "by five iterators: element 8 of each", bold=True, size=15)
    begins = (("up", 0), ("left", cols - 1), ("here", cols), ("right", cols + 1), ("down", 2 * cols))
    element = cell - cols
    for i, (name, begin) in enumerate(begins):
        y = 44 + i * 52
        d.text(350, y + 18, name, "end", 15, centred=True)
        d.cells(360, y, [begin + k for k in range(element + 1)], 36, 36,
                lambda k, n=name: ("orange" if n == "here" else "blue") if k == element else "plain", 15)
    d.text(300, 322, "The number in a box is the number of its cell.", size=14, soft=True)
