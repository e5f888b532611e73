"""Chapter 9: banks, folds of a tile, tiles of a product, the parts of a block, tiles fetched ahead, and barriers."""

from canvas import drawing

BANKS, SIDE = 32, 32


def passes(banks):
    """The passes of an access to shared memory: the most lanes that want different words of one bank."""
    return max(banks.count(bank) for bank in banks)


@drawing(
    "ch09_banks",
    "The banks of a column of a tile",
    """A tile of 32 x 32 floats, drawn as 32 rows of 32 banks. Without padding, column 5 is in one bank: 32 passes.
    With a 33rd column it is in 32 banks, along a diagonal: 1 pass. With column x stored at x xor y it is in 32 banks
    as well.""",
    378,
)
def banks(d):
    column = 5
    layouts = [
        ("tile[32][32]", "conflict", lambda y, x: (y * SIDE + x) % BANKS),
        ("tile[32][33]", "padded", lambda y, x: (y * (SIDE + 1) + x) % BANKS),
        ("tile[y][x ^ y]", "swizzled", lambda y, x: (y * SIDE + (x ^ y)) % BANKS),
    ]
    cell = 6.5
    for case, (code, name, bank_of) in enumerate(layouts):
        left, top = 28 + case * 232, 82
        d.text(left, 30, name, bold=True)
        d.text(left, 54, code, mono=True, size=15)
        d.text(left, 76, "bank 0", size=13, soft=True)
        d.text(left + BANKS * cell, 76, "bank 31", "end", 13, soft=True)
        d.box(left, top, BANKS * cell, SIDE * cell, round_=0)
        for bank in range(4, BANKS, 4):
            d.line([(left + bank * cell, top), (left + bank * cell, top + SIDE * cell)], "grey", 0.4)
        column_banks = [bank_of(y, column) for y in range(SIDE)]
        count = passes(column_banks)
        kind = "red" if count > 1 else "green"
        for y, bank in enumerate(column_banks):
            d.box(left + bank * cell, top + y * cell, cell, cell, "", kind, round_=0)
        d.text(
            left,
            318,
            f"{len(set(column_banks))} bank{'s' if count == 1 else ''}, {count} pass{'es' if count > 1 else ''}",
            bold=True,
        )
    d.text(28, 354, f"A warp reads column {column}: lane y reads row y. Marked: its 32 words.", size=16)


