"""Chapter 19: where a thread's numbers come from, pi by counting points, and opposite pairs."""

from math import exp
from math import pi as exact
from math import sqrt

from canvas import drawing


@drawing(
    "ch19_sequences",
    "Three ways to give each thread numbers of its own",
    """Subsequences: thread i starts 2^67 numbers further on than thread i - 1. Offsets: one sequence is cut into
    parts, of two words per point. Philox: a thread encrypts a counter, so a jump is a new counter.""",
    326,
)
def sequences(d):
    kinds, left, word = ["blue", "green", "orange"], 150, 22
    d.text(20, 48, "subsequences", mono=True, size=15, bold=True)
    for thread in range(3):
        x = left + thread * 184
        d.cells(x, 28, [""] * 4, word, 32, kinds[thread])
        d.text(x, 80, f"thread {thread}", size=14)
        if thread < 2:
            d.arrow([(x + 4 * word + 6, 44), (x + 178, 44)], dash=True)
            d.text(x + 4 * word + 48, 36, "2^67", "middle", 14)
    d.text(20, 138, "offsets", mono=True, size=15, bold=True)
    points = 3
    d.cells(left, 118, [""] * (6 * points), word, 32, lambda i: kinds[i // (2 * points)])
    for thread in range(3):
        first = thread * 2 * points
        d.text(left + first * word, 170, f"thread {thread}", size=14)
        d.text(left + first * word, 190, f"offset {first}", size=14, soft=True)
    d.text(left + 18 * word + 12, 138, f"{points} points, {2 * points} words", size=14)
    d.text(20, 240, "philox", mono=True, size=15, bold=True)
    for thread in range(3):
        x = left + thread * 184
        d.box(x, 214, 64, 40, f"{thread}, 0", "grey", 15)
        d.arrow([(x + 64, 234), (x + 82, 234)])
        d.cells(x + 82, 218, [""] * 4, word, 32, kinds[thread])
    d.text(left, 276, "counter", size=14, soft=True)
    d.text(left + 82, 276, "four numbers", size=14, soft=True)
    d.text(20, 310, "In the first two a thread has to jump to its part; a counter is simply set.", size=15)


@drawing(
    "ch19_pi",
    "Pi from random points",
    """1000 points in a square, from a linear congruential generator with a fixed seed. The share of points inside the
    quarter circle, times 4, is near pi. The error falls with the root of the number of points.""",
    330,
)
def pi(d):
    points, side, left, top = 1000, 290, 30, 20
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
    x = left + side + 40
    d.text(x, 70, f"{inside} of {points} points inside", size=17, bold=True)
    d.text(x, 104, f"pi is about 4 * {inside} / {points} = {4 * inside / points:g}", size=16)
    deviation = 4 * sqrt(exact / 4 * (1 - exact / 4) / points)
    d.text(x, 150, f"standard deviation: {deviation:.2f}", size=16)
    d.text(x, 184, "100 times the points:\na tenth of it", size=16)


@drawing(
    "ch19_pairs",
    "A payoff over z, and its mirror image",
    """The payoff of a call option over a normal number z: 0 up to the strike, then rising. Its mirror image is the payoff
    for -z. The mean of the two varies less than either of them.""",
    330,
)
def pairs(d):
    spot, strike, rate, volatility = 100, 105, 0.03, 0.2  # as Option of option_pricing.h

    def payoff(z):
        price = spot * exp(rate - volatility**2 / 2 + volatility * z)
        return exp(-rate) * max(price - strike, 0)

    left, bottom, wide, tall, most = 60, 270, 430, 230, 2.5
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
    d.text(left - 12, 34, "payoff", size=15)
    for i, (name, kind) in enumerate((("payoff for z", "blue"), ("payoff for -z", "orange"), ("their mean", "green"))):
        d.line([(530, 60 + i * 34), (566, 60 + i * 34)], kind, 3)
        d.text(576, 65 + i * 34, name, size=15)
    d.text(530, 190, "The mean varies\nless than either.", size=15)
