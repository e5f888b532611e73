"""Chapter 15: a scan by tiles and by trees, tiles that wait and tiles that look back, the ring, a compaction, a radix pass and
its counts, what the sorts move, buckets, a split."""

from canvas import drawing


def before_each(values):
    """The exclusive scan."""
    sums, total = [], 0
    for value in values:
        sums.append(total)
        total += value
    return sums


@drawing(
    "ch15_tiles",
    "A scan of twelve numbers in three launches",
    """Twelve numbers in three tiles of four. Launch 1 scans each tile. Launch 2 scans the tiles' totals, which gives the sum
    before each tile: 0, 9, 25. Launch 3 adds this sum to each element of the tile.""",
    372,
)
def tiles(d):
    values, side, cell, left = [3, 1, 4, 1, 5, 9, 2, 0, 6, 5, 3, 5], 4, 44, 152
    kinds = ["blue", "green", "orange"]
    parts = [values[i : i + side] for i in range(0, len(values), side)]
    scanned = [[sum(part[: k + 1]) for k in range(side)] for part in parts]
    totals = [part[-1] for part in scanned]
    before = before_each(totals)

    def row(y, rows):
        for t, part in enumerate(rows):
            d.cells(left + t * (side * cell + 12), y, part, cell, 38, kinds[t], 18)

    d.text(20, 46, "numbers", size=18)
    row(22, parts)
    d.text(20, 112, "1. each tile", size=18)
    row(88, scanned)
    d.text(20, 196, "2. totals", size=18)
    for t, total in enumerate(totals):
        x = left + t * (side * cell + 12)
        d.arrow([(x + (side - 0.5) * cell, 126), (x + side * cell - 28, 170)])
        d.box(x + side * cell - 62, 170, 62, 38, str(total), kinds[t], 18, 3)
    d.text(20, 260, "sums before", size=18)
    for t, sum_before in enumerate(before):
        x = left + t * (side * cell + 12)
        d.box(x, 234, 62, 38, str(sum_before), kinds[t], 18, 3)
        d.arrow([(x + 31, 272), (x + 31, 306)])
        for other in range(t):
            d.arrow([(left + other * (side * cell + 12) + side * cell - 31, 208), (x + 31 - 14 * (t - 1 - other), 234)], kinds[other])
    d.text(20, 332, "3. add it", size=18)
    result = [[value + before[t] for value in part] for t, part in enumerate(scanned)]
    row(306, result)
    assert sum(result, []) == [sum(values[: i + 1]) for i in range(len(values))]


@drawing(
    "ch15_sweeps",
    "What three sorts read and write",
    """Radix sort: in each of four passes the keys are read to count their digits, read again and written. One sweep: one read counts
    the digits of all passes, then each of four passes reads and writes the keys. Partition sort: three steps read and write the
    keys.""",
    336,
)
def sweeps(d):
    kinds = {"c": "orange", "r": "blue", "w": "green"}
    ways = [
        ("radix_sort", ["crw"] * 4),
        ("one_sweep", ["c"] + ["rw"] * 4),
        ("partition_sort", ["rw"] * 3),
    ]
    for i, (name, steps) in enumerate(ways):
        y = 22 + i * 84
        d.text(172, y + 22, name, "end", 17, centred=True, mono=True)
        x = 186
        for step in steps:
            for what in step:
                d.box(x, y, 34, 40, {"c": "r", "r": "r", "w": "w"}[what], kinds[what], 18, 2)
                x += 36
            x += 14
        d.text(186, y + 64, f"{sum(map(len, steps))} words of memory per key", size=17)
    for i, (text, kind) in enumerate((("read to count", "orange"), ("read to move", "blue"), ("write", "green"))):
        d.box(20 + i * 200, 292, 22, 22, "", kind)
        d.text(50 + i * 200, 309, text, size=17)