@drawing(
    "ch09_folds",
    "Three ways to fold 16 numbers",
    """Divergent: every second, fourth, eighth thread adds its neighbour's number. Conflicting: the first threads do
    the same additions. Shared: the first threads add the number half the tile away. In turn 2 of a fold of 256
    numbers, divergent has 8 warps with 8 active lanes and 1 pass per read, conflicting 2 warps of 32 lanes and 4
    passes, shared 2 warps of 32 lanes and 1 pass.""",
    398,
)
def folds(d):
    size, cell = 16, 13.5

    def divergent(turn, n=size):
        return {t: (t, t + 2**turn) for t in range(n) if t % (2 ** (turn + 1)) == 0}

    def conflicting(turn, n=size):
        step = 2 ** (turn + 1)
        return {t: (step * t, step * t + step // 2) for t in range(n) if step * t < n}

    def shared(turn, n=size):
        distance = n >> (turn + 1)
        return {t: (t, t + distance) for t in range(distance)}

    for case, (name, fold) in enumerate((("divergent", divergent), ("conflicting", conflicting), ("shared", shared))):
        left = 22 + case * 234
        d.text(left, 30, name, mono=True, bold=True)
        for turn in range(5):
            y = 46 + turn * 62
            sums = {into for into, _ in fold(turn - 1).values()} if turn else set(range(size))
            for i in range(size):
                d.box(left + i * cell, y, cell, 16, "", "blue" if i in sums else "plain", round_=0)
            if turn < 4:
                for into, other in fold(turn).values():
                    target = left + (into + 0.5) * cell
                    d.arrow([(left + (other + 0.5) * cell, y + 16), (target, y + 60)], "orange", 1)
                    d.line([(target, y + 16), (target, y + 56)], "plain", 1)
        d.text(left, 334, "256 numbers, turn 2:", size=15, soft=True)
        pairs = fold(1, 256)
        warps = sorted({t // 32 for t in pairs})
        lanes = [t for t in pairs if t // 32 == 0]
        count = passes([pairs[t][0] % BANKS for t in lanes])
        d.text(left, 358, f"{len(warps)} warps, {len(lanes)} lanes each,", size=15)
        d.text(left, 380, f"{count} pass{'es' if count > 1 else ''} per read", size=15, bold=True)


@drawing(
    "ch09_tiles",
    "A product of matrices by tiles in shared memory",
    """c = a b. A block computes one tile of c. It goes along a row of tiles in a and down a column of tiles in b; in
    each step it loads one tile of each into shared memory, waits, multiplies them, and waits again.""",
    420,
)
def tiles(d):
    tile, tiles_along = 44, 4
    size = tile * tiles_along
    ax, ay = 24, 226
    cx = ax + size + 30
    bx, by = cx, 26

    def matrix(left, top, name, marked):
        for row in range(tiles_along):
            for column in range(tiles_along):
                d.box(left + column * tile, top + row * tile, tile, tile, "", marked(row, column), round_=0)
        d.text(
            left - 8 if name == "b" else left,
            top + 16 if name == "b" else top - 8,
            name,
            "end" if name == "b" else "start",
            18,
            bold=True,
        )

    row, column, step = 1, 2, 1
    matrix(ax, ay, "a", lambda r, c: ("orange" if c == step else "blue") if r == row else "plain")
    matrix(bx, by, "b", lambda r, c: ("orange" if r == step else "blue") if c == column else "plain")
    matrix(cx, ay, "", lambda r, c: "green" if (r, c) == (row, column) else "plain")
    d.text(cx + 6, ay + 18, "c", size=18, bold=True)
    d.arrow([(ax + 4, ay + (row + 0.5) * tile), (ax + size, ay + (row + 0.5) * tile)], "blue", 2)
    d.arrow([(bx + (column + 0.5) * tile, by + 4), (bx + (column + 0.5) * tile, by + size)], "blue", 2)
    x = bx + size + 30
    d.text(x, 44, "a step of a block:", bold=True)
    d.box(x, 58, 220, 40, "load a tile of a, of b", "orange", 15)
    d.box(x, 110, 220, 34, "__syncthreads()", "grey", 14, mono=True)
    d.box(x, 156, 220, 40, "32 multiply-adds each", "green", 15)
    d.box(x, 208, 220, 34, "__syncthreads()", "grey", 14, mono=True)
    for y in (98, 144, 196):
        d.arrow([(x + 110, y), (x + 110, y + 12)])
    d.text(
        x, 284, "Each element that is\nloaded is used 32 times:\nonce by each thread of\na row or column of c.", size=16
    )


@drawing(
    "ch09_warp_tile",
    "The parts of a block, a warp and a thread in a product",
    """A block's tile of c has 128 x 256 results. Eight warps have 64 x 64 each. In a warp the 32 lanes are arranged 4
    across and 8 down; a thread computes 8 x 16 results, as groups of four by four.""",
    360,
)
def warp_tile(d):
    rows, cols, warp_side = 128, 256, 64
    thread_rows, thread_cols, four = 8, 16, 4
    lanes_across, lanes_down = warp_side // thread_cols, warp_side // thread_rows
    scale = 1.25
    d.text(20, 30, f"block: {rows} x {cols} results", size=15, bold=True)
    for r in range(rows // warp_side):
        for c in range(cols // warp_side):
            warp = r * (cols // warp_side) + c
            side = warp_side * scale
            d.box(20 + c * side, 44 + r * side, side, side, f"warp {warp}", "blue" if warp == 3 else "plain", 14, 0)
    d.text(20, 240, "A thread reads 8 + 16 words", size=16)
    d.text(20, 262, "for 8 x 16 = 128 multiply-adds.", size=16)
    d.text(20, 300, "Blue: the part of warp 3.", size=15, soft=True)
    d.text(20, 322, "Orange: the results of its lane 0.", size=15, soft=True)
    left, top, zoom = 392, 44, 4.7
    d.text(left, 30, f"warp: {warp_side} x {warp_side}, lanes {lanes_across} x {lanes_down}", size=15, bold=True)
    d.line([(20 + cols * scale, 44), (left, top)], "blue", 1)
    d.line([(20 + cols * scale, 44 + warp_side * scale), (left, top + warp_side * zoom)], "blue", 1)
    for r in range(0, warp_side, four):
        for c in range(0, warp_side, four):
            lane = (r // four % lanes_down) * lanes_across + c // four % lanes_across
            d.box(
                left + c * zoom,
                top + r * zoom,
                four * zoom,
                four * zoom,
                "",
                "orange" if lane == 0 else "blue",
                round_=0,
            )


@drawing(
    "ch09_ahead",
    "Fetching ahead: copied, buffered, ring",
    """Timelines of a block. Copied: fetch a tile, multiply it, fetch the next. Buffered: while a tile is multiplied
    the next one is fetched, and a multiplication waits where the fetch takes longer. Ring: two tiles are being
    fetched at a time, so nothing waits.""",
    396,
)
def ahead(d):
    fetch, multiply, scale, left = 26, 20, 3.9, 130
    kinds = ["blue", "orange", "purple", "green"]

    def show(y, name, ahead_by):
        """Tile k's fetch starts with the product of tile k - ahead_by, or after that of tile k - 1 if none is ahead."""
        d.text(20, y, name, size=16, bold=True, mono=True)
        begin, fetches, products = [], [], []
        for k in range(8):
            if k < max(ahead_by, 1):
                start = 0
            else:
                start = begin[k - ahead_by] if ahead_by else begin[k - 1] + multiply
            begin.append(max(start + fetch, begin[-1] + multiply if begin else 0))
            fetches.append((start, fetch, k))
            products.append((begin[k], multiply, k))
        most = 146
        lanes = [fetches] if ahead_by < 2 else [fetches[0::2], fetches[1::2]]
        for i, lane in enumerate(lanes):
            bars = [(s, w - 0.5, f"tile {k}", kinds[k % 4]) for s, w, k in lane if s + w <= most]
            d.lane(y + 10 + 34 * i, "fetch" if i == 0 else "", bars, left, scale, 26, 14)
        bars = [(s, w - 0.5, f"tile {k}", kinds[k % 4]) for s, w, k in products if s + w <= most]
        d.lane(y + 10 + 34 * len(lanes), "multiply", bars, left, scale, 26, 14)

    show(28, "copied", 0)
    show(140, "buffered", 1)
    show(252, "ring", 2)
    d.time(368)


@drawing(
    "ch09_phases",
    "A product of 4 x 4 by tiles of 2 x 2, step by step",
    """A block of 2 x 2 threads computes the upper left tile of c. In step 1 it loads the upper left tiles of a and b,
    in step 2 the next tile along the row of a and down the column of b. Each thread adds two products per step.
    The numbers: c[0][0] is 3 after step 1 and 34 after step 2.""",
    370,
)
def phases(d):
    n, tile, cell = 4, 2, 38
    a = [[row * n + column for column in range(n)] for row in range(n)]
    b = [[(row + column) % n * 2 + 1 for column in range(n)] for row in range(n)]
    sums = [[0] * tile for _ in range(tile)]
    for step in range(n // tile):
        top = 20 + step * 174
        first = step * tile
        d.text(20, top + 80, f"step {step + 1}", bold=True, centred=True)

        def matrix(left, values, inside):
            for row, line in enumerate(values):
                kinds = ["orange" if inside(row, column) else "plain" for column in range(n)]
                d.cells(left, top + row * cell, line, cell, cell, lambda column: kinds[column], 15)

        matrix(90, a, lambda row, column: row < tile and first <= column < first + tile)
        d.text(266, top + 80, "x", "middle", 18, centred=True)
        matrix(290, b, lambda row, column: first <= row < first + tile and column < tile)
        for row in range(tile):
            for column in range(tile):
                sums[row][column] += sum(a[row][k] * b[k][column] for k in range(first, first + tile))
        d.arrow([(456, top + 76), (490, top + 76)], width=2)
        for row in range(tile):
            d.cells(500, top + 38 + row * cell, sums[row], 48, cell, "green", 16)
        d.text(500, top + 28, "sums so far", size=15)
        terms = " + ".join(f"{a[0][k]}*{b[k][0]}" for k in range(first, first + tile))
        d.text(500, top + 140, f"c[0][0]: + {terms}", size=15)
    assert all(sums[r][c] == sum(a[r][k] * b[k][c] for k in range(n)) for r in range(tile) for c in range(tile))


@drawing(
    "ch09_race",
    "A read before its write, and a barrier between the two",
    """Timelines of two warps. Without a barrier, warp 0 stores its words and reads those of warp 7 before warp 7 has
    stored them. With a barrier, warp 0 waits until warp 7 has stored, and both read after that.""",
    300,
)
def race(d):
    scale, left = 5.0, 110
    d.text(20, 28, "without a barrier", bold=True)
    d.lane(40, "warp 0", [(0, 18, "store", "blue"), (18.5, 30, "reads too early", "red")], left, scale)
    d.lane(80, "warp 7", [(0, 50, "late: waits for its numbers", "grey"), (50.5, 18, "store", "blue"),
                          (69, 24, "read", "green")], left, scale)
    d.text(20, 150, "with __syncthreads()", bold=True)
    d.lane(162, "warp 0", [(0, 18, "store", "blue"), (18.5, 50, "waits at the barrier", "grey"),
                           (69, 24, "read", "green")], left, scale)
    d.lane(202, "warp 7", [(0, 50, "late: waits for its numbers", "grey"), (50.5, 18, "store", "blue"),
                           (69, 24, "read", "green")], left, scale)
    d.time(262, left)


@drawing(
    "ch09_barriers",
    "Four warps, as one block and as two",
    """A timeline of four warps in two rounds. As one block they all wait at the barrier until the one with the most work
    is there. As two blocks, the warps of the block that has no slow warp in this round go on to the next one.""",
    452,
)
def barriers(d):
    rounds, short, long_, scale, left = 2, 1, 4, 66, 150
    for title, top, blocks in (("one block", 30, 1), ("two blocks", 224, 2)):
        d.text(20, top, title, bold=True)
        for block in range(blocks):
            warps = range(4 * block // blocks, 4 * (block + 1) // blocks)
            begin = 0
            bars = {warp: [] for warp in warps}
            for turn in range(rounds):
                # Warp 0 is slow in the first round, warp 2 in the second one.
                lengths = {warp: long_ if warp == 2 * turn else short for warp in warps}
                end = begin + max(lengths.values())
                for warp in warps:
                    bars[warp].append((begin, lengths[warp], "work", "blue"))
                    if lengths[warp] < end - begin:
                        bars[warp].append((begin + lengths[warp], end - begin - lengths[warp], "waits", "plain"))
                begin = end
            for warp in warps:
                label = f"warp {warp}" if blocks == 1 else f"{'AB'[block]}, warp {warp}"
                d.lane(top + 14 + 36 * warp, label, bars[warp], left, scale, 28, 14)
    d.time(398, left)
    d.text(20, 438, "Block A goes on while a warp of B is slow, and the other way round.", size=16)
