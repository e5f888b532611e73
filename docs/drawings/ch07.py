"""Chapter 7: the sectors of a warp, the strided side of a transpose, structures and arrays, rows with a pitch."""

from canvas import drawing

WARP, SECTOR, FLOAT = 32, 32, 4
PER_SECTOR = SECTOR // FLOAT


@drawing(
    "ch07_sectors",
    "The sectors that a warp's 32 reads move, in five orders",
    """For each order, a line from each lane of a warp to the element that it reads; elements are grouped in sectors of
    32 bytes. Sequential and permuted touch 4 sectors, misaligned 5, strided 32, broadcast 1.""",
    512,
)
def sectors(d):
    orders = [
        ("sequential", lambda lane: lane),
        ("permuted", lambda lane: lane ^ 1),
        ("misaligned", lambda lane: lane + 1),
        ("strided", lambda lane: lane * 32),
        ("broadcast", lambda lane: 0),
    ]
    left, cell, gap = 128, 10, 6
    for row, (name, source) in enumerate(orders):
        y = 24 + row * 97
        touched = sorted({source(lane) // PER_SECTOR for lane in range(WARP)})
        read = {source(lane) for lane in range(WARP)}
        shown = touched[:5]
        place = {
            sector * PER_SECTOR + i: left + at * (PER_SECTOR * cell + gap) + i * cell
            for at, sector in enumerate(shown)
            for i in range(PER_SECTOR)
        }
        d.text(20, y + 40, name, size=16, bold=True)
        for lane in range(WARP):
            d.box(left + lane * cell, y, cell, 12, "", "orange", round_=0)
            if source(lane) in place:
                d.line([(left + (lane + 0.5) * cell, y + 12), (place[source(lane)] + cell / 2, y + 50)], "orange", 1)
        for element, x in place.items():
            d.box(x, y + 50, cell, 22, "", "blue" if element in read else "plain", round_=0)
        if len(touched) > len(shown):
            d.text(left + 5 * (PER_SECTOR * cell + gap) + 2, y + 66, "…", size=18)
        degree = 100 * len(read) * FLOAT / (len(touched) * SECTOR)
        d.text(590, y + 32, f"{len(touched)} sector{'s' if len(touched) > 1 else ''}", size=16, bold=True)
        d.text(590, y + 56, f"degree {degree:g} %", size=15)
        if row == 0:
            d.text(left + WARP * cell + 10, y + 11, "32 lanes", size=14, soft=True)
            d.text(left + 4 * (PER_SECTOR * cell + gap), y + 66, "sectors", size=14, soft=True)


@drawing(
    "ch07_transpose",
    "A transpose: one side is strided",
    """Two matrices, the input a and the output b. A warp that reads along a row of a writes down a column of b: 4
    sectors read, 32 written. A warp that reads down a column of a writes along a row of b: 32 sectors read, 4
    written.""",
    270,
)
def transpose(d):
    side, cell = 8, 18
    wide, strided = WARP // PER_SECTOR, WARP
    for case, (name, in_row) in enumerate((("read_coalesced", True), ("write_coalesced", False))):
        left = 24 + case * 356
        d.text(left, 34, name, mono=True, bold=True, size=16)
        for matrix in range(2):
            x0 = left + matrix * 180
            along = in_row == (matrix == 0)
            d.text(x0, 64, "a: read" if matrix == 0 else "b: written", size=15)
            for row in range(side):
                for column in range(side):
                    mine = (row if along else column) == 2
                    d.box(
                        x0 + column * cell,
                        74 + row * cell,
                        cell,
                        cell,
                        "",
                        ("green" if along else "red") if mine else "plain",
                        round_=0,
                    )
            d.text(x0, 242, f"{wide if along else strided} sectors per warp", size=16)
        d.arrow([(left + side * cell + 6, 146), (left + 174, 146)], width=2)


@drawing(
    "ch07_layout",
    "An array of structures and a structure of arrays",
    """Particles of eight floats. In an array of structures the field x of neighbouring particles is eight floats
    apart: a warp that reads x moves 32 sectors. In a structure of arrays all x are contiguous: 4 sectors.""",
    300,
)
def layout(d):
    fields, cell = list("xyzuvwmq"), 20

    def count(distance):
        return len({lane * distance // PER_SECTOR for lane in range(WARP)})

    d.text(20, 32, "array of structures: a sector per particle", bold=True)
    for particle in range(4):
        left = 20 + particle * (len(fields) * cell + 10)
        d.cells(left, 46, fields, cell, 32, lambda i: "blue" if i == 0 else "plain", 15)
        d.text(left, 98, f"particle {particle}", size=14, soft=True)
    d.text(20, 130, f"reading x moves {count(len(fields))} sectors per warp", size=16)
    d.text(20, 180, "structure of arrays: a sector per eight particles", bold=True)
    for array in range(4):
        left = 20 + array * (len(fields) * cell + 10)
        d.cells(left, 194, [fields[array]] * 8, cell, 32, "blue" if array == 0 else "plain", 15)
        d.text(left, 246, f"array {fields[array]}", size=14, soft=True)
    d.text(20, 278, f"reading x moves {count(1)} sectors per warp", size=16)


@drawing(
    "ch07_pitch",
    "Rows of an image without a gap, and with a pitch",
    """Rows of 11 pixels of 4 bytes. Without a gap the second row starts in the middle of a sector of 8 pixels. With a
    pitch of 16 pixels each row starts at a sector's first pixel, and the five places after each row are unused.""",
    322,
)
def pitch(d):
    width, pitched, cell = 11, 16, 24
    colours = ["blue", "green", "orange"]
    for y, name, distance in (
        (24, "packed: no gap between the rows", width),
        (174, "pitched: each row starts with a sector", pitched),
    ):
        d.text(20, y + 14, name, bold=True)
        for i in range(3 * 16):  # a line of the drawing is 16 pixels of memory, two sectors
            row, column = divmod(i, distance)
            inside = row < 3 and column < width
            x = 20 + i % 16 * cell + (i % 16 // PER_SECTOR) * 10
            d.box(x, y + 28 + i // 16 * 34, cell, 28, "", colours[row] if inside else "plain", round_=0)
        for row in range(3):
            start = row * distance % PER_SECTOR
            d.box(440, y + 28 + row * 34, 60, 28, f"row {row}", colours[row], 14)
            d.text(
                510, y + 48 + row * 34, "starts a sector" if start == 0 else f"{start} pixels into a sector", size=15
            )
