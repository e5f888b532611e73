"""Chapter 17: the sides of a product, matrices in memory, number formats, many small products, and an epilogue."""

from canvas import drawing


@drawing(
    "ch17_layout",
    "A matrix by columns and by rows",
    """The matrix with rows 0 2 4 and 1 3 5. By columns its elements are stored as 0 1 2 3 4 5, leading dimension 2.
    By rows they are stored as 0 2 4 1 3 5, leading dimension 3. cuBLAS reads those as columns of 3: the transposed
    matrix.""",
    418,
    480,
)
def layout(d):
    rows, cols, cell = 2, 3, 38
    a = [[row + rows * col for col in range(cols)] for row in range(rows)]
    by_columns = [a[row][col] for col in range(cols) for row in range(rows)]
    by_rows = [a[row][col] for row in range(rows) for col in range(cols)]
    kinds = ["blue", "green", "orange"]
    column_of = {a[row][col]: col for row in range(rows) for col in range(cols)}

    def kind(values):
        return lambda i: kinds[column_of[values[i]]]

    d.text(24, 24 + cell, "a =", size=18, bold=True)
    for row in range(rows):
        d.cells(70, 18 + row * cell, a[row], cell, cell, kind(a[row]), 16)
    for y, name, values, leading in (
        (124, "by columns, as in cuBLAS", by_columns, rows),
        (198, "by rows, as in C", by_rows, cols),
    ):
        d.text(24, y, name, size=15, bold=True)
        d.cells(24, y + 10, values, cell, 34, kind(values), 16)
        d.text(268, y + 32, f"leading dimension {leading}", size=15)
    d.text(24, 274, "The rows, read as cuBLAS reads them, in columns of 3:", size=15)
    read = [[by_rows[row + cols * col] for col in range(rows)] for row in range(cols)]
    for row in range(cols):
        d.cells(70, 288 + row * cell, read[row], cell, cell, kind(read[row]), 16)
    assert read == [list(column) for column in zip(*a)]
    d.text(166, 324, "= a', the transposed matrix", size=16, bold=True)
    d.text(166, 356, "So compute c' = b' a':", size=15)
    d.text(166, 380, "b first, a second.", size=15)


@drawing(
    "ch17_sides",
    "The sides of a product",
    """c = a b. a has m rows and k columns, b has k rows and n columns, c has m rows and n columns. Below them the
    arguments of cublasDgemm: m, n, k, then each matrix with the distance of its columns: a 2, b 3, c 2.""",
    318,
    480,
)
def sides(d):
    m, n, k, cell = 2, 2, 3, 36
    b_left, c_left = 220, 220
    top, middle = 40, 40 + k * cell + 34

    def matrix(x, y, rows, cols, kind, name):
        for col in range(cols):
            for row in range(rows):
                d.box(x + col * cell, y + row * cell, cell, cell, "", kind, round_=0)
        d.text(x + cols * cell / 2, y + rows * cell / 2, name, "middle", 18, bold=True, centred=True)

    a_left = b_left - 40 - k * cell
    matrix(b_left, top, k, n, "green", "b")
    matrix(a_left, middle, m, k, "blue", "a")
    matrix(c_left, middle, m, n, "orange", "c")
    d.text(b_left + n * cell / 2, top - 12, f"n = {n}", "middle", 15)
    d.text(b_left - 10, top + k * cell / 2, f"k = {k}", "end", 15, centred=True)
    d.text(a_left - 10, middle + m * cell / 2, f"m = {m}", "end", 15, centred=True)
    d.text(a_left + k * cell / 2, middle - 12, f"k = {k}", "middle", 15)
    x = c_left + n * cell + 24
    for i, (name, rows, kind) in enumerate((("a", m, "blue"), ("b", k, "green"), ("c", m, "orange"))):
        d.box(x, top + i * 34, 24, 24, name, kind, 15, 0)
        d.text(x + 32, top + 17 + i * 34, f"columns of {rows}", size=15)
    d.text(20, middle + m * cell + 40, f"m, n, k,  a, {m},  b, {k},  c, {m}", size=16, mono=True)


