"""Chapter 10: additions in a queue, a counter per lane, one place for a whole warp, release and acquire."""

from collections import Counter

from canvas import drawing


@drawing(
    "ch10_queue",
    "Atomic additions to one word come one after another",
    """16 threads in 4 blocks of 4 add to a sum. With one word for all, 16 additions queue up. With a word per block,
    four queues of four run side by side, and four additions of block sums follow: 8 steps instead of 16.""",
    368,
)
def queue(d):
    blocks, threads, step, left = 4, 4, 34, 150
    kinds = ["blue", "green", "orange", "purple"]
    d.text(20, 30, "one word for all threads", bold=True)
    bars = [(t, 0.94, "+", kinds[t % blocks]) for t in range(blocks * threads)]
    d.lane(42, "global word", bars, left, step)
    d.text(20, 116, "a word per block, in shared memory", bold=True)
    for block in range(blocks):
        d.lane(128 + block * 40, f"block {block}", [(t, 0.94, "+", kinds[block]) for t in range(threads)], left, step)
    d.lane(128 + blocks * 40, "global word", [(threads + b, 0.94, "+", kinds[b]) for b in range(blocks)], left, step)
    x = left + (threads + blocks) * step
    d.text(x + 16, 227, f"{threads + blocks} steps instead of {blocks * threads}", size=16)
    d.line([(x, 128), (x, 326)], "green", 1.5, dash=True)
    d.time(332, left)


@drawing(
    "ch10_by_lane",
    "A histogram with one counter per bin, and with one per bin and lane",
    """Eight lanes of a warp count bytes 2 5 2 2 7 2 5 0. With one counter per bin, four lanes queue at bin 2. In a
    table count[bin][lane] each lane has a column, which is in a bank of its own: no two lanes conflict.""",
    400,
)
def by_lane(d):
    values, bins, cell = [2, 5, 2, 2, 7, 2, 5, 0], 8, 30
    queue = Counter(values)
    value, longest = queue.most_common(1)[0]
    d.text(20, 32, "count[bin]", mono=True, bold=True)
    d.text(20, 66, "lanes")
    d.text(20, 92, "bytes")
    left = 82
    d.cells(left, 48, list(range(8)), cell, 24, "grey", 14)
    d.cells(left, 74, values, cell, 26, "orange", 15)
    for b in range(bins):
        d.box(left + b * cell, 220, cell, 30, str(b), "red" if b == value else "blue" if b in queue else "plain", 14, 0)
    for lane, b in enumerate(values):
        d.arrow(
            [(left + (lane + 0.5) * cell, 100), (left + (b + 0.5) * cell, 220)], "red" if b == value else "blue", 1.3
        )
    d.text(20, 240, "bins", size=16)
    d.text(left, 286, f"{longest} lanes queue at bin {value}", size=16)

    left = 440
    d.text(left - 10, 32, "count[bin][lane]", mono=True, bold=True)
    d.cells(left, 48, list(range(8)), cell, 24, "grey", 14)
    d.cells(left, 74, values, cell, 26, "orange", 15)
    for b in range(bins):
        d.text(left - 10, 126 + b * cell, f"bin {b}", "end", 14)
        for lane in range(8):
            d.box(
                left + lane * cell,
                106 + b * cell,
                cell,
                cell,
                "+" if values[lane] == b else "",
                "green" if values[lane] == b else "plain",
                16,
                0,
            )
    for lane in range(8):
        d.text(left + (lane + 0.5) * cell, 364, str(lane), "middle", 14)
    d.text(left - 10, 364, "bank", "end", 14)
    d.text(20, 388, "Eight lanes of 32 are shown. All counters of a lane are in its own bank.", size=15, soft=True)


@drawing(
    "ch10_aggregated",
    "One atomic addition for all lanes of a warp that keep an element",
    """Eight lanes; lanes 0, 2, 3, 6 and 7 keep their element. They are ranked 0 to 4. The first of them adds 5 to the
    counter, which was 40, and tells the others. The lane of rank r stores at place 40 + r.""",
    320,
)
def aggregated(d):
    keeps, before, cell, left = [1, 0, 1, 1, 0, 0, 1, 1], 40, 54, 150
    rank, ranks = 0, []
    for keep in keeps:
        ranks.append(rank if keep else "")
        rank += keep
    d.text(20, 42, "lane")
    d.cells(left, 24, range(8), cell, 28, "grey", 15)
    d.text(20, 82, "keeps it?")
    d.cells(left, 62, ["yes" if k else "" for k in keeps], cell, 30, lambda i: "green" if keeps[i] else "plain", 15)
    d.text(20, 122, "rank")
    d.cells(left, 102, ranks, cell, 30, lambda i: "green" if keeps[i] else "plain", 15)
    leader = keeps.index(1)
    d.arrow([(left + (leader + 0.5) * cell, 132), (left + (leader + 0.5) * cell, 158)])
    d.box(left - 2, 158, 330, 36, f"first = atomicAdd(count, {rank}) = {before}", "orange", 15, mono=False)
    d.text(left + 345, 181, "one lane adds", size=15)
    d.text(20, 236, "place")
    d.cells(
        left,
        216,
        [before + r if r != "" else "" for r in ranks],
        cell,
        30,
        lambda i: "blue" if keeps[i] else "plain",
        15,
    )
    d.text(20, 290, "kept", mono=True)
    for place in range(before, before + 8):
        at = left + (place - before) * cell
        d.box(
            at,
            272,
            cell,
            30,
            f"x{keeps_index(keeps, place - before)}" if place - before < rank else "",
            "blue" if place - before < rank else "plain",
            15,
            0,
        )
    for lane, r in enumerate(ranks):
        if r != "":
            d.arrow([(left + (lane + 0.5) * cell, 246), (left + (r + 0.5) * cell, 272)], "blue")


def keeps_index(keeps, rank):
    """The lane of that rank."""
    return [lane for lane, keep in enumerate(keeps) if keep][rank]


@drawing(
    "ch10_order",
    "A value and a flag: without an order, and with release and acquire",
    """Two timelines. Without an order, the reader may see the new flag but the old letter. With a release by the
    writer and an acquire by the reader, the reader sees everything that the writer wrote before the flag.""",
    314,
)
def order(d):
    for y, name, good in (
        (28, "no order: the flag may be seen before the letter", False),
        (180, "release and acquire", True),
    ):
        d.text(20, y, name, bold=True)
        d.text(20, y + 36, "writer")
        d.text(20, y + 110, "reader")
        d.box(110, y + 14, 130, 34, "letter = 'B'", "blue", 14, mono=False)
        d.box(250, y + 14, 180, 34, "flag = 1, release" if good else "flag = 1", "orange", 14)
        d.box(300, y + 88, 190, 34, "flag is 1, acquire" if good else "flag is 1", "orange", 14)
        d.box(500, y + 88, 190, 34, "letter is 'B'" if good else "letter may be 'A'", "green" if good else "red", 14)
        d.arrow([(390, y + 48), (390, y + 88)], "orange", 2)
        d.text(404, y + 74, "sees" if not good else "sees it, and all before it", size=14, soft=True)
