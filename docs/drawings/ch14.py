"""Chapter 14: the ways between two memories, slabs and halos, an exchange beside the computation, two ways to reduce over all GPUs, a sample sort."""

from canvas import drawing


@drawing(
    "ch14_ways",
    "The ways from one GPU's memory to another's",
    """Two GPUs with their memories, and the host's memory above them. A copy through the host goes up to host memory and
    down again. With peer access a copy goes over the link between the GPUs, and so do loads and stores of a kernel.""",
    336,
)
def ways(d):
    d.box(250, 20, 220, 44, "host memory", "grey", 17)
    for gpu, left in enumerate((30, 470)):
        d.frame(left, 150, 220, 130, f"GPU {gpu}", "plain", 16, bold=True)
        d.box(left + 20, 182, 180, 36, "a kernel", "green", 16)
        d.box(left + 20, 230, 180, 36, f"memory of {gpu}", "blue", 16)
    d.arrow([(80, 150), (80, 42), (250, 42)], "orange", 2)
    d.arrow([(470, 42), (640, 42), (640, 150)], "orange", 2)
    d.text(92, 92, "through the host:", size=15)
    d.text(92, 112, "two copies", size=15)
    d.arrow([(230, 252), (490, 252)], "purple", 2)
    d.text(360, 274, "with peer access: a copy", "middle", 15)
    d.arrow([(490, 236), (410, 236), (410, 194), (230, 194)], "green", 2)
    d.text(320, 182, "or a kernel's loads", "middle", 15)
    d.text(30, 318, "A load waits for the round trip; a store does not wait.", size=15)


@drawing(
    "ch14_halo",
    "A plate in three slabs, and their halos",
    """A plate of 12 rows is cut into three slabs of 4, one per GPU. Each slab has a halo row from each neighbour. After
    a step the border rows of a slab are copied to the halos of its neighbours.""",
    396,
)
def halo(d):
    gpus, rows, height, left, width = 3, 4, 20, 130, 250
    y_of, y = {}, 20  # of (GPU, row of its slab): row -1 and row 4 are halos
    for gpu in range(gpus):
        for row in range(-1 if gpu > 0 else 0, rows + (gpu + 1 < gpus)):
            y_of[gpu, row] = y
            y += height
        y += 16
    for (gpu, row), y in y_of.items():
        border = (row == 0 and gpu > 0) or (row == rows - 1 and gpu + 1 < gpus)
        kind = "orange" if border else "blue" if 0 <= row < rows else "plain"
        d.box(left, y, width, height, f"row {gpu * rows + row}", kind, 14, 0)
        if row == 1:
            d.text(20, y + height, f"GPU {gpu}", bold=True, centred=True)

    def send(source, target, out):
        start, end = y_of[source] + height / 2, y_of[target] + height / 2
        right = left + width
        d.arrow([(right, start), (right + out, start), (right + out, end), (right, end)], "orange", 2)

    for gpu in range(gpus - 1):
        send((gpu, rows - 1), (gpu + 1, -1), 26)
        send((gpu + 1, 0), (gpu, rows), 46)
    x = 470
    for i, (text, kind) in enumerate(
        (("inner rows", "blue"), ("border rows: sent", "orange"), ("halo: a copy", "plain"))
    ):
        d.box(x, 40 + i * 40, 26, 24, "", kind, round_=0)
        d.text(x + 36, 58 + i * 40, text)
    d.text(x, 200, "A point needs its four\nneighbours, so a slab needs\none row of each neighbour.", size=16)


@drawing(
    "ch14_overlap",
    "Exchange after the computation, and beside it",
    """Timelines of one GPU. Exchange after: the slab is computed, then its border rows are sent. Overlapped: the
    border rows are computed first, and are sent while the inner rows are computed.""",
    300,
)
def overlap(d):
    left, scale, inner, border, send = 130, 4.3, 44, 8, 18
    d.text(20, 28, "exchange_after", mono=True, bold=True)
    step = inner + border + send
    scale *= 0.9
    d.lane(
        40, "compute", [(k * step, inner + border - 0.5, f"step {k + 1}: slab", "blue") for k in range(2)], left, scale
    )
    d.lane(80, "link", [(inner + border, send - 0.5, "send", "orange")], left, scale)
    d.text(20, 150, "overlapped", mono=True, bold=True)
    bars, sends = [], []
    for k in range(2):
        start = k * (inner + border)
        bars += [
            (start, border - 0.5, "b", "orange"),
            (start + border, inner - 0.5, f"step {k + 1}: inner rows", "blue"),
        ]
        sends.append((start + border, send - 0.5, "send", "orange"))
    d.lane(162, "compute", bars, left, scale)
    d.lane(202, "link", sends, left, scale)
    d.time(246, left)
    d.text(20, 284, "b: the border rows, first and in a stream of higher priority", size=15)


