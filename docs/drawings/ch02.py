"""Chapter 2: grid, block, warp and SM; the tile of a block."""

from canvas import drawing

WARP = 32


@drawing(
    "ch02_grid",
    "Grid, blocks, warps and lanes",
    """A launch of 6 blocks of 96 threads. The grid has blocks 0 to 5. Block 1 has 96 threads, which are three warps
    of 32 lanes. Each block runs on one SM, which the hardware chooses.""",
    372,
)
def grid(d):
    blocks, threads = 6, 96
    d.text(20, 30, f"kernel<<<{blocks}, {threads}>>>", mono=True, bold=True)
    d.frame(20, 44, 680, 74, f"grid: {blocks} blocks", "grey")
    for block in range(blocks):
        d.box(34 + block * 110, 72, 100, 34, f"block {block}", "blue" if block == 1 else "plain")
    d.line([(144, 106), (20, 146)], "blue")
    d.line([(244, 106), (700, 146)], "blue")

    d.frame(20, 146, 680, 130, f"block 1: {threads} threads = {threads // WARP} warps of {WARP} lanes", "blue")
    for warp in range(threads // WARP):
        y = 178 + warp * 31
        d.text(34, y + 18, f"warp {warp}", size=15)
        for lane in range(WARP):
            d.box(100 + lane * 14.5, y, 14.5, 24, "", "orange" if lane % WARP in (0, WARP - 1) else "plain", round_=0)
        d.text(574, y + 18, f"threads {warp * WARP} to {warp * WARP + WARP - 1}", size=14)

    d.text(20, 302, "each block runs on one SM, which the hardware chooses", size=15)
    order = [3, 0, 1, 4]  # an example: no order is promised
    for sm, block in enumerate(order):
        d.frame(20 + sm * 172, 312, 162, 46, "", "plain")
        d.text(32 + sm * 172, 340, f"SM {sm}", size=15)
        d.box(80 + sm * 172, 320, 92, 30, f"block {block}", "blue" if block == 1 else "grey", 15)


@drawing(
    "ch02_tile",
    "The elements of a block in two dimensions",
    """A grid of 2 x 2 blocks of 4 x 4 threads covers 8 x 8 elements, numbered row by row. The 16 elements of block (1,
    0) form a tile on the right of rows 0 to 3. In memory they are four pieces of four elements, eight elements
    apart.""",
    410,
)
def tile(d):
    side, blocks = 4, 2
    width = side * blocks
    size = 34
    left, top = 30, 62
    d.text(left, 30, "index = row * width + column", mono=True, size=15, bold=True)
    d.text(left, 52, f"width = {width}", mono=True, size=14)
    mine = lambda row, column: row // side == 0 and column // side == 1
    for row in range(width):
        d.cells(
            left, top + row * size, [row * width + column for column in range(width)], size, size,
            lambda column: "blue" if mine(row, column) else "plain", 14,
        )  # fmt: skip
    for k in range(blocks + 1):
        d.line([(left + k * side * size, top), (left + k * side * size, top + width * size)], "plain", 3)
        d.line([(left, top + k * side * size), (left + width * size, top + k * side * size)], "plain", 3)
    x = left + width * size + 30
    d.box(x, 76, 150, 34, "block (1, 0)", "blue")
    d.text(x, 140, "thread (2, 1) of it:", size=16)
    row, column = 0 * side + 1, 1 * side + 2
    d.text(x, 168, f"column = 1 * {side} + 2 = {column}", mono=True, size=15)
    d.text(x, 192, f"row    = 0 * {side} + 1 = {row}", mono=True, size=15)
    d.text(x, 216, f"index  = {row} * {width} + {column} = {row * width + column}", mono=True, size=15)
    d.text(x, 256, "x varies fastest: neighbours in x\nare neighbours in memory", size=16)
    d.text(left, 362, "in memory: a tile is not contiguous", size=16)
    for i in range(4 * width):
        r, c = divmod(i, width)
        d.box(left + i * 20.5, 372, 20.5, 22, "", "blue" if mine(r, c) else "plain", round_=0)


@drawing(
    "ch02_compile",
    "From a source file to machine code",
    """nvcc compiles a source for a virtual architecture, which gives PTX, and PTX for a real one, which gives a cubin.
    A fat binary holds both. On a device of 9.x the cubin for 9.0 runs. On another device the driver compiles the
    PTX at the start.""",
    316,
)
def compile_(d):
    d.box(20, 60, 100, 44, "file.cu", "grey", 15, mono=True)
    d.arrow([(120, 82), (250, 82)], width=2)
    d.text(185, 52, "arch=\ncompute_75", "middle", 13, mono=True)
    d.box(250, 60, 110, 44, "PTX", "orange", 17)
    d.arrow([(360, 82), (500, 82)], width=2)
    d.text(430, 70, "code=sm_90", "middle", 13, mono=True)
    d.box(500, 60, 200, 44, "cubin for 9.0", "blue", 17)
    d.frame(20, 140, 680, 74, "fat binary", "grey")
    d.box(250, 158, 110, 40, "PTX", "orange", 17)
    d.box(500, 158, 200 - 12, 40, "cubin for 9.0", "blue", 17)
    d.arrow([(305, 104), (305, 158)], "orange")
    d.arrow([(594, 104), (594, 158)], "blue")
    d.arrow([(594, 198), (594, 250)], "blue", 2)
    d.text(594, 270, "a device of 9.x\nruns it as it is", "middle", 15)
    d.arrow([(305, 198), (305, 250)], "orange", 2)
    d.text(305, 270, "another one, 7.5 or newer: the\ndriver compiles it first (JIT)", "middle", 15)
    d.text(20, 34, "nvcc: virtual architecture, then machine code", bold=True)
