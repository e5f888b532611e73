"""Chapter 20: the butterflies of a transform, what is stored of a real signal's spectrum, a low pass, and zeros between
images."""

from canvas import drawing


@drawing(
    "ch20_butterflies",
    "A transform of eight elements in three steps",
    """Eight elements in, eight out, three steps of four butterflies. A butterfly takes an even and an odd element and
    makes their sum and difference, with a root of unity times the odd one. Steps read one array and write
    another, in Stockham's order, which leaves the result in order.""",
    400,
)
def butterflies(d):
    n, gap, top = 8, 42, 34
    xs = [110, 280, 450, 620]
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
    d.text(20, 384, "log2(8) = 3", size=15)


@drawing(
    "ch20_half",
    "The spectrum of a real signal",
    """Eight real numbers have a spectrum of eight complex ones, of which element 8 - k is the complex conjugate of
    element k. So elements 0 to 4, n / 2 + 1 of them, are stored.""",
    300,
)
def half(d):
    n, cell, left = 8, 66, 110
    stored = n // 2 + 1
    d.text(20, 50, "x")
    d.cells(left, 28, [f"x{i}" for i in range(n)], cell, 36, "green", 16)
    d.text(left, 88, f"{n} real numbers", size=15, soft=True)
    d.text(20, 142, "X")
    d.cells(left, 120, [f"X{k}" for k in range(n)], cell, 36, lambda k: "blue" if k < stored else "plain", 16)
    for k in range(1, n - stored + 1):
        y = 156 + 18 * (n - stored + 1 - k) + 4
        d.arrow([(left + (k + 0.5) * cell, 156), (left + (k + 0.5) * cell, y), (left + (n - k + 0.5) * cell, y),
                 (left + (n - k + 0.5) * cell, 156)], "orange")  # fmt: skip
    d.text(left, 256, f"stored: {stored} complex numbers, n / 2 + 1", size=16, bold=True)
    d.text(left, 284, "The others are complex conjugates of these.", size=15)


@drawing(
    "ch20_low_pass",
    "A low pass in the spectrum",
    """Magnitudes of a spectrum: three sines stand out from noise that is equally strong at all frequencies. Above the
    cutoff all elements are set to 0, and with them most of the noise.""",
    316,
)
def low_pass(d):
    frequencies, cutoff, sines, width = 56, 20, {3: 150, 7: 100, 15: 70}, 11
    left, bottom, state = 60, 236, 1
    d.text(left, 30, "magnitude", size=15)
    for k in range(frequencies):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64  # Knuth's MMIX generator
        height = sines.get(k, 0) + 10 + 22 * (state >> 33) / 2**31
        kind = "green" if k in sines else "blue" if k <= cutoff else "plain"
        d.box(left + k * width, bottom - height, width - 2, height, "", kind, round_=0)
    d.line([(left - 6, bottom), (left + frequencies * width, bottom)], "plain")
    edge = left + (cutoff + 1) * width - 1
    d.line([(edge, 40), (edge, bottom + 6)], "red", 2, dash=True)
    d.text(edge, bottom + 24, "cutoff", "middle", 15)
    d.text(left + frequencies * width, bottom + 24, "frequency", "end", 15)
    d.text(edge + 14, 80, "set to 0", size=16, bold=True)
    d.text(edge + 14, 106, "with most of the noise", size=15)
    for i, (text, kind) in enumerate((("sines", "green"), ("noise that stays", "blue"), ("noise that goes", "plain"))):
        d.box(left + i * 190, 282, 20, 20, "", kind)
        d.text(left + 28 + i * 190, 298, text, size=15)


@drawing(
    "ch20_padding",
    "An image among its copies",
    """A transform treats an image as one of many side by side. Without zeros between them a filter at the right edge
    reaches the left edge of the next copy. With zeros half a filter wide it reaches zeros.""",
    286,
)
def padding(d):
    side, radius, cell = 8, 2, 16
    for case, pad in enumerate((0, radius)):
        left, top = 24 + case * 350, 50
        d.text(left, 32, "without zeros" if pad == 0 else f"zeros, {radius} pixels wide", bold=True)
        pitch = side + pad
        px, py = side - 1, 4
        for y in range(side + pad):
            for x in range(min(pitch + 5, 18)):
                inside = x % pitch < side and y < side
                near = abs(x - px) <= radius and abs(y - py) <= radius
                copy = x >= pitch
                wrong = near and copy
                kind = (
                    "red"
                    if wrong
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
        d.text(left, 240, f"{reached} pixels of the copy" if reached else "none of the copy", size=16, bold=True)
    d.text(24, 272, "Blue: the image. Grey: its next copy. Green, red: what a 5 x 5 filter reads.", size=14, soft=True)
