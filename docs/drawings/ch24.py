"""Chapter 24: which lane holds what of a product by tensor cores."""

from canvas import drawing

KINDS = ("blue", "green", "orange", "purple")  # of a lane's registers 0 to 3


@drawing(
    "ch24_fragments",
    "Which lane and register holds what",
    """a has 16 rows of 8 words, b 8 columns of 8 words, and there are 16 x 8 sums. Lane 4 g + q holds words q and q + 4 of
    rows g and g + 8 of a in registers 0 to 3, words q and q + 4 of column g of b in registers 0 and 1, and two
    neighbouring sums of rows g and g + 8. Each cell shows the number of its lane, its colour the register.""",
    456,
)
def fragments(d):
    cell = 22

    def matrix(left, name, across, rows, holder, below):
        d.text(left, 30, name, bold=True)
        d.text(left, 52, across, size=13, soft=True)
        for row in range(rows):
            for column in range(8):
                lane, register = holder(row, column)
                d.box(left + column * cell, 62 + row * cell, cell, cell, str(lane), KINDS[register], size=13, round_=0)
        d.text(left, 62 + rows * cell + 22, below, size=13, soft=True)

    matrix(28, "a", "8 words of a row", 16, lambda y, x: (y % 8 * 4 + x % 4, y // 8 + x // 4 * 2), "16 rows")
    matrix(262, "b", "8 words of a column", 8, lambda y, x: (y * 4 + x % 4, x // 4), "8 columns")
    matrix(496, "sums", "8 columns", 16, lambda y, x: (y % 8 * 4 + x // 2, y // 8 * 2 + x % 2), "16 rows")
    for register, kind in enumerate(KINDS):
        d.box(262, 290 + register * 30, cell, cell, "", kind, round_=0)
        d.text(262 + cell + 10, 306 + register * 30, f"register {register}", size=14)
