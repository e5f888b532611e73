"""Chapter 12: copies beside kernels, the legacy default stream, a graph, a kernel that starts early."""

from canvas import drawing


def pipeline(chunks, times):
    """(worker, chunk, start, length) of each part when three workers take chunks of a job in turn."""
    free, ready, parts = [0.0] * 3, [0.0] * chunks, []
    for chunk in range(chunks):
        for worker, time in enumerate(times):
            start, length = max(free[worker], ready[chunk]), time / chunks
            parts.append((worker, chunk, start, length))
            free[worker] = ready[chunk] = start + length
    return parts


@drawing(
    "ch12_overlap",
    "Copy in, kernel and copy out, in one go and in four chunks",
    """Timelines of the copy engine for copies in, of the SMs and of the copy engine for copies out. In one go they work
    one after the other. In four chunks the kernel of one chunk runs beside the copies of others.""",
    352,
)
def overlap(d):
    workers, times = ["copy in", "kernel", "copy out"], [40, 52, 40]
    kinds, scale, left = ["blue", "green", "orange", "purple"], 4.2, 110
    for y0, chunks, name in ((28, 1, "in one go"), (188, 4, "in four chunks")):
        d.text(20, y0, name, bold=True)
        parts = pipeline(chunks, times)
        for w, worker in enumerate(workers):
            bars = [
                (start, length - 0.5, "all" if chunks == 1 else str(chunk), kinds[chunk])
                for who, chunk, start, length in parts
                if who == w
            ]
            d.lane(y0 + 12 + w * 40, worker, bars, left, scale)
        end = left + max(start + length for _, _, start, length in parts) * scale
        d.line([(end, y0 + 8), (end, y0 + 128)], "red", 1.5, dash=True)
        if chunks > 1:
            d.text(end + 8, y0 + 70, "all done", size=15)
    d.time(326, left)


@drawing(
    "ch12_default_stream",
    "A launch in the legacy default stream separates two streams",
    """Kernels a and b in two streams overlap. With a launch in the legacy default stream between them, it waits for
    a, and b waits for it. With non-blocking streams, all three overlap.""",
    410,
)
def default_stream(d):
    cases = [
        ("nothing between", [(0, 40)], None, [(1, 40)]),
        ("a launch without a stream between", [(0, 40)], (41, 12), [(54, 40)]),
        ("the same, streams non-blocking", [(0, 40)], (1, 12), [(2, 40)]),
    ]
    y, left, scale = 28, 130, 5
    for name, a, between, b in cases:
        d.text(20, y, name, bold=True)
        lanes = [("stream 1", a, "a", "blue")]
        if between:
            lanes.append(("default", [between], "z", "orange"))
        lanes.append(("stream 2", b, "b", "green"))
        for i, (label, bars, text, kind) in enumerate(lanes):
            d.lane(y + 10 + i * 32, label, [(s, w, text, kind) for s, w in bars], left, scale, 26)
        y += 24 + len(lanes) * 32 + 16
    d.time(382, left)


@drawing(
    "ch12_graph",
    "Kernels launched one by one, and as a graph",
    """Launched one by one, each short kernel waits for the host to launch it. As a graph, the host launches once and
    the kernels follow each other on the device. The graph's edges say which kernel needs which.""",
    344,
)
def graph(d):
    left, scale, launch, kernel = 100, 4.4, 20, 9
    d.text(20, 28, "six launches", bold=True)
    host = [(k * launch, launch - 0.6, "launch", "orange") for k in range(6)]
    d.lane(40, "host", host, left, scale)
    d.lane(80, "device", [((k + 1) * launch, kernel, str(k), "blue") for k in range(6)], left, scale)
    d.text(20, 146, "one graph of six nodes", bold=True)
    d.lane(158, "host", [(0, launch, "launch", "orange")], left, scale)
    d.lane(198, "device", [(launch + k * (kernel + 1), kernel, str(k), "blue") for k in range(6)], left, scale)
    d.text(left + (launch * 2 + 8) * scale, 174, "free for other work", size=15, soft=True)
    d.time(240, left)
    d.text(20, 286, "its edges:", size=15)
    for k in range(6):
        d.box(100 + k * 80, 266, 44, 32, str(k), "blue")
        if k < 5:
            d.arrow([(144 + k * 80, 282), (180 + k * 80, 282)])
    d.text(20, 328, "An edge says which kernel waits for which. Without edges nothing waits.", size=15)


@drawing(
    "ch12_dependent",
    "A second kernel that starts before the first has ended",
    """As always: the second kernel starts when the first has ended. With an early trigger: the second starts beside the
    first, does its own work, and waits for the first kernel's end before it reads the first one's result.""",
    330,
)
def dependent(d):
    left, scale = 120, 4.6
    d.text(20, 28, "as always", bold=True)
    d.lane(40, "first", [(0, 50, "work", "blue")], left, scale)
    d.lane(80, "second", [(58, 36, "own work", "green"), (94.5, 26, "needs result", "orange")], left, scale, size=14)
    d.text(20, 148, "early trigger", bold=True)
    d.lane(160, "first", [(0, 50, "work", "blue")], left, scale)
    d.lane(
        200,
        "second",
        [(3, 36, "own work", "green"), (39.5, 11, "wait", "grey"), (51, 26, "needs result", "orange")],
        left,
        scale,
        size=14,
    )
    end = left + 50.6 * scale
    d.line([(end, 156), (end, 242)], "blue", 1.5, dash=True)
    d.text(20, 312, "The trigger lets the second kernel start. The wait makes the first one's stores visible.", size=15)
    d.time(256, left)


def start_times(queue, length):
    """When each kernel of a queue starts. Kernels, (stream, number), leave the queue in order, each of them after the
    one before it in its stream has ended."""
    starts, ended, now = {}, {}, 0
    for stream, k in queue:
        now = max(now, ended.get(stream, 0))
        starts[stream, k] = now
        ended[stream] = now + length
    return starts


@drawing(
    "ch12_queues",
    "Two chains in one queue: stream after stream, and in turn",
    """Two streams with chains of four kernels share a queue to the device. Issued stream after stream, the second
    kernel of the first chain waits in the queue, and the other chain is queued behind it: 7 turns. Issued in turn,
    both chains run side by side: 4 turns.""",
    348,
)
def queues(d):
    kernels, left, scale = 4, 130, 76
    orders = [
        ("stream after stream", [(stream, k) for stream in range(2) for k in range(kernels)]),
        ("in turn", [(stream, k) for k in range(kernels) for stream in range(2)]),
    ]
    kinds = ["blue", "green"]
    for i, (name, queue) in enumerate(orders):
        y = 28 + i * 150
        d.text(20, y, name, bold=True)
        d.text(left - 12, y + 28, "queue", "end", 14, centred=True)
        for place, (stream, k) in enumerate(queue):
            d.box(left + place * 44, y + 14, 40, 26, "ab"[stream] + str(k + 1), kinds[stream], 14)
        starts = start_times(queue, 1)
        for stream in range(2):
            bars = [(starts[stream, k], 0.97, "ab"[stream] + str(k + 1), kinds[stream]) for k in range(kernels)]
            d.lane(y + 50 + stream * 36, f"stream {'ab'[stream]}", bars, left, scale, 28, 14)
        turns = max(starts.values()) + 1
        d.text(left + 8 * 44 + 16, y + 32, f"{turns} turns", size=16)
    d.time(308, left)
