"""Chapter 8: one address per warp and several, a tile with its halo, a filter as a column times a row."""

from canvas import drawing


@drawing(
    "ch08_broadcast",
    "One address per warp, and four",
    """Eight lanes read constant memory. One address: one access serves all lanes. Four addresses: four accesses, each
    of which serves two lanes. From shared memory four words in four banks take one pass.""",
    336,
)
def broadcast(d):
    lanes, cell = 8, 26
    cases = [
        ("constant, 1 address", [0] * lanes, True),
        ("constant, 4 addresses", [lane % 4 for lane in range(lanes)], True),
        ("shared, 4 words", [lane % 4 for lane in range(lanes)], False),
    ]
    kinds = ["blue", "green", "orange", "purple"]
    for case, (name, words, constant) in enumerate(cases):
        left = 24 + case * 234
        d.text(left, 32, name, size=15, bold=True)
        d.cells(left, 46, range(lanes), cell, 26, lambda i: kinds[words[i]], 14)
        for word in range(4):
            used = word in words
            d.box(left + word * 2 * cell + 6, 116, 2 * cell - 12, 28, f"w{word}", kinds[word] if used else "plain", 14)
        for lane, word in enumerate(words):
            d.arrow([(left + (word * 2 + 1) * cell, 116), (left + (lane + 0.5) * cell, 72)], kinds[word], 1)
        turns = len(set(words)) if constant else max(len({w for w in words if w % 32 == bank}) for bank in range(4))
        for turn in range(turns):
            d.text(left, 184 + turn * 28, f"{turn + 1}.", size=14)
            answered = sorted(set(words))[turn] if constant else None
            d.cells(left + 26, 168 + turn * 28, [""] * lanes, 22, 22,
                    lambda i: kinds[words[i]] if answered is None or words[i] == answered else "plain", 14)  # fmt: skip
        d.text(left, 304, f"{turns} access{'es' if turns > 1 else ''}", bold=True)
    d.text(24, 326, "Eight lanes of 32 are shown.", size=14, soft=True)


@drawing(
    "ch08_halo",
    "A block's tile and its halo",
    """A block of 32 x 16 threads filters with 5 x 5 weights. It needs its 512 pixels and a halo two pixels wide: 36 x
    20 = 720 pixels are loaded into shared memory once. Without the tile each of 512 threads loads 25 pixels:
    12800 loads.""",
    300,
)
def halo(d):
    width, height, radius, cell = 32, 16, 2, 11
    size = 2 * radius + 1
    left, top = 24, 24
    px, py = 9, 5  # the pixel whose neighbours are shown
    for y in range(height + 2 * radius):
        for x in range(width + 2 * radius):
            inner = radius <= x < radius + width and radius <= y < radius + height
            near = abs(x - radius - px) <= radius and abs(y - radius - py) <= radius
            kind = "green" if near else "blue" if inner else "orange"
            d.box(left + x * cell, top + y * cell, cell, cell, "", kind, round_=0)
    x, y = left + (px + radius) * cell, top + (py + radius) * cell
    d.box(x, y, cell, cell, "", "red", round_=0)
    loaded = (width + 2 * radius) * (height + 2 * radius)
    right = left + (width + 2 * radius) * cell + 24
    meaning = [
        ("blue", f"{width} x {height} own pixels"),
        ("orange", f"halo, {radius} pixels wide"),
        ("green", f"{size} x {size} around a pixel"),
    ]
    for i, (kind, text) in enumerate(meaning):
        d.box(right, 30 + i * 34, 22, 22, "", kind, round_=0)
        d.text(right + 32, 47 + i * 34, text, size=16)
    d.text(right, 162, f"tile: {loaded} loads", bold=True)
    d.text(right, 186, f"without: {width * height * size * size} loads", bold=True)
    d.text(right, 214, "from global memory,\nper block", size=15, soft=True)
    d.text(left, 282, "Each thread then reads its neighbours from shared memory.", size=16)


@drawing(
    "ch08_separable",
    "A separable filter",
    """A filter of 5 x 5 weights that is a column times a row: 1 4 6 4 1 in both. First along rows, then along columns:
    10 multiplications per pixel instead of 25.""",
    298,
)
def separable(d):
    row, cell = [1, 4, 6, 4, 1], 42
    size = len(row)
    d.text(24, 34, "a column", size=15)
    for i, weight in enumerate(row):
        d.box(40, 46 + i * cell, cell, cell, str(weight), "orange", 16, 0)
    d.text(104, 46 + 2.5 * cell, "x", size=20, centred=True)
    d.text(136, 34, "a row", size=15)
    d.cells(136, 46 + 2 * cell, row, cell, cell, "blue", 16)
    d.text(362, 46 + 2.5 * cell, "=", size=20, centred=True)
    d.text(400, 34, f"{size} x {size} weights", size=15)
    for i in range(size):
        d.cells(400, 46 + i * cell, [row[i] * weight for weight in row], cell, cell, "green", 16)
    d.text(24, 278, f"{2 * size} multiplications per pixel instead of {size * size}, in two passes", size=16)
