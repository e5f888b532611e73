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


@drawing(
    "ch12_two_streams",
    "Two halves of an array in one stream, and in two",
    """In one stream copy in, kernel and copy out of the first half come first, then those of the second half. In two
    streams the copy in of the second half runs beside the kernel of the first.""",
    340,
)
def two_streams(d):
    left, scale, kinds = 120, 4.4, {0: "blue", 1: "green"}
    parts = ["copy in", "kernel", "copy out"]
    times = [20, 23, 20]
    d.text(20, 30, "one stream", bold=True, size=18)
    start, bars = 0, []
    for half in range(2):
        for part, time in zip(parts, times):
            bars.append((start, time - 0.6, part, kinds[half]))
            start += time
    d.lane(42, "stream", bars, left, scale, 36, 17)
    end = left + (start - 0.6) * scale
    d.text(20, 132, "two streams", bold=True, size=18)
    for half in range(2):
        start, bars = 23 * half, []
        for part, time in zip(parts, times):
            bars.append((start, time - 0.6, part, kinds[half]))
            start += time
        d.lane(144 + half * 48, f"stream {half}", bars, left, scale, 36, 17)
    d.line([(end, 42), (end, 236)], "red", 1.5, dash=True)
    d.time(254, left)
    d.box(120, 288, 26, 26, "", "blue")
    d.text(154, 307, "first half", size=17)
    d.box(280, 288, 26, 26, "", "green")
    d.text(314, 307, "second half", size=17)


@drawing(
    "ch12_host",
    "Host work before the launch, and after it",
    """If the host works first, the device is idle until the launch, and the two times add up. If the launch comes
    first, host and device work at the same time.""",
    330,
)
def host(d):
    left, scale = 110, 4.4
    for y, name, host_at, kernel_at in ((30, "host work first", 0, 62), (164, "launch first", 10, 10)):
        launch_at = kernel_at - 10
        d.text(20, y, name, bold=True, size=18)
        first = name == "launch first"
        wait = (60.6, 9.4) if first else (62.6, 59.4)
        bars = [(host_at, 50, "host work", "orange"), (launch_at, 10, "", "red"), (*wait, "wait", "grey")]
        d.lane(y + 12, "host", bars, left, scale, 34, 17)
        d.lane(y + 56, "device", [(kernel_at, 60, "kernel", "blue")], left, scale, 34, 17)
    d.time(270, left)
    d.box(left, 292, 26, 24, "", "red")
    d.text(left + 36, 310, "the launch, made longer here than it is", size=17)


@drawing(
    "ch12_event",
    "An event orders two streams",
    """Without an event the consumer may run beside the producer, or before it. With an event that is recorded after the
    producer, the consumer's stream waits until the producer has ended.""",
    334,
)
def event(d):
    left, scale = 120, 5.6
    d.text(20, 30, "no event: any order, or at once", bold=True, size=18)
    d.lane(42, "stream a", [(0, 50, "producer", "blue")], left, scale, 34, 17)
    d.lane(86, "stream b", [(6, 30, "consumer", "orange")], left, scale, 34, 17)
    d.text(20, 172, "record in a, wait in b", bold=True, size=18)
    d.lane(184, "stream a", [(0, 50, "producer", "blue"), (50.6, 13, "record", "purple")], left, scale, 34, 17)
    d.lane(228, "stream b", [(0, 63, "wait", "grey"), (63.6, 30, "consumer", "orange")], left, scale, 34, 17)
    x = left + 63.6 * scale
    d.arrow([(x, 218), (x, 228)], "purple", 2)
    d.time(282, left)


@drawing(
    "ch12_priorities",
    "An urgent kernel behind a queue of others",
    """In the same stream the urgent kernel comes after the whole queue. In another stream of the same priority it runs
    when the blocks of one kernel have started. With a higher priority it gets the first place that becomes free.""",
    330,
)
def priorities(d):
    left, scale = 158, 5.3
    urgent_at = {"same stream": 96, "another stream": 12, "urgent stream": 3}
    for i, (name, at) in enumerate(urgent_at.items()):
        y = 20 + i * 88
        d.lane(y, name, [(k * 12, 11.6, str(k + 1), "blue") for k in range(8)], left, scale, 34, 17)
        d.box(left + at * scale, y + 42, 24, 30, "!", "red", 18, bold=True)
    d.time(276, left)
    d.box(20, 296, 24, 24, "!", "red", 17, bold=True)
    d.text(54, 314, "the urgent kernel;  1 to 8: the kernels that were launched before it", size=17)


