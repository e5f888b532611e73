"""Chapter 5: what a clock on the host and what events measure, where a copy pays, and the roofs of some GPUs."""

from math import log2

from canvas import drawing


@drawing(
    "ch05_events",
    "A clock on the host, and events in the stream",
    """Timeline. The host records the start event, launches, records the stop event and waits. The device passes the
    start event, runs the kernel and passes the stop event. Without a wait, a clock on the host measures the launch
    alone.""",
    252,
)
def events(d):
    d.text(20, 60, "host")
    d.text(20, 140, "device")
    for x, w, text, kind in ((90, 66, "record", "orange"), (160, 80, "launch", "blue"), (244, 66, "record", "orange"),
                             (314, 300, "wait for the stop event", "grey")):  # fmt: skip
        d.box(x, 38, w, 36, text, kind, 15)
    d.box(270, 118, 300, 36, "kernel", "blue", 16)
    for x in (262, 578):
        d.line([(x, 108), (x, 164)], "orange", 4)
    d.arrow([(123, 74), (258, 112)], "orange", 1.2)
    d.arrow([(200, 74), (280, 118)], "blue", 1.2)
    d.arrow([(290, 74), (574, 112)], "orange", 1.2)
    d.arrow([(262, 184), (578, 184)], "green", 2, both=True)
    d.text(420, 206, "what the events measure", "middle", 15)
    d.arrow([(160, 26), (240, 26)], "red", 2, both=True)
    d.text(250, 31, "what a clock on the host measures without the wait", size=14)
    d.text(20, 236, "Orange: the events. The device records the time when it reaches them.", size=15)


@drawing(
    "ch05_transfers",
    "The time with and without the copies",
    """Time as a function of the number of repeats. The CPU's line begins at no time and is steep. The GPU's line begins at
    the time of the copies and is flat. Left of the point where they cross the CPU takes less time, right of it the
    GPU.""",
    300,
)
def transfers(d):
    left, bottom, right, start, cross = 110, 240, 640, 100, 300
    slope = 0.12  # of the GPU's line
    gpu = lambda x: bottom - start - slope * (x - left)
    steep = (bottom - gpu(cross)) / (cross - left)
    end = left + (bottom - 40) / steep
    d.arrow([(left, bottom), (right + 20, bottom)])
    d.arrow([(left, bottom), (left, 30)])
    d.text(right + 20, bottom + 22, "repeats", "end", 15)
    d.text(left - 12, 44, "time", "end", 15)
    d.line([(left, bottom), (end, 40)], "orange", 3)
    d.line([(left, gpu(left)), (right, gpu(right))], "blue", 3)
    d.text(end + 12, 52, "CPU", size=15)
    d.text(right, gpu(right) + 54, "copies, and repeats on the GPU", "end", 15)
    d.line([(cross, gpu(cross)), (cross, bottom)], "plain", 1.2, dash=True)
    d.arrow([(left - 14, bottom), (left - 14, gpu(left))], "green", 2, both=True)
    d.text(left - 24, bottom - start / 2, "copies", "end", 15, centred=True)
    d.text(cross, bottom + 22, "from here on it pays", "middle", 15)
    d.text(20, 288, "The copies are paid once, however often the data are used.", size=16)


@drawing(
    "ch05_roof",
    "The roofs of three GPUs",
    """Logarithmic axes: attainable FP32 rate over operations per byte. Under the slope memory is the limit, under the
    flat part arithmetic. T4: 8.1 TFLOP/s, 320 GB/s, edge at 25. RTX 4090: 82.6, 1008, edge at 82. H200: 66.9,
    4814, edge at 14.""",
    396,
)
def roof(d):
    # TFLOP/s and GB/s of ch01_start/README.md
    gpus = [("T4", 8.1, 320, "orange"), ("RTX 4090", 82.6, 1008, "green"), ("H200", 66.9, 4814, "blue")]
    left, right, top, bottom = 84, 590, 40, 320
    low_x, high_x, low_y, high_y = -4, 10, -6, 7  # powers of two: FLOP per byte, TFLOP/s

    def at(intensity, rate):
        x = left + (log2(intensity) - low_x) / (high_x - low_x) * (right - left)
        return x, bottom - (log2(rate) - low_y) / (high_y - low_y) * (bottom - top)

    for power in range(low_x, high_x + 1, 2):
        x, _ = at(2.0**power, 1)
        d.line([(x, top), (x, bottom)], "grey", 0.5)
        d.text(x, bottom + 20, f"{2.0 ** power:g}" if power >= 0 else f"1/{2 ** -power}", "middle", 14)
    for power in range(low_y, high_y + 1, 2):
        _, y = at(1, 2.0**power)
        d.line([(left, y), (right, y)], "grey", 0.5)
        d.text(left - 8, y, f"{2.0 ** power:g}" if power >= 0 else f"1/{2 ** -power}", "end", 14, centred=True)
    for name, rate, memory, kind in gpus:
        edge = rate * 1000 / memory
        d.line([at(2.0**low_x, 2.0**low_x * memory / 1000), at(edge, rate), at(2.0**high_x, rate)], kind, 3)
        x, y = at(edge, rate)
        d.dot(x, y, 5, kind)
        end_y = at(1, rate)[1]
        nudge = {"RTX 4090": -8, "H200": 8}.get(name, 0)
        d.text(right + 8, end_y + nudge, name, size=15, bold=True, centred=True)
        d.text(x + 2, y + (22 if name != "RTX 4090" else -12), f"{edge:.0f}", "start", 14, soft=True)
    d.text(left, 26, "TFLOP/s (FP32)", size=14)
    d.text(right, bottom + 42, "operations per byte moved", "end", 15)
    x, y = at(0.25, 1.2)
    d.text(x - 60, y - 70, "limit: memory", size=15)
    d.text(at(160, 1)[0] - 30, at(1, 3)[1] + 26, "limit: arithmetic", size=15)
    d.text(
        20,
        386,
        "The numbers at the edges: above this many operations per byte, arithmetic is the limit.",
        size=14,
        soft=True,
    )
