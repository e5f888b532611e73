"""Chapter 18: a sparse matrix by compressed rows, three factorisations, refinement."""

from canvas import drawing


def poisson(side):
    """The five-point formula's matrix on side * side points: {(row, column): value}."""
    entries = {}
    for y in range(side):
        for x in range(side):
            entries[y * side + x, y * side + x] = 4
            for nx, ny in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= nx < side and 0 <= ny < side:
                    entries[y * side + x, ny * side + nx] = -1
    return entries


@drawing(
    "ch18_csr",
    "A sparse matrix by compressed rows (CSR)",
    """Poisson's matrix for 2 x 2 points: 4 rows with 3 entries each. Values and columns are stored row after row;
    offsets say where each row begins: 0, 3, 6, 9, 12.""",
    352,
)
def csr(d):
    side, cell = 2, 40
    entries, rows = poisson(side), side * side
    kinds = ["blue", "green", "orange", "purple"]
    values, columns, row_of, offsets = [], [], [], [0]
    for row in range(rows):
        for column in range(rows):
            if (row, column) in entries:
                values.append(entries[row, column])
                columns.append(column)
                row_of.append(row)
        offsets.append(len(values))
    for row in range(rows):
        for column in range(rows):
            value = entries.get((row, column), 0)
            d.box(40 + column * cell, 24 + row * cell, cell, cell, str(value), kinds[row] if value else "plain", 16, 0)
    d.text(240, 56, f"{rows} x {rows} numbers, {len(values)} of them are not 0.", size=16)
    d.text(240, 84, "With 1000 x 1000 points a row has at most 5\nentries, of a million numbers.", size=16)
    left, wide = 130, 46
    for y, name, row in ((206, "values", values), (250, "columns", columns)):
        d.text(20, y + 22, name)
        d.cells(left, y, row, wide, 34, lambda i: kinds[row_of[i]], 16)
    d.text(20, 334, "offsets")
    for i, offset in enumerate(offsets):
        x = min(left + offset * wide, 720 - 16 - wide)
        d.box(x, 312, wide, 32, str(offset), kinds[i] if i < rows else "plain", 16, 0)
        if i < rows:
            d.arrow([(x + wide / 2, 312), (x + wide / 2, 284)], kinds[i])


@drawing(
    "ch18_factors",
    "Three factorisations",
    """LU: a lower and an upper triangle, 2/3 n^3 operations, for any matrix that is not singular. Cholesky: a lower
    triangle and its transpose, 1/3 n^3, for symmetric positive definite ones. QR: orthogonal columns and an
    upper triangle, 4/3 n^3, also for more rows than columns.""",
    386,
)
def factors(d):
    side = 84

    def square(x, y, text, kind="plain"):
        d.box(x, y, side, side, text, kind, 18, 0)

    def triangle(x, y, text, lower, kind):
        d.box(x, y, side, side, "", "plain", round_=0)
        third = (x, y + side) if lower else (x + side, y)
        corners = [(x, y), (x + side, y + side), third]
        d.add("polygon", kind, points=" ".join(f"{px:g},{py:g}" for px, py in corners))
        d.text(
            x + (0.3 if lower else 0.68) * side, y + (0.68 if lower else 0.34) * side, text, "middle", 18, centred=True
        )

    rows = [
        ("LU", "2/3 n^3", "any, if not singular"),
        ("Cholesky", "1/3 n^3", "positive definite"),
        ("QR", "4/3 n^3", "more rows than columns, too"),
    ]
    for i, (name, cost, what) in enumerate(rows):
        y = 24 + i * 118
        d.text(20, y + side / 2, name, size=17, bold=True, centred=True)
        square(120, y, "P A" if name == "LU" else "A", "grey")
        d.text(222, y + side / 2, "=", "middle", 20, centred=True)
        if name == "QR":
            square(242, y, "Q", "blue")
        else:
            triangle(242, y, "L", True, "blue")
        triangle(
            346, y, {"LU": "U", "Cholesky": "L'", "QR": "R"}[name], False, "green" if name != "Cholesky" else "blue"
        )
        d.text(456, y + 36, f"{cost} operations", size=16)
        d.text(456, y + 62, what, size=15, soft=True)
    d.text(20, 374, "A triangle is solved row by row; the inverse of Q is its transpose.", size=15)


@drawing(
    "ch18_refine",
    "LU in single precision with refinement",
    """A is factorised once in single precision. Then in a loop: the residual r = b - A x in double, solve for a
    correction d with the factors in single precision, add it to x in double; until r is small.""",
    250,
)
def refine(d):
    d.box(20, 30, 190, 60, "A = L U\nonce, in single", "orange", 16)
    d.arrow([(210, 60), (262, 60)], width=2)
    d.box(262, 30, 190, 60, "r = b - A x\nin double", "blue", 16)
    d.arrow([(452, 60), (504, 60)], width=2)
    d.box(504, 30, 196, 60, "L U d = r\nin single", "orange", 16)
    d.arrow([(602, 90), (602, 136)], width=2)
    d.box(504, 136, 196, 60, "x = x + d\nin double", "blue", 16)
    d.arrow([(504, 166), (357, 166), (357, 90)], width=2)
    d.text(376, 156, "until r is small", size=15)
    d.text(20, 234, "n^3 work in single precision, n^2 per step in double.", size=16)
