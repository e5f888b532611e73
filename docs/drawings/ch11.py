"""Chapter 11: a divergent warp, a sum by shuffles, a sum by levels, a barrier for the grid."""

from canvas import drawing


@drawing(
    "ch11_divergence",
    "A branch that is uniform in each warp, and one that diverges",
    """Two warps, drawn with 8 lanes each. By warp: warp 0 runs path A while warp 1 runs path B. By thread: in both
    warps the even lanes run path A while the odd ones idle, then the odd ones run path B while the even ones
    idle: twice the time.""",
    370,
)
def divergence(d):
    lanes, cell_h, path = 8, 13, 100
    for case, (name, code, agree) in enumerate(
        (("by_warp", "if (warp % 2 == 0)", True), ("by_thread", "if (lane % 2 == 0)", False))
    ):
        left = 100 + case * 345
        d.text(left, 30, name, mono=True, bold=True)
        d.text(left, 54, code, mono=True, size=15)
        for warp in range(2):
            top = 68 + warp * (lanes * cell_h + 16)
            d.text(left - 10, top + lanes * cell_h / 2, f"warp {warp}", "end", 15, centred=True)
            for step in range(1 if agree else 2):
                for lane in range(lanes):
                    takes = "AB"[warp if agree else lane % 2]
                    active = agree or lane % 2 == step
                    kind = ("blue" if takes == "A" else "orange") if active else "plain"
                    d.box(left + step * path, top + lane * cell_h, path, cell_h, "", kind, round_=0)
        d.arrow([(left, 316), (left + 225, 316)])
        d.text(left + 225, 336, "time", "end", 14, soft=True)
        d.text(left, 336, "1 path" if agree else "2 paths", size=15, bold=True)
    d.box(100, 344, 14, 12, "", "blue", round_=0)
    d.text(120, 356, "path A", size=14)
    d.box(190, 344, 14, 12, "", "orange", round_=0)
    d.text(210, 356, "path B", size=14)
    d.box(280, 344, 14, 12, "", "plain", round_=0)
    d.text(300, 356, "idle lane", size=14)


@drawing(
    "ch11_shuffle",
    "A sum of eight lanes in three shuffles",
    """Eight lanes with the numbers 3 1 4 1 5 9 2 6. In step 1 each lane adds the number of the lane 4 further on, in
    step 2 of the lane 2 further on, in step 3 of the next lane. Lane 0 then has the sum, 31. A warp of 32 lanes takes
    five steps.""",
    390,
)
def shuffle(d):
    values, cell, left = [3, 1, 4, 1, 5, 9, 2, 6], 62, 190
    lanes = len(values)
    total = sum(values)
    d.text(20, 42, "lane")
    d.cells(left, 24, range(lanes), cell, 26, "grey", 15)
    half, y = lanes // 2, 58
    counted = lanes
    while True:
        d.cells(left, y, values, cell, 34, lambda i: "blue" if i < counted else "plain", 16)
        if half == 0:
            break
        for lane in range(half):
            d.arrow([(left + (lane + half + 0.5) * cell, y + 34), (left + (lane + 0.5) * cell + 4, y + 82)], "orange")
            d.arrow([(left + (lane + 0.5) * cell - 4, y + 34), (left + (lane + 0.5) * cell - 4, y + 82)])
        d.text(20, y + 64, f"shfl_down {half}", mono=True, size=15)
        # A lane that would read beyond the last one gets its own value.
        values = [value + (values[i + half] if i + half < lanes else value) for i, value in enumerate(values)]
        counted, half, y = half, half // 2, y + 82
    assert values[0] == total
    d.text(20, y + 66, f"Lane 0 has the sum, {total}; the rest is not used. 32 lanes take five steps.", size=15)