@drawing(
    "ch14_all_reduce",
    "All-reduce in one shot and in two",
    """Four GPUs with an array of four shares each. One shot: GPU 0 loads all four arrays whole. Two shot: GPU 0 loads
    share 0 of all arrays, adds them, and stores the sum in all arrays. What crosses its links: 12 shares in one
    shot, 3 loaded and 3 stored in two.""",
    346,
)
def all_reduce(d):
    gpus, cell = 4, 58
    for case, (name, mine) in enumerate((("one_shot", range(gpus)), ("two_shot", range(1)))):
        left = 84 + case * 345
        d.text(left, 32, name, mono=True, bold=True)
        for gpu in range(gpus):
            y = 48 + gpu * 46
            d.text(left - 12, y + 18, f"GPU {gpu}", "end", 15, centred=True)
            for share in range(gpus):
                text = "" if share not in mine else "own" if gpu == 0 else "load"
                d.box(left + share * cell, y, cell, 36, text, "blue" if share in mine else "plain", 14, 0)
        loads = len(mine) * (gpus - 1)
        stores = 0 if case == 0 else gpus - 1
        d.text(left, 260, f"GPU 0 loads {loads} shares" + (f", stores {stores}" if stores else ""), size=15)
        d.text(left, 284, "and adds the whole array" if case == 0 else "and adds only share 0", size=15)
    d.text(20, 326, "In two shots GPU g adds share g, and stores the sum in all four arrays.", size=15)


@drawing(
    "ch14_sample_sort",
    "A sample sort over three GPUs",
    """Three GPUs with four keys each. A sample gives two limits, 30 and 60. Each key goes to the GPU of its range;
    each GPU sorts what it has received. The result is in parts: the smallest keys are on GPU 0.""",
    330,
)
def sample_sort(d):
    parts, limits = [[52, 7, 88, 31], [25, 64, 49, 12], [90, 18, 57, 71]], [30, 60]
    kinds, cell = ["blue", "green", "orange"], 46
    part_of = lambda key: sum(key >= limit for limit in limits)
    received = [sorted(key for part in parts for key in part if part_of(key) == gpu) for gpu in range(3)]
    for gpu in range(3):
        left = 24 + gpu * 236
        d.text(left, 32, f"GPU {gpu}", bold=True)
        d.cells(left, 44, parts[gpu], cell, 36, lambda i: kinds[part_of(parts[gpu][i])], 16)
        low = "" if gpu == 0 else f"from {limits[gpu - 1]} "
        high = "" if gpu == 2 else f"below {limits[gpu]}"
        d.text(left, 218, (low + high).strip(), size=15)
        d.cells(left, 230, received[gpu], cell, 36, kinds[gpu], 16)
    for gpu in range(3):
        for i, key in enumerate(parts[gpu]):
            to = part_of(key)
            place = received[to].index(key)
            d.arrow(
                [(24 + gpu * 236 + (i + 0.5) * cell, 80), (24 + to * 236 + (place + 0.5) * cell, 196)], kinds[to], 1.2
            )
    d.text(24, 304, "Limits come from a sample of the keys; each GPU sorts what it has received.", size=15)


@drawing(
    "ch14_threads",
    "A host thread for each GPU",
    """Three host threads, each with its own current device. Each sends a part of the array to its GPU, and gets a sum
    back. The main thread waits for all of them and adds the sums.""",
    290,
)
def threads(d):
    left, scale = 130, 5.4
    for gpu in range(3):
        kinds = ("blue", "green", "purple")
        bars = [(10, 19, "set device", "grey"), (29.6, 55, f"part {gpu} on GPU {gpu}", kinds[gpu])]
        d.lane(66 + gpu * 48, f"thread {gpu}", bars, left, scale, 36, 16)
    d.lane(18, "main", [(0, 9.4, "start", "orange"), (85.6, 20, "add sums", "orange")], left, scale, 36, 16)
    d.line([(left + 85.2 * scale, 18), (left + 85.2 * scale, 202)], "red", 1.5, dash=True)
    d.time(222, left)
    d.text(20, 272, "The current device is kept for each host thread.", size=17)