@drawing(
    "ch15_stable_tile",
    "A tile of a pass in one sweep",
    """A tile of eight keys with digits from 0 to 3. It counts its digits and publishes the counts. It sorts its keys in shared memory. By
    looking back it learns how many keys of each digit are in the tiles before. Each digit's keys then go to where the digit starts
    in the array, plus the keys before.""",
    424,
)
def stable_tile(d):
    keys, starts, before, cell, left = [2, 0, 3, 1, 0, 2, 2, 0], [0, 20, 32, 50], [6, 2, 4, 1], 60, 212
    kinds = ["blue", "green", "orange", "purple"]
    counts = [keys.count(v) for v in range(4)]
    d.text(20, 46, "digits of the keys", size=17)
    d.cells(left, 22, keys, cell, 40, lambda i: kinds[keys[i]], 18)
    rows = (("count, publish", counts), ("look back: before", before), ("start in the array", starts))
    for i, (name, values) in enumerate(rows):
        y = 84 + i * 44
        d.text(20, y + 24, name, size=17)
        d.cells(left, y, values, 2 * cell, 38, lambda v: kinds[v], 18)
    d.text(20, 258, "rank: the sorted tile", size=17)
    result = sorted(keys)
    d.cells(left, 234, result, cell, 40, lambda i: kinds[result[i]], 18)
    d.text(20, 364, "scatter: places", size=17)
    x, at = left - 20, 0
    for v in range(4):
        width = 46 * counts[v]
        place = starts[v] + before[v]
        for k in range(counts[v]):
            d.box(x + k * 46, 340, 46, 40, str(place + k), kinds[v], 17, 0)
        d.arrow([(left + (at + counts[v] / 2) * cell, 276), (x + width / 2, 338)], kinds[v], 2)
        at += counts[v]
        x += width + 42
    d.text(20, 408, "Start, plus keys before, plus rank among the tile's keys of this digit.", size=17)


@drawing(
    "ch15_buckets",
    "Two partitions, then small buckets",
    """Twelve keys from 0 to 63. The first partition moves each key to one of two segments by its highest bit, the second one to one of
    two buckets of its segment by the next bit. Segments and buckets have room for some keys more. Then each bucket is sorted in shared
    memory, and all are written without gaps.""",
    366,
)
def buckets(d):
    keys, cell, left = [35, 7, 58, 22, 44, 13, 61, 29, 2, 50, 18, 39], 46, 134
    kinds = ["blue", "green", "orange", "purple"]
    kind = lambda key: kinds[key >> 4]

    def rooms(y, name, count, room, size):
        d.text(20, y + 26, name, size=17)
        width = 564 / (count * room)
        for b in range(count):
            mine = [key for key in keys if key * count >> 6 == b]
            assert len(mine) <= room
            for k in range(room):
                x = left + (b * room + k) * width
                key = mine[k] if k < len(mine) else None
                d.box(x, y, width, 40, "" if key is None else str(key), "plain" if key is None else kind(key), size, 0)
            if b:
                d.line([(left + b * room * width, y - 6), (left + b * room * width, y + 46)], "red", 2.5)

    d.text(20, 48, "keys", size=17)
    for k, key in enumerate(keys):
        d.box(left + k * cell, 22, cell, 40, str(key), kind(key), 18, 0)
    rooms(102, "1. segments", 2, 8, 16)
    rooms(182, "2. buckets", 4, 4, 16)
    d.text(20, 288, "3. sorted", size=17)
    for k, key in enumerate(sorted(keys)):
        d.box(left + k * cell, 262, cell, 40, str(key), kind(key), 18, 0)
    for y in (62, 142, 222):
        d.arrow([(left + 282, y + 4), (left + 282, y + 34)])
    d.text(20, 344, "White: room for more keys. Within a bucket any order will do.", size=17)