@drawing(
    "ch11_levels",
    "The levels of a sum",
    """Each thread adds its elements in registers. Each warp folds its 32 sums by shuffles. A block adds its warps'
    sums in shared memory. The block that finishes last adds all blocks' sums in global memory.""",
    316,
)
def levels(d):
    rows = [
        ("thread", "adds its elements, many loads in flight", "registers", "green"),
        ("warp", "32 sums by five shuffles", "registers", "green"),
        ("block", "a sum per warp, one barrier", "shared memory", "blue"),
        ("grid", "a sum per block; the last block adds them", "global memory", "purple"),
    ]
    for i, (who, what, where, kind) in enumerate(rows):
        y = 20 + i * 74
        d.box(20, y, 90, 54, who, "grey", 16, bold=True)
        d.box(124, y, 400, 54, what, kind, 16)
        d.text(540, y + 27, where, size=16, centred=True)
        if i < 3:
            for x in range(4 - i):
                d.arrow([(324 + (x - (3 - i) / 2) * 60, y + 54), (324 + (x - (3 - i) / 2) * 30, y + 74)])


@drawing(
    "ch11_grid_sync",
    "A launch per step, and a barrier of the grid per step",
    """Three SMs. With a launch per step, blocks drain from the SMs at the end of a launch and new ones fill them at the
    next. With a cooperative launch the blocks stay, and wait for each other between steps.""",
    348,
)
def grid_sync(d):
    work, left = [[86, 74, 92], [90, 88, 70], [78, 92, 84]], 90
    for y0, name, gap, word in (
        (28, "a launch per step", 58, "launch"),
        (192, "one launch, a barrier per step", 26, "sync"),
    ):
        d.text(20, y0, name, bold=True)
        x = left + 58
        d.box(left, y0 + 12, 54, 100, "start", "orange", 14)
        for step in range(3):
            longest = max(row[step] for row in work)
            for sm in range(3):
                if step == 0:
                    d.text(left - 10, y0 + 26 + sm * 35, f"SM {sm}", "end", 15, centred=True)
                d.box(x, y0 + 12 + sm * 35, work[sm][step], 30, f"step {step + 1}", "blue", 14)
            x += longest + 4
            if step < 2:
                if word == "launch":
                    d.box(x, y0 + 12, 54, 100, "start", "orange", 14)
                else:
                    d.box(x, y0 + 12, 22, 100, "", "green")
                x += gap
        if word == "sync":
            d.text(x + 14, y0 + 66, "green: grid.sync()", size=15)
    d.time(320, left)


@drawing(
    "ch11_votes",
    "What lanes can learn about each other without memory",
    """Eight lanes with the values 3 7 3 1 7 3 1 3. The ballot of "is it more than 2?" has a bit per lane: 8 bits, of
    which six are set. A match gives each lane the mask of the lanes with its value.""",
    330,
)
def votes(d):
    values, cell, left = [3, 7, 3, 1, 7, 3, 1, 3], 62, 200
    kinds = {3: "blue", 7: "green", 1: "orange"}
    d.text(20, 44, "lane")
    d.cells(left, 24, range(8), cell, 28, "grey", 15)
    d.text(20, 82, "value")
    d.cells(left, 58, values, cell, 34, lambda i: kinds[values[i]], 17)
    votes_ = [int(v > 2) for v in values]
    d.text(20, 144, "ballot: v > 2", size=15)
    d.cells(left, 120, votes_, cell, 34, lambda i: "purple" if votes_[i] else "plain", 17)
    mask = sum(bit << lane for lane, bit in enumerate(votes_))
    d.text(left, 180, f"all lanes get {mask:#04x}; {sum(votes_)} bits are set", size=15)
    d.text(20, 238, "match: my value", size=15)
    masks = [sum(1 << other for other, w in enumerate(values) if w == v) for v in values]
    d.cells(left, 214, [f"{m:#04x}" for m in masks], cell, 34, lambda i: kinds[values[i]], 14, mono=True)
    d.text(left, 274, "each lane gets the lanes with its value", size=15)
    d.text(20, 314, "Eight lanes of 32 are shown; lane 0 is the lowest bit.", size=15, soft=True)