@drawing(
    "ch14_frames",
    "Whole frames for each GPU, slabs of a frame, and rows of a frame",
    """Eight rows of a frame, in which the middle rows are expensive. Whole frames: GPU 0 has one frame and GPU 1 the next.
    Slabs: GPU 0 has the upper rows and GPU 1 the lower ones. Rows in turn: the GPUs have every second row.""",
    330,
)
def frames(d):
    rows, height, width = 8, 22, 88
    kinds = ("blue", "orange")

    def frame(x, name, gpu_of):
        d.text(x + width / 2, 84, name, "middle", 16)
        for row in range(rows):
            d.box(x, 94 + row * height, width, height, "", kinds[gpu_of(row)], round_=0)

    for x, w, name in ((20, 212, "whole frames"), (264, 212, "slabs"), (508, 192, "rows in turn")):
        d.text(x, 40, name, bold=True, size=18)
    frame(20, "frame 0", lambda row: 0)
    frame(128, "frame 1", lambda row: 1)
    frame(264, "frame 0", lambda row: int(row >= 4))
    frame(372, "frame 1", lambda row: int(row >= 4))
    frame(508, "frame 0", lambda row: row % 2)
    frame(612, "frame 1", lambda row: row % 2)
    for gpu in range(2):
        d.box(20 + gpu * 110, 290, 26, 24, "", kinds[gpu])
        d.text(56 + gpu * 110, 308, f"GPU {gpu}", size=17)


@drawing(
    "ch14_ranks",
    "A row goes from rank to rank",
    """Two processes, each with a GPU and host memory of its own. A border row is copied to the host memory of rank 0, sent
    by MPI to the host memory of rank 1, and copied to its GPU.""",
    290,
)
def ranks(d):
    for rank, left in enumerate((30, 450)):
        d.frame(left, 20, 240, 226, f"rank {rank}: a process", "plain", 17, bold=True)
        d.box(left + 20, 60, 200, 56, "its host memory", "grey", 17)
        d.box(left + 20, 172, 200, 56, "its GPU's memory", "blue", 17)
    d.arrow([(150, 172), (150, 116)], "orange", 2.5)
    d.text(162, 150, "copy", size=17)
    d.arrow([(250, 88), (470, 88)], "orange", 2.5)
    d.text(360, 76, "MPI", "middle", 18, bold=True)
    d.arrow([(570, 116), (570, 172)], "orange", 2.5)
    d.text(582, 150, "copy", size=17)
    d.text(360, 276, "No rank has a pointer into the other one's memory.", "middle", 17)


@drawing(
    "ch14_tables",
    "One table for all GPUs, and a table for each block",
    """One table: every byte that any GPU counts is an addition to the table that both GPUs share. Own tables: each block
    counts in its shared memory, and adds its 256 counts to the shared table once.""",
    300,
)
def tables(d):
    for left, name in ((20, "one_table"), (380, "own_tables")):
        d.text(left, 36, name, bold=True, size=18)
        d.box(left + 60, 56, 200, 46, "256 counts", "orange", 17)
        for gpu in range(2):
            x = left + gpu * 170
            d.box(x, 204, 150, 46, f"bytes of GPU {gpu}", "blue", 16)
            if name == "one_table":
                for k in range(5):
                    d.arrow([(x + 30 + k * 22, 204), (left + 80 + gpu * 90 + k * 16, 104)], "plain", 1.5)
            else:
                d.box(x, 138, 150, 36, "blocks' tables", "green", 16)
                for k in range(5):
                    d.arrow([(x + 30 + k * 22, 204), (x + 30 + k * 22, 176)], "plain", 1.5)
                d.arrow([(x + 75, 138), (left + 110 + gpu * 100, 104)], "orange", 2.5)
    d.text(20, 282, "an addition for each byte", size=17)
    d.text(380, 282, "256 additions for each block", size=17)