@drawing(
    "ch17_part",
    "A part of a larger matrix",
    """A matrix of 4 rows and 5 columns, stored by columns: element (row, column) is at row + 4 column. A part of 2 x 3
    elements begins at row 1, column 1, which is place 5. Its columns begin at the places 5, 9 and 13: 4 apart.""",
    338,
    480,
)
def part(d):
    rows, cols, cell, left, top = 4, 5, 40, 24, 20
    first_row, first_col, high, wide = 1, 1, 2, 3
    kinds = ["blue", "green", "orange"]

    def kind(place):
        row, col = place % rows, place // rows
        inside = first_row <= row < first_row + high and first_col <= col < first_col + wide
        return kinds[col - first_col] if inside else "plain"

    for place in range(rows * cols):
        d.box(left + place // rows * cell, top + place % rows * cell, cell, cell, str(place), kind(place), 15, 0)
    x = left + cols * cell + 18
    d.text(x, top + 26, "the place of each\nelement in memory", size=15)
    d.text(x, top + 84, f"the part: {high} x {wide}", size=15, bold=True)
    d.text(x, top + 110, f"it begins at place {first_row + first_col * rows}", size=15)
    d.text(x, top + 136, f"leading dimension {rows}", size=15)
    y, small = top + rows * cell + 34, 27
    shown = list(range(1, 17))
    d.cells(left, y, shown, small, 34, lambda i: kind(shown[i]), 13)
    for i in range(wide - 1):
        begin = left + (first_row + (first_col + i) * rows - shown[0]) * small
        d.arrow([(begin, y + 48), (begin + rows * small, y + 48)], both=True)
        d.text(begin + rows * small / 2, y + 70, str(rows), "middle", 15)
    d.text(left, y + 100, "Columns of the part are 2 high and begin 4 apart.", size=15)


@drawing(
    "ch17_formats",
    "The bits of the four formats",
    """FP64: a sign, 11 bits of exponent, 52 of fraction. FP32: 8 and 23. TF32: 8 and 10, in the memory of a float. BF16: 8
    and 7.""",
    276,
    480,
)
def formats(d):
    scale, left = 4.9, 74
    rows = [("FP64", 11, 52, 0), ("FP32", 8, 23, 0), ("TF32", 8, 10, 13), ("BF16", 8, 7, 0)]
    for i, (name, exponent, fraction, unused) in enumerate(rows):
        y = 18 + i * 54
        d.text(left - 12, y + 18, name, "end", 15, bold=True, centred=True)
        d.box(left, y, scale, 36, "", "grey", round_=0)
        x = left + scale
        for bits, kind in ((exponent, "green"), (fraction, "blue"), (unused, "plain")):
            if bits:
                d.box(x, y, bits * scale, 36, str(bits), kind, 15, 0)
                x += bits * scale
        d.text(x + 8, y + 18, f"{(1 + exponent + fraction + unused) // 8} bytes", size=14, centred=True, soft=True)
    for i, (text, kind) in enumerate((("sign", "grey"), ("exponent", "green"), ("fraction", "blue"), ("not used", "plain"))):
        d.box(20 + i * 114, 244, 16, 16, "", kind)
        d.text(42 + i * 114, 258, text, size=14)


@drawing(
    "ch17_batched",
    "Many small products: a call each, or one call for all",
    """Three products. One by one: three calls, each for one matrix, one after the other. By pointers: one call with
    an array of three pointers to matrices anywhere in memory. Strided: one call with the first matrix and the
    distance to the next.""",
    344,
    480,
)
def batched(d):
    side, kinds = 40, ["blue", "green", "orange"]
    d.text(20, 28, "one_by_one", mono=True, bold=True, size=15)
    for i in range(3):
        x = 20 + i * 152
        d.box(x, 40, 68, side, f"call {i + 1}", "grey", 15)
        d.arrow([(x + 68, 60), (x + 90, 60)])
        d.box(x + 90, 40, side, side, f"c{i}", kinds[i], 16, 0)
    d.text(20, 118, "by_pointers", mono=True, bold=True, size=15)
    d.box(20, 138, 78, side, "one call", "grey", 15)
    d.arrow([(98, 158), (122, 158)])
    places = [360, 212, 424]  # in no order
    for i in range(3):
        d.box(122, 128 + i * 20, 40, 20, "", kinds[i], round_=0)
        d.box(places[i], 138 + (i - 1) * 6, side, side, f"c{i}", kinds[i], 16, 0)
    d.arrow([(162, 138), (380, 112), (380, 132)], "blue")
    d.arrow([(162, 158), (212, 158)], "green")
    d.arrow([(162, 178), (330, 204), (444, 204), (444, 184)], "orange")
    d.text(20, 242, "strided", mono=True, bold=True, size=15)
    d.box(20, 256, 78, side, "one call", "grey", 15)
    d.arrow([(98, 276), (122, 276)])
    for i in range(3):
        d.box(122 + i * 84, 256, side, side, f"c{i}", kinds[i], 16, 0)
        if i < 2:
            d.arrow([(122 + i * 84, 308), (206 + i * 84, 308)], both=True)
    d.text(206, 332, "equal distances", "middle", 15)


@drawing(
    "ch17_epilogue",
    "Bias and activation after the product, and in its epilogue",
    """Three kernels: the product writes y, a kernel reads and writes y to add the bias, another one reads and writes y
    for the activation. Two kernels: one of them does both. One kernel: the product adds the bias and applies the
    activation before it writes y.""",
    330,
    480,
)
def epilogue(d):
    ways = [
        ("three_kernels", ["x w", "+ bias", "gelu"]),
        ("two_kernels", ["x w", "+ bias, gelu"]),
        ("one_kernel", ["x w + bias, gelu"]),
    ]
    for i, (name, kernels) in enumerate(ways):
        y = 42 + i * 96
        trips = 2 * len(kernels) - 1
        d.text(20, y - 12, name, mono=True, bold=True, size=15)
        d.text(164, y - 12, f"y passes through memory {trips} time{'s' if trips > 1 else ''}", size=14, soft=True)
        x = 20
        for k, kernel in enumerate(kernels):
            width = 28 + 9 * len(kernel)
            d.box(x, y, width, 38, kernel, "blue" if k == 0 else "green", 15)
            d.arrow([(x + width, y + 19), (x + width + 24, y + 19)], "orange", 2)
            d.box(x + width + 24, y + 3, 30, 32, "y", "orange", 16, 2)
            x += width + 54
            if k + 1 < len(kernels):
                d.arrow([(x, y + 19), (x + 24, y + 19)], "orange", 2)
                x += 24
    d.text(20, 312, "The epilogue works while the sums are in registers.", size=15)
