"""Chapter 19: normal numbers, the order of an array, where a thread's numbers come from, pi by counting points, opposite pairs."""

from math import cos, exp, log, sin, sqrt
from math import pi as exact

from canvas import drawing


@drawing(
    "ch19_sequences",
    "Three ways to give each thread numbers of its own",
    """Subsequences: thread i starts 2^67 numbers further on than thread i - 1. Offsets: one sequence is cut into
    parts, of two words per point. Philox: a thread encrypts a counter, so a jump is a new counter.""",
    338,
    480,
)
def sequences(d):
    kinds, left, word = ["blue", "green", "orange"], 20, 20
    d.text(left, 28, "subsequences", mono=True, size=15, bold=True)
    for thread in range(3):
        x = left + thread * 176
        d.cells(x, 38, [""] * 4, word, 30, kinds[thread])
        d.text(x, 86, f"thread {thread}", size=14)
        if thread < 2:
            d.arrow([(x + 4 * word + 6, 53), (x + 170, 53)], dash=True)
            d.text(x + 4 * word + 46, 46, "2^67", "middle", 14)
    d.text(left, 124, "offsets", mono=True, size=15, bold=True)
    points = 3
    d.cells(left, 134, [""] * (6 * points), word, 30, lambda i: kinds[i // (2 * points)])
    for thread in range(3):
        first = thread * 2 * points
        d.text(left + first * word, 182, f"thread {thread}", size=14)
        d.text(left + first * word, 200, f"offset {first}", size=14, soft=True)
    d.text(left + 18 * word + 8, 148, f"{points} points,\n{2 * points} words", size=14)
    d.text(left, 238, "philox", mono=True, size=15, bold=True)
    for thread in range(3):
        x = left + thread * 156
        d.box(x, 248, 46, 34, f"{thread}, 0", "grey", 14)
        d.arrow([(x + 46, 265), (x + 62, 265)])
        d.cells(x + 62, 250, [""] * 4, word, 30, kinds[thread])
    d.text(left, 300, "counter", size=14, soft=True)
    d.text(left + 62, 300, "four numbers", size=14, soft=True)
    d.text(left, 326, "A jump along a sequence takes work; a counter is set.", size=15)


@drawing(
    "ch19_normal",
    "Two uniform numbers make two normal ones",
    """Box and Muller: u and v are uniform. They are a point at the distance sqrt(-2 ln u) from the centre, in the direction
    2 pi v. The two coordinates of the point are independent normal numbers.""",
    272,
    480,
)
def normal(d):
    u, v, unit, x0, y0 = 0.3, 0.12, 70, 140, 138
    radius, angle = sqrt(-2 * log(u)), 2 * exact * v
    x, y = x0 + unit * radius * cos(angle), y0 - unit * radius * sin(angle)
    d.line([(20, y0), (270, y0)], "plain")
    d.line([(x0, 20), (x0, 256)], "plain")
    d.add("circle", "l-plain", cx=x0, cy=y0, r=unit * radius, stroke_dasharray="5 4")
    d.line([(x0, y0), (x, y)], "blue", 2.5)
    d.line([(x, y), (x, y0)], "orange", 2.5)
    d.line([(x0, y0), (x, y0)], "green", 4)
    d.dot(x, y, 5, "blue")
    for i, (text, kind) in enumerate(
        (("u, v: uniform", "plain"), ("radius: sqrt(-2 ln u)", "blue"), ("angle: 2 pi v", "blue"),
         ("one normal number", "green"), ("another one", "orange"))
    ):  # fmt: skip
        d.text(300, 56 + i * 36, text, size=15)
        if kind != "plain":
            d.line([(280, 51 + i * 36), (294, 51 + i * 36)], kind, 4)


@drawing(
    "ch19_order",
    "Which number goes to which place",
    """Four sequences, each 2^67 numbers after the one before. The array takes the first number of each, then the second
    number of each, and so on. XORWOW has 4096 sequences instead of four.""",
    318,
    480,
)
def order(d):
    sequences, length, cell, left = 4, 3, 36, 150
    kinds = ["blue", "green", "orange", "purple"]
    for row in range(sequences):
        y = 20 + row * 44
        d.text(left - 14, y + 17, f"from {row} x 2^67" if row else "from 0", "end", 14, centred=True)
        d.cells(left, y, [f"{'abcd'[row]}{k}" for k in range(length)], cell, 34, kinds[row], 15)
        d.text(left + length * cell + 12, y + 17, "...", size=15, centred=True)
    y = 232
    d.text(20, y - 12, "the array", size=15, bold=True)
    labels = [f"{'abcd'[i % sequences]}{i // sequences}" for i in range(sequences * length)]
    d.cells(20, y, labels, cell, 34, lambda i: kinds[i % sequences], 15)
    d.text(20, y + 66, "XORWOW: 4096 sequences instead of four", size=15)


@drawing(
    "ch19_pi",
    "Pi from random points",
    """1000 points in a square, from a linear congruential generator with a fixed seed. The share of points inside the
    quarter circle, times 4, is near pi. The error falls with the root of the number of points.""",
    296,
    480,
)
def pi(d):
    points, side, left, top = 1000, 256, 16, 20
    state, inside = 1234, 0

    def uniform():
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64  # Knuth's MMIX generator
        return (state >> 33) / 2**31

    d.box(left, top, side, side, round_=0)
    for _ in range(points):
        x, y = uniform(), uniform()
        within = x * x + y * y <= 1
        inside += within
        d.dot(left + x * side, top + side - y * side, 2.5, "blue" if within else "orange")
    d.add("path", "l-plain", d=f"M{left},{top}A{side},{side} 0 0 1 {left + side},{top + side}", stroke_width=2)
    x = left + side + 20
    d.text(x, 62, f"{inside} of {points}\npoints inside", size=16, bold=True)
    d.text(x, 118, f"4 * {inside} / {points}\n= {4 * inside / points:g}", size=16)
    deviation = 4 * sqrt(exact / 4 * (1 - exact / 4) / points)
    d.text(x, 176, f"standard deviation\n{deviation:.2f}", size=15)
    d.text(x, 232, "100 times the points:\na tenth of it", size=15)


@drawing(
    "ch19_pairs",
    "A payoff over z, and its mirror image",
    """The payoff of a call option over a normal number z: 0 up to the strike, then rising. Its mirror image is the payoff
    for -z. The mean of the two varies less than either of them.""",
    372,
    480,
)
def pairs(d):
    spot, strike, rate, volatility = 100, 105, 0.03, 0.2  # as Option of option_pricing.h

    def payoff(z):
        price = spot * exp(rate - volatility**2 / 2 + volatility * z)
        return exp(-rate) * max(price - strike, 0)

    left, bottom, wide, tall, most = 30, 250, 420, 210, 2.5
    highest = payoff(most)
    steps = [most * (i / 100 - 1) for i in range(201)]
    at = lambda z, value: (left + (z + most) / (2 * most) * wide, bottom - value / highest * tall)
    d.line([(left, bottom), (left + wide, bottom)], "plain")
    d.line([at(0, 0), at(0, highest)], "plain", dash=True)
    d.line([at(z, payoff(z)) for z in steps], "blue", 2.5)
    d.line([at(z, payoff(-z)) for z in steps], "orange", 2.5)
    d.line([at(z, (payoff(z) + payoff(-z)) / 2) for z in steps], "green", 3)
    for z in (-2, -1, 0, 1, 2):
        d.text(at(z, 0)[0], bottom + 20, str(z), "middle", 14)
    d.text(left + wide / 2, bottom + 44, "z", "middle", 16)
    d.text(left, 26, "payoff", size=15)
    for i, (name, kind) in enumerate((("for z", "blue"), ("for -z", "orange"), ("their mean", "green"))):
        x = left + i * 120
        d.line([(x, 320), (x + 30, 320)], kind, 3)
        d.text(x + 38, 325, name, size=15)
    d.text(left, 354, "The mean varies less than either of them.", size=15)
