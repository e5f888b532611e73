"""Chapter 18: names, pivots, two ways to eigenvalues, a sparse matrix by compressed rows, three factorisations, refinement."""

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
    480,
)
def csr(d):
    side, cell = 2, 38
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
            d.box(20 + column * cell, 20 + row * cell, cell, cell, str(value), kinds[row] if value else "plain", 15, 0)
    d.text(190, 48, f"{rows} x {rows} numbers,\n{len(values)} of them are not 0.", size=15)
    d.text(190, 104, "With 1000 x 1000 points a row\nhas at most 5 entries,\nof a million numbers.", size=15)
    left, wide = 82, 32
    for y, name, row in ((196, "values", values), (242, "columns", columns)):
        d.text(12, y + 22, name, size=15)
        d.cells(left, y, row, wide, 34, lambda i: kinds[row_of[i]], 15)
    d.text(12, 332, "offsets", size=15)
    for i, offset in enumerate(offsets):
        x = min(left + offset * wide, 480 - 8 - wide)
        d.box(x, 310, wide, 32, str(offset), kinds[i] if i < rows else "plain", 15, 0)
        if i < rows:
            d.arrow([(x + wide / 2, 310), (x + wide / 2, 278)], kinds[i])


@drawing(
    "ch18_factors",
    "Three factorisations",
    """LU: a lower and an upper triangle, 2/3 n^3 operations, for any matrix that is not singular. Cholesky: a lower
    triangle and its transpose, 1/3 n^3, for symmetric positive definite ones. QR: orthogonal columns and an
    upper triangle, 4/3 n^3, also for more rows than columns.""",
    322,
    480,
)
def factors(d):
    side = 70

    def triangle(x, y, text, lower, kind):
        d.box(x, y, side, side, "", "plain", round_=0)
        third = (x, y + side) if lower else (x + side, y)
        corners = [(x, y), (x + side, y + side), third]
        d.add("polygon", kind, points=" ".join(f"{px:g},{py:g}" for px, py in corners))
        d.text(
            x + (0.3 if lower else 0.68) * side, y + (0.68 if lower else 0.34) * side, text, "middle", 17, centred=True
        )

    rows = [
        ("LU", "2/3", "any, if not\nsingular"),
        ("Cholesky", "1/3", "positive\ndefinite"),
        ("QR", "4/3", "more rows than\ncolumns, too"),
    ]
    for i, (name, cost, what) in enumerate(rows):
        y = 18 + i * 88
        d.text(14, y + side / 2, name, size=15, bold=True, centred=True)
        d.box(96, y, side, side, "P A" if name == "LU" else "A", "grey", 17, 0)
        d.text(178, y + side / 2, "=", "middle", 18, centred=True)
        if name == "QR":
            d.box(190, y, side, side, "Q", "blue", 17, 0)
        else:
            triangle(190, y, "L", True, "blue")
        triangle(
            270, y, {"LU": "U", "Cholesky": "L'", "QR": "R"}[name], False, "green" if name != "Cholesky" else "blue"
        )
        d.text(352, y + 18, f"{cost} n^3", size=15, bold=True)
        d.text(352, y + 40, what, size=14, soft=True)
    d.text(14, 304, "A triangle is solved row by row; the inverse of Q is Q'.", size=14)


@drawing(
    "ch18_refine",
    "LU in single precision with refinement",
    """A is factorised once in single precision. Then in a loop: the residual r = b - A x in double, solve for a
    correction d with the factors in single precision, add it to x in double; until r is small.""",
    214,
    480,
)
def refine(d):
    d.box(12, 24, 124, 56, "A = L U\nonce, in single", "orange", 15)
    d.arrow([(136, 52), (172, 52)], width=2)
    d.box(172, 24, 124, 56, "r = b - A x\nin double", "blue", 15)
    d.arrow([(296, 52), (332, 52)], width=2)
    d.box(332, 24, 124, 56, "L U d = r\nin single", "orange", 15)
    d.arrow([(394, 80), (394, 110)], width=2)
    d.box(332, 110, 124, 56, "x = x + d\nin double", "blue", 15)
    d.arrow([(332, 138), (234, 138), (234, 80)], width=2)
    d.text(222, 130, "until r is small", "end", 15)
    d.text(12, 196, "n^3 work in single precision, n^2 per step in double", size=15)


