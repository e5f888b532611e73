"""Chapter 20: two sines and their spectrum, many signals in one plan, the butterflies of a transform, what is stored of a real
spectrum, in place and in two dimensions, a low pass, and zeros between images."""

from math import pi, sin

from canvas import drawing


@drawing(
    "ch20_butterflies",
    "A transform of eight elements in three steps",
    """Eight elements in, eight out, three steps of four butterflies. A butterfly takes an even and an odd element and
    makes their sum and difference, with a root of unity times the odd one. Steps read one array and write
    another, in Stockham's order, which leaves the result in order.""",
    400,
    480,
)
def butterflies(d):
    n, gap, top = 8, 42, 34
    xs = [66, 178, 290, 402]
    kinds = ["blue", "green", "orange", "purple"]

    def y_of(i):
        return top + i * gap

    half, step = 1, 0
    while half < n:
        for b in range(n // 2):  # as butterflies_kernel of fft_1d.cu
            groups = n // 2 // half
            k, group = b // groups, b % groups
            even, odd = 2 * k * groups + group, (2 * k + 1) * groups + group
            for source in (even, odd):
                for target in (k * groups + group, (k + half) * groups + group):
                    d.line([(xs[step] + 6, y_of(source)), (xs[step + 1] - 6, y_of(target))], kinds[b], 1.6)
        d.text((xs[step] + xs[step + 1]) / 2, 384, f"step {step + 1}", "middle", 15)
        half, step = 2 * half, step + 1
    for column, x in enumerate(xs):
        for i in range(n):
            d.dot(x, y_of(i), 6, "grey")
    for i in range(n):
        d.text(xs[0] - 16, y_of(i), f"x[{i}]", "end", 15, centred=True, mono=True)
        d.text(xs[-1] + 16, y_of(i), f"X[{i}]", "start", 15, centred=True, mono=True)
    

@drawing(
    "ch20_half",
    "The spectrum of a real signal",
    """Eight real numbers have a spectrum of eight complex ones, of which element 8 - k is the complex conjugate of
    element k. So elements 0 to 4, n / 2 + 1 of them, are stored.""",
    286,
    480,
)
def half(d):
    n, cell, left = 8, 50, 58
    stored = n // 2 + 1
    d.text(20, 42, "x")
    d.cells(left, 20, [f"x{i}" for i in range(n)], cell, 36, "green", 16)
    d.text(left, 78, f"{n} real numbers", size=15, soft=True)
    d.text(20, 132, "X")
    d.cells(left, 110, [f"X{k}" for k in range(n)], cell, 36, lambda k: "blue" if k < stored else "plain", 16)
    for k in range(1, n - stored + 1):
        y = 146 + 18 * (n - stored + 1 - k) + 4
        d.arrow([(left + (k + 0.5) * cell, 146), (left + (k + 0.5) * cell, y), (left + (n - k + 0.5) * cell, y),
                 (left + (n - k + 0.5) * cell, 146)], "orange")  # fmt: skip
    d.text(20, 244, f"stored: {stored} complex numbers, n / 2 + 1", size=16, bold=True)
    d.text(20, 270, "The others are complex conjugates of these.", size=15)


@drawing(
    "ch20_sines",
    "A signal of two sines, and its spectrum",
    """The sum of a sine with 5 periods and one with 12 periods and half of its amplitude. The magnitudes of its spectrum are 0
    except in element 5 and, half as high, in element 12.""",
    330,
    480,
)
def sines(d):
    periods, left, wide = {5: 1.0, 12: 0.5}, 30, 420
    at = lambda t: (left + t * wide, 90 - 40 * sum(a * sin(2 * pi * k * t) for k, a in periods.items()))
    d.text(left, 24, "the signal", size=15, bold=True)
    d.line([(left, 90), (left + wide, 90)], "plain")
    d.line([at(i / 400) for i in range(401)], "blue", 2)
    d.arrow([(left + 0.8 * wide, 158), (left + 0.8 * wide, 190)], width=2)
    bottom, pitch = 290, 21
    d.text(left, 190, "its spectrum, magnitudes", size=15, bold=True)
    d.line([(left, bottom), (left + wide, bottom)], "plain")
    for k in range(20):
        height = 80 * periods.get(k, 0)
        d.box(left + k * pitch + 4, bottom - max(height, 1), pitch - 8, max(height, 1), "", "green", round_=0)
        if k in periods or k == 0:
            d.text(left + (k + 0.5) * pitch, bottom + 20, str(k), "middle", 15)
    d.text(left + wide, bottom + 20, "periods", "end", 15)


@drawing(
    "ch20_many",
    "Two ways to store many signals",
    """Three signals of four elements. One after the other: the elements of a signal are 1 apart, the signals 4. Interleaved: the
    elements are 3 apart, the signals 1.""",
    250,
    480,
)
def many(d):
    n, batch, cell, left = 4, 3, 36, 20
    kinds, names = ["blue", "green", "orange"], "abc"
    for y, title, place in (
        (46, "one after the other: stride 1, distance 4", lambda i: (i // n, i % n)),
        (160, "interleaved: stride 3, distance 1", lambda i: (i % batch, i // batch)),
    ):
        d.text(left, y - 14, title, size=15, bold=True)
        which = [place(i) for i in range(n * batch)]
        d.cells(left, y, [f"{names[signal]}{element}" for signal, element in which], cell, 34,
                lambda i: kinds[which[i][0]], 15)  # fmt: skip
        stride, distance = (1, n) if y < 100 else (batch, 1)
        d.arrow([(left + cell / 2, y + 46), (left + cell / 2 + distance * cell, y + 46)], "green", both=distance > 1)
        d.text(left + cell / 2, y + 68, "to the next signal", size=14)


@drawing(
    "ch20_in_place",
    "A real signal and its spectrum in one array",
    """Eight real numbers take eight places. Their spectrum has five complex numbers, each with a real and an imaginary part: ten
    places. So the array needs two places more.""",
    222,
    480,
)
def in_place(d):
    n, cell, left = 8, 44, 20
    stored = n // 2 + 1
    d.text(left, 32, "the signal", size=15, bold=True)
    d.cells(left, 42, [f"x{i}" for i in range(n)] + [""] * (2 * stored - n), cell, 34,
            lambda i: "green" if i < n else "plain", 15)  # fmt: skip
    d.text(left + n * cell, 96, "unused", size=14, soft=True)
    d.text(left, 132, "its spectrum, in the same places", size=15, bold=True)
    for k in range(stored):
        d.box(left + 2 * k * cell, 142, 2 * cell, 34, f"X{k}", "blue", 15, 0)
        d.line([(left + (2 * k + 1) * cell, 170), (left + (2 * k + 1) * cell, 176)], "blue")
    d.text(left, 204, "n / 2 + 1 complex numbers are n + 2 real ones", size=15)


@drawing(
    "ch20_grid",
    "The spectrum of a real grid",
    """A grid of 6 rows and 8 columns of real numbers has a spectrum of 6 rows and 5 columns of complex ones. The columns have 0 to 4
    periods in x. The rows have 0, 1, 2, 3, -2 and -1 periods in y.""",
    300,
    480,
)
def grid(d):
    rows, cols, cell, top = 6, 8, 24, 60
    d.text(20, 30, f"{rows} x {cols} real", size=15, bold=True)
    for row in range(rows):
        d.cells(20, top + row * cell, [""] * cols, cell, cell, "green")
    d.arrow([(224, top + rows * cell / 2), (262, top + rows * cell / 2)], width=2)
    left, wide, stored = 320, 29, cols // 2 + 1
    d.text(left - 26, 30, f"{rows} x {stored} complex", size=15, bold=True)
    for col in range(stored):
        d.text(left + (col + 0.5) * wide, top - 8, str(col), "middle", 14, soft=True)
    for row in range(rows):
        turns = row if 2 * row <= rows else row - rows
        d.cells(left, top + row * cell, [""] * stored, wide, cell, "blue")
        d.text(left - 8, top + (row + 0.5) * cell, str(turns), "end", 14, soft=True, centred=True)
    y = top + rows * cell
    d.text(left, y + 24, "periods in x: 0 to 4", size=14)
    d.text(left - 26, y + 46, "periods in y: 0 to 3,", size=14)
    d.text(left - 26, y + 66, "then -2 and -1", size=14)
    d.text(20, y + 24, "the last dimension", size=14)
    d.text(20, y + 44, "becomes shorter", size=14)


@drawing(
    "ch20_low_pass",
    "A low pass in the spectrum",
    """Magnitudes of a spectrum: three sines stand out from noise that is equally strong at all frequencies. Above the
    cutoff all elements are set to 0, and with them most of the noise.""",
    330,
    480,
)
def low_pass(d):
    frequencies, cutoff, sines, width = 56, 20, {3: 150, 7: 100, 15: 70}, 7.8
    left, bottom, state = 20, 226, 1
    d.text(left, 26, "magnitude", size=15)
    for k in range(frequencies):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64  # Knuth's MMIX generator
        height = sines.get(k, 0) + 10 + 22 * (state >> 33) / 2**31
        kind = "green" if k in sines else "blue" if k <= cutoff else "plain"
        d.box(left + k * width, bottom - height, width - 1.5, height, "", kind, round_=0)
    d.line([(left - 6, bottom), (left + frequencies * width, bottom)], "plain")
    edge = left + (cutoff + 1) * width - 1
    d.line([(edge, 40), (edge, bottom + 6)], "red", 2, dash=True)
    d.text(edge, bottom + 24, "cutoff", "middle", 15)
    d.text(left + frequencies * width, bottom + 24, "frequency", "end", 15)
    d.text(edge + 14, 80, "set to 0,", size=16, bold=True)
    d.text(edge + 14, 106, "with most of the noise", size=15)
    for i, (text, kind) in enumerate((("sines", "green"), ("noise that stays", "blue"), ("noise that goes", "plain"))):
        d.box(left + (0, 90, 260)[i], 284, 18, 18, "", kind)
        d.text(left + 26 + (0, 90, 260)[i], 298, text, size=15)


@drawing(
    "ch20_padding",
    "An image among its copies",
    """A transform treats an image as one of many side by side. Without zeros between them a filter at the right edge
    reaches the left edge of the next copy. With zeros half a filter wide it reaches zeros.""",
    290,
    480,
)
def padding(d):
    side, radius, cell = 8, 2, 14
    for case, pad in enumerate((0, radius)):
        left, top = 20 + case * 222, 50
        d.text(left, 32, "without zeros" if pad == 0 else f"zeros, {radius} pixels wide", bold=True, size=15)
        pitch = side + pad
        px, py = side - 1, 4
        for y in range(side + pad):
            for x in range(min(pitch + 5, 18)):
                inside = x % pitch < side and y < side
                near = abs(x - px) <= radius and abs(y - py) <= radius
                copy = x >= pitch
                kind = (
                    "red"
                    if near and copy
                    else "green"
                    if near
                    else "grey"
                    if copy and inside
                    else "blue"
                    if inside
                    else "plain"
                )
                d.box(left + x * cell, top + y * cell, cell, cell, "", kind, round_=0)
        reached = sum(1 for x in range(pitch, pitch + radius + 1) if abs(x - px) <= radius) * (2 * radius + 1)
        d.text(left, 216, f"{reached} pixels of the copy" if reached else "none of the copy", size=15, bold=True)
    d.text(20, 250, "Blue: the image. Grey: its next copy.", size=14, soft=True)
    d.text(20, 272, "Green and red: what a filter of 5 x 5 reads.", size=14, soft=True)