@drawing(
    "ch12_host_functions",
    "Kernels and additions of the host in three orders",
    """If the host waits for each piece, or the host function is in the kernels' stream, each kernel waits for the
    addition before it. With the host functions in a second stream, the kernels follow each other.""",
    346,
)
def host_functions(d):
    left, scale, kernel, add = 120, 4.3, 14, 18
    for y, name, together in ((30, "host_waits, in_the_stream", False), (176, "in_a_second_stream", True)):
        d.text(20, y, name, bold=True, size=18)
        kernels, adds, ready, free = [], [], 0, 0
        for k in range(4):
            kernels.append((ready, kernel - 0.6, str(k + 1), "blue"))
            begin = max(ready + kernel, free)
            adds.append((begin, add - 0.6, f"+ {k + 1}", "orange"))
            free = begin + add
            ready = ready + kernel if together else free
        d.lane(y + 12, "device", kernels, left, scale, 34, 17)
        d.lane(y + 56, "host", adds, left, scale, 34, 17)
    d.time(290, left)
    d.text(20, 330, "1 to 4: kernel and copy of a piece;  + 1 to + 4: its addition", size=17)


@drawing(
    "ch12_graph_loop",
    "A loop that the host checks, and one that the graph checks",
    """When the host checks, each turn is followed by a copy of the condition to the host and by new launches. A while
    node checks the condition on the device, and the next turn follows at once.""",
    330,
)
def graph_loop(d):
    left, scale = 110, 4.5
    d.text(20, 30, "the host checks", bold=True, size=18)
    d.lane(42, "host", [(k * 42, 12, "launch", "orange") for k in range(3)], left, scale, 34, 15)
    turns = [(12 + k * 42, 14, f"turn {k + 1}", "blue") for k in range(3)]
    copies = [(26.6 + k * 42, 14, "copy", "grey") for k in range(3)]
    d.lane(86, "device", turns + copies, left, scale, 34, 15)
    d.text(20, 172, "a while node checks", bold=True, size=18)
    d.lane(184, "host", [(0, 12, "launch", "orange")], left, scale, 34, 15)
    turns = [(12 + k * 20, 14, f"turn {k + 1}", "blue") for k in range(5)]
    asks = [(26.6 + k * 20, 4.8, "?", "purple") for k in range(5)]
    d.lane(228, "device", turns + asks, left, scale, 34, 15)
    d.time(280, left)
    d.text(20, 318, "?: a kernel of the graph sets the condition", size=17)


@drawing(
    "ch12_pool",
    "Scratch memory from cudaMalloc, and from a pool",
    """With cudaMalloc and cudaFree in each step, the device waits for both calls. With memory from a pool, allocating and
    freeing are work in the stream, and the host only enqueues them.""",
    330,
)
def pool(d):
    left, scale = 110, 5.6
    for y, name in ((30, "malloc_each"), (164, "from a pool")):
        d.text(20, y, name, bold=True, size=18)
        if name == "malloc_each":
            host = [(0, 24, "cudaMalloc", "red"), (24.6, 8, "", "orange"), (33.2, 27, "wait", "grey"), (60.8, 22, "cudaFree", "red")]
            device = [(32, 14, "square", "blue"), (46.6, 14, "add", "blue")]
        else:
            host = [(0, 12, "", "orange"), (12.6, 33, "wait", "grey")]
            device = [(9, 4, "", "green"), (13.6, 14, "square", "blue"), (28.2, 14, "add", "blue"), (42.8, 4, "", "green")]
        d.lane(y + 12, "host", host, left, scale, 34, 17)
        d.lane(y + 56, "device", device, left, scale, 34, 17)
    d.time(268, left)
    for x, text, kind in ((left, "launches", "orange"), (left + 170, "allocate, free: in the stream", "green")):
        d.box(x, 290, 24, 24, "", kind)
        d.text(x + 34, 308, text, size=17)


@drawing(
    "ch12_update",
    "Three ways to prepare a graph for the next frame",
    """Instantiate again: capture the frame and make a new instance. Update the whole: capture the frame and update the old
    instance from it. Update nodes: change the arguments of the old instance's nodes.""",
    270,
)
def update(d):
    left, scale = 190, 5
    rows = [
        ("instantiate_again", [(0, 22, "capture", "orange"), (22.6, 46, "new instance", "red")]),
        ("update_whole", [(0, 22, "capture", "orange"), (22.6, 22, "update", "green")]),
        ("update_nodes", [(0, 22, "nodes", "green")]),
    ]
    for i, (name, bars) in enumerate(rows):
        end = bars[-1][0] + bars[-1][1] + 0.6
        d.lane(20 + i * 60, name, bars + [(end, 18, "launch", "blue")], left, scale, 38, 17)
    d.time(206, left)
    d.text(20, 252, "the host's work for each frame, not to scale", size=17)
