"""Chapter 17: a matrix by columns and by rows, many small products, and an epilogue."""

from canvas import drawing


@drawing(
    "ch17_layout",
    "A matrix by columns and by rows",
    """The matrix with rows 0 2 4 and 1 3 5. By columns its elements are stored as 0 1 2 3 4 5, leading dimension 2.
    By rows they are stored as 0 2 4 1 3 5, leading dimension 3. cuBLAS reads those as columns of 3: the transposed
    matrix.""",
    372,
)
def layout(d):
    rows, cols, cell = 2, 3, 42
    a = [[row + rows * col for col in range(cols)] for row in range(rows)]
    by_columns = [a[row][col] for col in range(cols) for row in range(rows)]
    by_rows = [a[row][col] for row in range(rows) for col in range(cols)]
    kinds = ["blue", "green", "orange"]
    column_of = {a[row][col]: col for row in range(rows) for col in range(cols)}

    def kind(values):
        return lambda i: kinds[column_of[values[i]]]

    d.text(24, 50 + cell, "a =", size=18, bold=True)
    for row in range(rows):
        d.cells(70, 44 + row * cell, a[row], cell, cell, kind(a[row]), 17)
    d.text(230, 34, "by columns, as in cuBLAS", bold=True)
    d.cells(230, 46, by_columns, cell, 36, kind(by_columns), 17)
    d.text(494, 70, f"leading dimension {rows}", size=15)
    d.text(230, 122, "by rows, as in C", bold=True)
    d.cells(230, 134, by_rows, cell, 36, kind(by_rows), 17)
    d.text(494, 158, f"leading dimension {cols}", size=15)
    d.text(24, 216, "The rows, read as cuBLAS reads them, in columns of 3:", size=16)
    read = [[by_rows[row + cols * col] for col in range(rows)] for row in range(cols)]
    for row in range(cols):
        d.cells(70, 228 + row * cell, read[row], cell, cell, kind(read[row]), 17)
    assert read == [list(column) for column in zip(*a)]
    d.text(190, 290, "= a', the transposed matrix", size=17, bold=True)
    d.text(190, 322, "So for matrices by rows compute c' = b' a': b first, a second.", size=15)


@drawing(
    "ch17_batched",
    "Many small products: a call each, or one call for all",
    """Three products. One by one: three calls, each for one matrix, one after the other. By pointers: one call with
    an array of three pointers to matrices anywhere in memory. Strided: one call with the first matrix and the
    distance to the next.""",
    350,
)
def batched(d):
    side, kinds = 50, ["blue", "green", "orange"]
    d.text(20, 62, "one_by_one", mono=True, bold=True, size=15)
    for i in range(3):
        d.box(150 + i * 182, 30, 86, 50, f"call {i + 1}", "grey", 15)
        d.arrow([(236 + i * 182, 55), (262 + i * 182, 55)])
        d.box(262 + i * 182, 30, side, 50, f"c{i}", kinds[i], 16, 0)
    d.text(20, 172, "by_pointers", mono=True, bold=True, size=15)
    d.box(150, 140, 86, 50, "one call", "grey", 15)
    d.arrow([(236, 165), (262, 165)])
    places = [560, 372, 650]  # in no order
    for i in range(3):
        d.box(262, 132 + i * 23, 50, 23, "", kinds[i], round_=0)
        d.box(places[i], 140 + (i - 1) * 6, side, 50, f"c{i}", kinds[i], 16, 0)
    d.arrow([(312, 143), (585, 118), (585, 134)], "blue")
    d.arrow([(312, 166), (372, 166)], "green")
    d.arrow([(312, 190), (500, 220), (675, 220), (675, 196)], "orange")
    d.text(20, 288, "strided", mono=True, bold=True, size=15)
    d.box(150, 256, 86, 50, "one call", "grey", 15)
    d.arrow([(236, 281), (262, 281)])
    for i in range(3):
        d.box(262 + i * 90, 256, side, 50, f"c{i}", kinds[i], 16, 0)
        if i < 2:
            d.arrow([(262 + i * 90, 318), (352 + i * 90, 318)], both=True)
    d.text(352, 340, "equal distances", "middle", 15)


@drawing(
    "ch17_epilogue",
    "Bias and activation after the product, and in its epilogue",
    """Three kernels: the product writes y, a kernel reads and writes y to add the bias, another one reads and writes y
    for the activation. Two kernels: one of them does both. One kernel: the product adds the bias and applies the
    activation before it writes y.""",
    308,
)
def epilogue(d):
    ways = [
        ("three_kernels", ["x w", "+ bias", "gelu"]),
        ("two_kernels", ["x w", "+ bias, gelu"]),
        ("one_kernel", ["x w + bias, gelu"]),
    ]
    for i, (name, kernels) in enumerate(ways):
        y = 26 + i * 78
        d.text(20, y + 26, name, mono=True, bold=True, size=15)
        x = 160
        for k, kernel in enumerate(kernels):
            width = 40 + 9.5 * len(kernel)
            d.box(x, y, width, 40, kernel, "blue" if k == 0 else "green", 16)
            d.arrow([(x + width, y + 20), (x + width + 34, y + 20)], "orange", 2)
            d.box(x + width + 34, y + 4, 34, 32, "y", "orange", 16, 2)
            x += width + 68
            if k + 1 < len(kernels):
                d.arrow([(x, y + 20), (x + 34, y + 20)], "orange", 2)
                x += 34
        trips = 2 * len(kernels) - 1
        d.text(160, y + 60, f"y passes through memory {trips} time{'s' if trips > 1 else ''}", size=14, soft=True)
    d.text(20, 288, "The epilogue works while the sums are still in registers.", size=16)