@drawing(
    "ch15_split",
    "Two passes of a quicksort that splits all segments at once",
    """Ten keys in one segment. The pass takes the middle key as pivot: smaller keys go to the left, equal ones follow, greater ones
    come last. In the next pass both outer segments are split at the same time, each around its own pivot.""",
    322,
)
def split(d):
    keys, cell, left = [5, 2, 8, 1, 9, 4, 6, 3, 7, 4], 54, 150
    segments, passes = [(0, len(keys))], 2
    y = 22
    for number in range(passes + 1):
        done = [end - begin == 1 for begin, end in segments for _ in range(begin, end)]
        pivots = [begin + (end - begin) // 2 for begin, end in segments if end - begin > 1]
        d.text(20, y + 26, "keys" if number == 0 else f"after pass {number}", size=17)
        d.cells(left, y, keys, cell, 40, lambda i: "green" if done[i] else "orange" if i in pivots and number < passes else "plain", 18)
        for begin, _ in segments[1:]:
            d.line([(left + begin * cell, y - 5), (left + begin * cell, y + 45)], "red", 2.5)
        if number == passes:
            break
        following, order = [], []
        for begin, end in segments:
            part, pivot = keys[begin:end], keys[begin + (end - begin) // 2]
            groups = [[k for k in part if k < pivot], [k for k in part if k == pivot], [k for k in part if k > pivot]]
            at = begin + len(order) - begin
            order += sum(groups, [])
            for group, whole in zip(groups, (True, False, True)):
                size = len(group)
                following += [(at, at + size)] if whole and size else [(at + k, at + k + 1) for k in range(size)] if not whole else []
                at += size
        assert sorted(order) == sorted(keys)
        keys, segments = order, following
        y += 90
        d.arrow([(left + 270, y - 46), (left + 270, y - 8)])
    d.box(20, 276, 22, 22, "", "orange")
    d.text(50, 294, "pivot of its segment", size=17)
    d.box(270, 276, 22, 22, "", "green")
    d.text(300, 294, "in its final place", size=17)
    d.line([(520, 272), (520, 302)], "red", 2.5)
    d.text(530, 294, "border", size=17)


@drawing(
    "ch15_trees",
    "A scan of eight numbers by steps and by a tree",
    """Left: in steps with distances 1, 2 and 4 every element adds the one that far before it: 17 additions for 8
    elements. Right: a tree adds pairs on the way up and passes sums down: 14 additions, 7 up and 7 down.""",
    420,
)
def trees(d):
    values, cell = [3, 1, 4, 1, 5, 9, 2, 6], 38
    n = len(values)
    d.text(24, 30, "naive: steps", bold=True)
    row, distance, additions, y = values, 1, 0, 46
    d.cells(24, y, row, cell, 30, "grey", 15)
    while distance < n:
        d.text(332, y + 50, f"+{distance}", "start", 15, soft=True)
        for i in range(distance, n):
            d.arrow([(24 + (i - distance + 0.5) * cell, y + 30), (24 + (i + 0.5) * cell - 3, y + 80)], "orange", 1)
        row = [v + (row[i - distance] if i >= distance else 0) for i, v in enumerate(row)]
        additions += n - distance
        y += 80
        d.cells(24, y, row, cell, 30, lambda i: "blue" if i >= distance else "plain", 15)
        distance *= 2
    d.text(24, y + 58, f"{additions} additions, n log2(n) for large n", size=15)

    left = 392
    d.text(left, 30, "blelloch: a tree, up and down", bold=True)
    up, stride, y = list(values), 1, 46
    d.cells(left, y, up, cell, 30, "grey", 15)
    additions = 0
    while stride < n:
        changed = set(range(2 * stride - 1, n, 2 * stride))
        for i in changed:
            d.arrow([(left + (i - stride + 0.5) * cell, y + 30), (left + (i + 0.5) * cell - 3, y + 44)], "orange", 1)
            up[i] += up[i - stride]
            additions += 1
        y += 44
        d.cells(left, y, up, cell, 30, lambda i: "blue" if i in changed else "plain", 15)
        stride *= 2
    up[n - 1] = 0
    y += 40
    d.cells(left, y, up, cell, 30, lambda i: "green" if i == n - 1 else "plain", 15)
    while stride > 1:
        stride //= 2
        changed = set()
        for i in range(2 * stride - 1, n, 2 * stride):
            up[i - stride], up[i] = up[i], up[i] + up[i - stride]
            changed |= {i, i - stride}
            additions += 1
        y += 38
        d.cells(left, y, up, cell, 30, lambda i: "green" if i in changed else "plain", 15)
    assert up == before_each(values)
    d.text(left, y + 56, f"{additions} additions, about 2 n", size=15)


@drawing(
    "ch15_look_back",
    "Decoupled look-back",
    """Tiles 0 to 7. Tiles 0 and 1 know their prefix, the sum up to their end; tiles 2 to 5 have published their own
    total, the aggregate. Tile 6 looks back: it adds the aggregates of tiles 5, 4, 3 and 2 and the prefix of tile
    1. Tile 7 has nothing published.""",
    312,
)
def look_back(d):
    totals, prefixes, me, cell, left = [4, 7, 2, 5, 3, 6, 8, 1], 2, 6, 68, 140
    kinds = ["green" if t < prefixes else "blue" if t < me else "orange" if t == me else "plain" for t in range(8)]
    shown = [sum(totals[: t + 1]) if t < prefixes else totals[t] if t <= me else "" for t in range(8)]
    d.text(20, 48, "tile")
    d.cells(left, 30, range(8), cell, 28, "grey", 15)
    d.text(20, 92, "has published")
    d.cells(
        left,
        64,
        ["prefix" if t < prefixes else "total" if t <= me else "" for t in range(8)],
        cell,
        44,
        lambda t: kinds[t],
        15,
    )
    d.text(20, 140, "value")
    d.cells(left, 114, shown, cell, 40, lambda t: kinds[t], 17)
    for step, t in enumerate(range(me - 1, prefixes - 2, -1)):
        d.arrow([(left + (me + 0.5) * cell - 6 * step, 154), (left + (me + 0.5) * cell - 6 * step, 176 + 9 * step),
                 (left + (t + 0.5) * cell, 176 + 9 * step), (left + (t + 0.5) * cell, 154)], "orange")  # fmt: skip
    used = totals[prefixes:me][::-1]
    before = sum(totals[:me])
    d.text(
        20, 246, f"before tile {me}: " + " + ".join(map(str, used)) + f" + {shown[prefixes - 1]} = {before}", bold=True
    )
    d.text(20, 272, f"Then it publishes its prefix, {before} + {totals[me]} = {before + totals[me]}.", size=16)
    d.text(20, 298, "A warp looks at 32 tiles at a time.", size=15, soft=True)


@drawing(
    "ch15_chain",
    "Tiles in a chain, and tiles that look back",
    """Timelines of six tiles that start together. In a chain each tile waits for the prefix of the tile before it, so
    they finish one after the other. With look-back each publishes its own total at once, and needs only the others'
    totals.""",
    396,
)
def chain(d):
    work, hop, write = [40, 44, 38, 42, 46, 40], 14, 18
    scale, left = 3.5, 90
    for y0, name, looks in (
        (26, "chained: wait for the prefix of the tile before", False),
        (206, "look-back: wait for totals only", True),
    ):
        d.text(20, y0, name, bold=True)
        known = 0
        for tile, length in enumerate(work):
            if looks:
                known = max(work[: tile + 1]) + (hop if tile else 0)
            else:
                known = max(length, known + hop) if tile else length
            y = y0 + 10 + tile * 24
            d.text(left - 12, y + 10, f"tile {tile}", "end", 14, centred=True)
            d.box(left, y, length * scale - 1, 20, "scan" if tile == 0 else "", "blue", 14, 2)
            d.box(left + length * scale, y, (known - length) * scale, 20, "", "red" if not looks else "grey", 14, 2)
            d.box(left + known * scale, y, write * scale, 20, "write" if tile == 0 else "", "green", 14, 2)
    d.box(480, 14, 16, 14, "", "red", round_=2)
    d.text(502, 26, "waits", size=14)
    d.box(570, 14, 16, 14, "", "grey", round_=2)
    d.text(592, 26, "looks back", size=14)
    d.time(366, left)


@drawing(
    "ch15_ring",
    "The ring: three tiles of a block at the same time",
    """A block on SM 0 of 4 works on tiles 0, 4, 8 and 12. While it scans a tile, the next one is copied into shared
    memory and the one before is written. Its total is published a round before the prefix is needed.""",
    300,
)
def ring(d):
    blocks, rounds, step, left = 4, 4, 92, 130
    kinds = ["blue", "green", "orange", "purple"]
    d.text(20, 30, f"block 0 of {blocks}: tiles " + ", ".join(str(r * blocks) for r in range(rounds)), bold=True)
    rows = (("copy in", 0), ("scan, publish", 1), ("add totals, write", 2))
    for i, (name, late) in enumerate(rows):
        y = 50 + i * 54
        d.text(left - 12, y + 20, name.replace(", ", ",\n"), "end", 15, centred=True)
        for r in range(rounds):
            d.box(left + (r + late) * step, y, step - 4, 40, f"tile {r * blocks}", kinds[r], 15, 3)
    for r in range(rounds + 3):
        d.line([(left + r * step - 2, 44), (left + r * step - 2, 208)], "plain", 0.6, dash=True)
    d.text(left + 2 * step + (step - 4) / 2, 228, "one round", "middle", 14, soft=True)
    d.time(236, left)
    d.text(20, 286, "Three stages in shared memory: one is copied, one scanned, one written.", size=15)


@drawing(
    "ch15_compaction",
    "Compaction: a scan gives each kept element its place",
    """Eight elements, of which those above 4 are kept. The exclusive scan of the flags says how many are kept before
    each element: that is its place in the result.""",
    292,
)
def compaction(d):
    values, cell, left = [3, 8, 6, 1, 7, 2, 9, 5], 62, 170
    keeps = [int(v > 4) for v in values]
    places = before_each(keeps)
    kind = lambda i: "blue" if keeps[i] else "plain"
    for y, name, row in ((24, "element", values), (72, "kept: x > 4", keeps), (120, "kept before it", places)):
        d.text(20, y + 24, name)
        d.cells(left, y, row, cell, 36, kind, 17)
    d.text(20, 250, "result")
    kept = [v for v, k in zip(values, keeps) if k]
    d.cells(left, 226, kept, cell, 36, "blue", 17)
    for i, keep in enumerate(keeps):
        if keep:
            d.arrow([(left + (i + 0.5) * cell, 156), (left + (places[i] + 0.5) * cell, 226)], "blue")
    d.text(left, 282, f"{len(kept)} kept, in their old order", size=14, soft=True)


@drawing(
    "ch15_radix",
    "A pass of a radix sort",
    """Eight keys of two decimal digits. The pass sorts by the last digit: keys are counted per digit, an exclusive scan
    says where each digit begins, and each key goes to the next place of its digit. Keys of one digit keep their
    order.""",
    372,
)
def radix(d):
    keys, digits, cell, left = [13, 20, 31, 2, 23, 10, 3, 32], 4, 62, 170
    digit = [key % 10 for key in keys]
    counts = [digit.count(v) for v in range(digits)]
    starts = before_each(counts)
    kinds = ["blue", "green", "orange", "purple"]
    d.text(20, 46, "keys")
    d.cells(left, 24, keys, cell, 36, lambda i: kinds[digit[i]], 17)
    d.text(20, 104, "last digit")
    d.cells(left, 84, range(digits), cell, 28, lambda i: kinds[i], 15)
    d.text(20, 138, "1. count")
    d.cells(left, 116, counts, cell, 32, "plain", 16)
    d.text(20, 174, "2. scan: starts")
    d.cells(left, 152, starts, cell, 32, "plain", 16)
    d.text(20, 218, "3. scatter")
    d.cells(left, 200, keys, cell, 28, lambda i: kinds[digit[i]], 15)
    places, following = [], list(starts)
    for v in digit:
        places.append(following[v])
        following[v] += 1
    result = [keys[places.index(p)] for p in range(len(keys))]
    assert result == sorted(keys, key=lambda key: key % 10)
    for i, p in enumerate(places):
        d.arrow([(left + (i + 0.5) * cell, 228), (left + (p + 0.5) * cell, 296)], kinds[digit[i]])
    d.cells(left, 296, result, cell, 36, lambda i: kinds[result[i] % 10], 17)
    d.text(20, 356, "Keys of one digit keep their order: the next pass may sort by the digit before.", size=15)


@drawing(
    "ch15_counts",
    "From counts to places",
    """Twelve keys in three tiles, sorted by a digit from 0 to 3. The table has a row for each digit and a column for each tile: how
    many keys there are. Its exclusive scan, row after row, gives the place of the first key of each digit and tile.""",
    392,
)
def counts(d):
    keys, tiles_, digits, cell = [2, 0, 3, 1, 0, 2, 2, 0, 3, 1, 0, 2], 3, 4, 46
    kinds = ["blue", "green", "orange", "purple"]
    each = len(keys) // tiles_
    d.text(20, 46, "digits", size=17)
    for i, key in enumerate(keys):
        d.box(106 + i * cell + i // each * 14, 20, cell, 40, str(key), kinds[key], 18, 0)
    count = [[keys[t * each : (t + 1) * each].count(v) for t in range(tiles_)] for v in range(digits)]
    place = before_each(sum(count, []))
    for x0, title, table in ((106, "counts", sum(count, [])), (450, "their scan: places", place)):
        d.text(x0, 100, title, bold=True, size=17)
        for t in range(tiles_):
            d.text(x0 + (t + 0.5) * 62, 128, f"tile {t}", "middle", 16)
        for v in range(digits):
            for t in range(tiles_):
                d.box(x0 + t * 62, 138 + v * 42, 62, 42, str(table[v * tiles_ + t]), kinds[v], 18, 0)
    for v in range(digits):
        d.text(90, 164 + v * 42, f"digit {v}", "end", 16)
    d.arrow([(306, 222), (436, 222)], width=2.5)
    d.text(371, 208, "row by row", "middle", 16)
    result = sorted(keys)
    for i, key in enumerate(result):
        d.box(106 + i * cell, 336, cell, 40, str(key), kinds[key], 18, 0)
    d.text(20, 362, "sorted", size=17)


@drawing(
    "ch15_merge_path",
    "A merge as a path through a grid",
    """Two sorted runs a and b are at the sides of a grid. Merging is a path from the upper left corner: right for a
    key of a, down for one of b. Diagonals after every 4 outputs cut it into equal parts; where a diagonal crosses the
    path says how many keys of each run come before. So each thread merges 4 outputs on its own.""",
    376,
)
def merge_path(d):
    a, b, share, cell, left, top = [1, 2, 3, 7, 11, 12, 13, 15], [4, 5, 6, 8, 9, 10, 14, 16], 4, 36, 70, 56
    kinds = ["blue", "green", "orange", "purple"]
    i = j = 0
    at = [(0, 0)]
    while i < len(a) or j < len(b):
        if j == len(b) or (i < len(a) and a[i] <= b[j]):  # of equal keys a's comes first
            i += 1
        else:
            j += 1
        at.append((i, j))
    merged = sorted(a + b)
    d.cells(left, top - cell, a, cell, cell, "grey", 15)
    for row, key in enumerate(b):
        d.box(left - cell, top + row * cell, cell, cell, str(key), "grey", 15, 0)
        d.cells(left, top + row * cell, [""] * len(a), cell, cell, "plain")

    def point(place):
        return left + place[0] * cell, top + place[1] * cell

    for cut in range(share, len(merged), share):
        x, y = point(at[cut])
        reach = 34
        d.line([(x - reach, y + reach), (x + reach, y - reach)], "red", 1.5, dash=True)
    for part in range(len(merged) // share):
        d.line([point(p) for p in at[part * share : (part + 1) * share + 1]], kinds[part], 5)
    for cut in range(0, len(merged) + 1, share):
        d.dot(*point(at[cut]), 5, "red")
    right = left + len(a) * cell + 40
    for part in range(len(merged) // share):
        y = 60 + part * 58
        first, last = at[part * share], at[(part + 1) * share]
        d.text(right, y, f"thread {part}: {last[0] - first[0]} of a, {last[1] - first[1]} of b", size=15)
        d.cells(right, y + 8, merged[part * share : (part + 1) * share], 44, 26, kinds[part], 14)
    d.text(right, 306, "right: a key of a, down: one of b", size=15)
    d.text(right, 332, "A search along the dashed line\nfinds where it crosses the path.", size=15)
    d.text(left - cell + 8, top - 12, "b, a", size=13)


@drawing(
    "ch15_segmented",
    "A segmented scan in steps",
    """Eight words in three segments, whose heads have a flag. In steps with distances 1, 2 and 4 each element adds
    the one that far before it, unless its sum already includes a head; flags are combined along with the sums.""",
    400,
)
def segmented(d):
    words, heads, cell, left = [3, 1, 4, 1, 5, 9, 2, 6], [1, 0, 1, 0, 0, 0, 0, 1], 62, 150
    kinds = ["blue", "green", "orange"]
    segment = [sum(heads[: i + 1]) - 1 for i in range(len(words))]
    d.text(20, 46, "head")
    d.cells(left, 24, ["head" if h else "" for h in heads], cell, 30, lambda i: "red" if heads[i] else "plain", 14)
    d.text(20, 88, "word")
    y = 64
    d.cells(left, y, words, cell, 36, lambda i: kinds[segment[i]], 17)
    sums, flags, distance = list(words), list(heads), 1
    while distance < len(words):
        adds = [i >= distance and not flags[i] for i in range(len(words))]
        for i, does in enumerate(adds):
            if does:
                d.arrow([(left + (i - distance + 0.5) * cell, y + 36), (left + (i + 0.5) * cell - 4, y + 86)], "orange")
        sums = [s + (sums[i - distance] if adds[i] else 0) for i, s in enumerate(sums)]
        flags = [f or (i >= distance and flags[i - distance]) for i, f in enumerate(flags)]
        y += 86
        d.text(20, y - 14, f"distance {distance}", size=15)
        d.cells(left, y, sums, cell, 36, lambda i: kinds[segment[i]], 17)
        distance *= 2
    expected = [sum(words[k] for k in range(i + 1) if segment[k] == segment[i]) for i in range(len(words))]
    assert sums == expected
    d.text(20, 386, "A sum that includes its head adds nothing more: no arrow crosses a border.", size=15)