@drawing(
    "ch18_names",
    "The parts of a name",
    """cusolverDnZheevd: cusolverDn is the library for dense matrices, Z complex numbers of doubles, he Hermitian, ev
    eigenvalues, d divide and conquer. cusolverDnDgetrf: D double, ge general, trf triangular factorisation.""",
    268,
    480,
)
def names(d):
    names = [
        [("cusolverDn", "grey", "dense"), ("Z", "blue", "complex\ndoubles"), ("he", "green", "Hermitian"),
         ("ev", "orange", "eigen-\nvalues"), ("d", "purple", "divide and\nconquer")],
        [("cusolverDn", "grey", "dense"), ("D", "blue", "double"), ("ge", "green", "general\nmatrix"),
         ("trf", "orange", "triangular\nfactors")],
    ]  # fmt: skip
    for i, parts in enumerate(names):
        x, y = 16, 22 + i * 124
        for k, (text, kind, meaning) in enumerate(parts):
            wide = 122 if k == 0 else 80
            d.box(x, y, wide, 42, text, kind, 18, mono=True)
            d.text(x + wide / 2, y + 64, meaning, "middle", 14)
            x += wide + 2


@drawing(
    "ch18_pivots",
    "LU in place, with pivots",
    """A has the rows 2 3 2, 1 1.5 4 and 4 2 2. getrf exchanges row 1 with row 3, then row 2 with row 3. The factors
    replace the matrix: U on and above the diagonal, 4 2 2, 2 1 and 3; L below it, 0.5, 0.25 and 0.5. The ones on the
    diagonal of L are not stored. The pivots are 3, 3, 3.""",
    330,
    480,
)
def pivots(d):
    before, n, cell = [[2, 3, 2], [1, 1.5, 4], [4, 2, 2]], 3, 46
    a, exchanged = [list(row) for row in before], []
    for k in range(n):  # as getrf works
        largest = max(range(k, n), key=lambda row: abs(a[row][k]))
        exchanged.append(largest + 1)
        a[k], a[largest] = a[largest], a[k]
        for row in range(k + 1, n):
            a[row][k] /= a[k][k]
            for col in range(k + 1, n):
                a[row][col] -= a[row][k] * a[k][col]
    left, right, top = 44, 292, 50
    d.text(left, 32, "before getrf", size=16, bold=True)
    d.text(right, 32, "after getrf", size=16, bold=True)
    for row in range(n):
        d.cells(left, top + row * cell, [f"{x:g}" for x in before[row]], cell, cell, "grey", 15)
        d.cells(right, top + row * cell, [f"{x:g}" for x in a[row]], cell, cell,
                lambda col: "green" if col >= row else "blue", 15)  # fmt: skip
        d.text(left - 12, top + (row + 0.5) * cell, str(row + 1), "end", 14, soft=True, centred=True)
    d.arrow([(left + n * cell + 24, top + 1.5 * cell), (right - 24, top + 1.5 * cell)], width=2)
    y = top + n * cell + 20
    for i, (text, kind) in enumerate((("U", "green"), ("L, its ones are not stored", "blue"))):
        d.box(right - 120 + i * 66, y, 18, 18, "", kind)
        d.text(right - 96 + i * 66, y + 15, text, size=15)
    y += 62
    d.text(44, y + 24, "pivots", size=16, bold=True)
    d.cells(116, y, exchanged, 40, 36, "orange", 16)
    d.text(252, y + 24, "exchange rows 1 and 3,", size=15)
    d.text(252, y + 46, "then rows 2 and 3", size=15)


@drawing(
    "ch18_eigen",
    "Two ways to eigenvalues",
    """Divide and conquer: reflections make all elements 0 except for three diagonals, and the tridiagonal matrix is
    divided. Jacobi: a rotation makes one pair of elements 0 and changes two rows and two columns; it is repeated for all
    pairs, until all elements off the diagonal are small.""",
    320,
    480,
)
def eigen(d):
    n, cell, top = 7, 26, 54
    first, second = 1, 4
    for left, name, kind in (
        (24, "three diagonals", lambda r, c: "blue" if abs(r - c) <= 1 else "plain"),
        (272, "one rotation",
         lambda r, c: "plain" if {r, c} == {first, second} else "orange" if {r, c} & {first, second} else
         "blue" if r == c else "grey"),
    ):  # fmt: skip
        d.text(left, 36, name, size=16, bold=True)
        for row in range(n):
            for col in range(n):
                shade = kind(row, col)
                d.box(left + col * cell, top + row * cell, cell, cell, "0" if shade == "plain" else "", shade, 14, 0)
    d.text(24, top + n * cell + 26, "then divide it into halves", size=15)
    d.text(272, top + n * cell + 26, "a pair becomes 0;\ntwo rows and columns\nchange; repeat for all", size=15)
