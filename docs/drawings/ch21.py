"""Chapters 21 and 22: the box and its images; the potential; cells, cutoff and list; a step of velocity Verlet; what each
rung leaves to the host; a brick and its halo; slabs."""

from math import sqrt

from canvas import drawing


@drawing(
    "ch21_box",
    "A periodic box and the nearest image",
    """A box of atoms between two copies of itself. Atom i is near the right side of the box, atom j near the left side. The
    copy of j in the box on the right is much nearer to i than j itself: only the nearest image counts.""",
    232,
)
def box(d):
    side, left, top = 150, 20, 20
    atoms = [(0.10, 0.40), (0.86, 0.56), (0.42, 0.16), (0.55, 0.78), (0.24, 0.80), (0.70, 0.24)]

    def place(atom, image):
        return left + (image + atoms[atom][0]) * side, top + atoms[atom][1] * side

    for image in range(3):
        d.box(left + image * side, top, side, side, "", "grey" if image == 1 else "plain", round_=0)
    for image in range(3):
        for atom in range(len(atoms)):
            kind = {0: "blue", 1: "red"}.get(atom, "plain") if image == 1 or atom == 0 else "plain"
            d.dot(*place(atom, image), 7, kind)
    (xi, yi), (xj, yj), (xk, yk) = place(1, 1), place(0, 1), place(0, 2)
    d.arrow([(xi - 9, yi - 1), (xj + 9, yj + 1)], "red", 2, dash=True)
    d.arrow([(xi + 8, yi - 4), (xk - 8, yk + 5)], "green", 3)
    d.text(xi - 4, yi + 28, "i", size=20)
    d.text(xj - 4, yj + 28, "j", size=20)
    d.text(xk + 12, yk + 7, "j", size=20)
    for image, text in enumerate(("a copy", "the box", "a copy")):
        d.text(left + (image + 0.5) * side, top + side + 30, text, "middle", 20)
    d.text(left + 3 * side + 18, 60, "red: from i to j", size=20)
    d.text(left + 3 * side + 18, 110, "green: from i to\nthe nearest\nimage of j", size=20)


@drawing(
    "ch21_potential",
    "The Lennard-Jones potential as a function of the distance",
    """The potential of a pair of argon atoms, in units of epsilon. It rises steeply below 3.4 Angstrom, has its minimum, -1,
    at 3.8, and comes back to nearly 0 at the cutoff of 10 Angstrom. Left of the minimum atoms repel each other, right of it
    they attract each other.""",
    320,
)
def potential(d):
    sigma, cutoff = 3.405, 10  # as in argon.cu
    left, zero, unit, angstrom = 96, 120, 96, 72  # unit: pixels for epsilon

    def x(r):
        return left + (r - 3) * angstrom

    def y(energy):
        return zero - energy * unit

    points, r = [], 3.2
    while r <= cutoff:
        power = (sigma / r) ** 6
        if 4 * (power * power - power) < 1:
            points.append((x(r), y(4 * (power * power - power))))
        r += 0.02
    minimum = sigma * 2 ** (1 / 6)
    d.line([(x(minimum), y(1)), (x(minimum), y(-1.25))], "plain", 1, dash=True)
    d.line([(x(cutoff), y(0.6)), (x(cutoff), y(-1.25))], "red", 1.5, dash=True)
    d.line([(left, y(1.05)), (left, y(-1.25))])
    d.line([(left, zero), (x(cutoff) + 40, zero)], "plain", 1)
    d.arrow([(left, y(-1.25)), (x(cutoff) + 60, y(-1.25))])
    d.line(points, "blue", 3)
    for energy, text in ((1, "+ε"), (0, "0"), (-1, "−ε")):
        d.line([(left - 6, y(energy)), (left, y(energy))])
        d.text(left - 12, y(energy) + 7, text, "end", 20)
    for r in (4, 6, 8, 10):
        d.line([(x(r), y(-1.25)), (x(r), y(-1.25) + 6)])
        d.text(x(r), y(-1.25) + 28, str(r), "middle", 20)
    d.text(x(cutoff) + 60, y(-1.25) + 52, "distance, Å", "end", 20)
    d.text(x(minimum) + 16, y(0.62), "right of the dashed line: attraction,", size=20)
    d.text(x(minimum) + 16, y(0.62) + 26, "left of it: repulsion", size=20)
    d.text(x(cutoff) - 10, y(-0.6), "cutoff", "end", 20)


@drawing(
    "ch21_cells",
    "Cells, cutoff and list radius",
    """Atoms in a plane, in cells as wide as the list's radius of 11 Angstrom. All neighbours of an atom are in its
    own cell and the eight around it. The force includes those within 10 Angstrom; the list has those within 11, so it
    stays valid until an atom has moved half of the 1 Angstrom between them.""",
    376,
)
def cells(d):
    cutoff, listed, count = 10.0, 11.0, 5
    scale = 336 / (count * listed)
    left, top = 20, 20
    state = 7

    def uniform():
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        return (state >> 33) / 2**31

    spacing = 3.9  # a crystal's atoms, out of their places by up to a quarter of it
    places = [i * spacing for i in range(int(count * listed / spacing) + 1)]
    atoms = [
        (px + (uniform() - 0.3) * spacing / 2, py + (uniform() - 0.3) * spacing / 2) for px in places for py in places
    ]
    atoms = [(px, py) for px, py in atoms if 1 < px < count * listed - 1 and 1 < py < count * listed - 1]
    me = min(atoms, key=lambda a: (a[0] - 2.6 * listed) ** 2 + (a[1] - 2.4 * listed) ** 2)
    cell = (int(me[0] / listed), int(me[1] / listed))
    side = listed * scale
    for row in range(count):
        for column in range(count):
            near = abs(column - cell[0]) <= 1 and abs(row - cell[1]) <= 1
            d.box(left + column * side, top + row * side, side, side, "", "grey" if near else "plain", round_=0)
    x, y = left + me[0] * scale, top + me[1] * scale
    for radius, kind in ((cutoff, "green"), (listed, "orange")):
        d.add("circle", "l-" + kind, cx=x, cy=y, r=radius * scale, stroke_width=2)
    within = {cutoff: 0, listed: 0}
    for ax, ay in atoms:
        distance = sqrt((ax - me[0]) ** 2 + (ay - me[1]) ** 2)
        kind = "plain"
        if (ax, ay) == me:
            kind = "red"
        elif distance < cutoff:
            kind = "green"
        elif distance < listed:
            kind = "orange"
        for radius in within:
            within[radius] += 0 < distance < radius
        d.dot(left + ax * scale, top + ay * scale, 4, kind)
    right = left + count * side + 24
    d.text(right, 40, "red: an atom", size=20)
    d.text(right, 76, f"green: force, {cutoff:g} Å ({within[cutoff]})", size=20)
    d.text(right, 112, f"orange too: list, {listed:g} Å ({within[listed]})", size=20)
    d.text(right, 148, "grey: the nine cells that\nare searched", size=20)
    d.text(right, 220, "The list is valid until\nan atom has moved 0.5 Å,\nhalf of the skin.", size=20)


@drawing(
    "ch21_verlet",
    "A step of velocity Verlet",
    """Velocity and position over time. Half a kick by the force at the old position, the move over the whole step,
    half a kick by the force at the new position. The second half kick of a step and the first of the next use the
    same force.""",
    236,
)
def verlet(d):
    left, step = 16, 344
    for k in range(2):
        x = left + k * step
        d.box(x, 20, 88, 48, "½ kick", "orange", 20)
        d.box(x + 92, 20, 156, 48, "move", "blue", 20)
        d.box(x + 252, 20, 88, 48, "½ kick", "orange", 20)
        d.box(x + 160, 96, 88, 44, "force", "green", 20)
        d.arrow([(x + 150, 68), (x + 178, 96)], "blue")
        d.arrow([(x + 238, 96), (x + 270, 68)], "green")
    d.arrow([(left + 248, 118), (left + step + 44, 118), (left + step + 44, 68)], "green")
    d.text(left, 172, "Two half kicks with one force: one kernel can do both.", size=20)
    d.arrow([(left, 192), (704, 192)])
    d.text(704, 218, "time", "end", 19, soft=True)


@drawing(
    "ch21_rungs",
    "Where each part of a step runs, in the four rungs",
    """Serial: all on the host. Force on the GPU: the host integrates, positions are copied in, forces out. All on the
    GPU: kernels for each part, and one number per step is copied back. Fast: one kernel per step, and nothing is
    copied back.""",
    344,
)
def rungs(d):
    integrate, force, kick = (124, "kick, move"), (72, "force"), (60, "kick")
    positions, forces, number = (40, ""), (40, ""), (16, "")
    rows = [
        ("serial", [("host", integrate), ("host", (290, "force")), ("host", kick)]),
        (
            "force_on_gpu",
            [("host", integrate), ("copy", positions), ("gpu", force), ("copy", forces), ("host", kick)],
        ),
        ("all_on_gpu", [("gpu", integrate), ("gpu", force), ("gpu", kick), ("copy", number)]),
        ("all_on_gpu_fast", [("gpu", (200, "force, kick, move"))]),
    ]
    kinds = {"host": "grey", "copy": "orange", "gpu": "green"}
    for i, (name, parts) in enumerate(rows):
        y = 20 + i * 62
        d.text(14, y + 22, name, mono=True, size=20, centred=True)
        x = 212
        for where, (length, text) in parts:
            d.box(x, y, length, 44, text, kinds[where], 20, 3)
            x += length + 4
    for i, (text, kind) in enumerate((("host", "grey"), ("copy", "orange"), ("GPU", "green"))):
        d.box(212 + i * 120, 280, 22, 22, "", kind)
        d.text(242 + i * 120, 298, text, size=20)
    d.text(212, 332, "one step; lengths are not to scale", size=19, soft=True)


@drawing(
    "ch21_bricks",
    "A brick, its halo in shared memory, and a list of places in it",
    """The box from the side, cut into columns, and each column into bricks with as many atoms each. One brick is marked, with
    the atoms near it, its halo. The block of this brick copies the halo into shared memory, where each atom has a place from
    0 on. An atom's list has the numbers of places, 16 bits each: a load of 16 bytes brings eight.""",
    376,
)
def bricks(d):
    left, top, wide, high, reach = 20, 20, 62, 336, 40
    heights = [(90, 80, 84, 82), (76, 92, 88, 80), (84, 86, 78, 88), (94, 78, 82, 82), (80, 88, 90, 78)]
    mine = (2, 1)
    for column, parts in enumerate(heights):
        y = top
        for place, part in enumerate(parts):
            kind = "blue" if (column, place) == mine else "plain"
            d.box(left + column * wide, y, wide, part, "", kind, round_=0)
            y += part
    x0, y0 = left + mine[0] * wide, top + heights[mine[0]][0]
    x1, y1 = x0 + wide, y0 + heights[mine[0]][1]
    d.add("rect", "l-orange", x=x0 - reach, y=y0 - reach, width=x1 - x0 + 2 * reach, height=y1 - y0 + 2 * reach, rx=reach,
          stroke_width=2, stroke_dasharray="6 5")
    for row in range(16):
        for column in range(15):
            x, y = left + 11 + column * 20.6 + (row % 3 - 1) * 2, top + 11 + row * 21 + (column % 3 - 1) * 3
            far = sqrt(max(x0 - x, 0, x - x1) ** 2 + max(y0 - y, 0, y - y1) ** 2)
            d.dot(x, y, 4, "blue" if far == 0 else "orange" if far < reach else "plain")
    right, cell = 372, 40
    d.text(right, 40, "blue: a brick, up to 256 atoms", size=20)
    d.text(right, 68, "orange: the atoms near it", size=20)
    d.text(right, 96, "both: its halo", size=20)
    d.text(right, 150, "places in shared memory:", size=20)
    for place in range(8):
        text = str(place) if place < 7 else "⋯"
        d.box(right + place * cell, 162, cell, 40, text, "blue" if place < 3 else "orange", 20, 0)
    d.text(right, 262, "the list of an atom:", size=20)
    for entry, place in enumerate((8, 1, 42, 3, 60, 5, 14, 7)):
        d.box(right + entry * cell, 274, cell, 40, str(place), "green", 20, 0)
    d.text(right, 342, "eight of 16 bits: one load", size=20)


@drawing(
    "ch21_slabs",
    "Two slabs of the box, and the copies of their borders",
    """The columns of the box are shared by two GPUs. Each GPU also has copies of the columns at its neighbour's borders,
    ghosts. The kernel that moves an atom of a border stores its new position in the neighbour's memory too.""",
    232,
)
def slabs(d):
    wide, top, high, gap = 38, 50, 118, 68
    for gpu in range(2):
        left = 20 + gpu * (8 * wide + gap)
        d.text(left + 4 * wide, 36, f"GPU {gpu}", "middle", 20)
        for column in range(8):
            ghost, border = column in (0, 7), column in (1, 6)
            kind = "orange" if ghost else "blue" if border else "plain"
            d.box(left + column * wide, top, wide, high, "", kind, round_=0)
    inner, outer = 20 + 6.5 * wide, 20 + 8 * wide + gap + 0.5 * wide
    d.arrow([(inner, 84), (outer - 8, 84)], "blue")
    d.arrow([(20 + 8 * wide + gap + 1.5 * wide, 136), (20 + 7.5 * wide + 8, 136)], "blue")
    d.text(20, 204, "blue: a slab's border; orange: copies of the neighbour's border", size=20)


@drawing(
    "ch21_energy",
    "The energy's error over time, for two steps",
    """The pair of the plain program over 4 picoseconds. With steps of 40 fs the energy strays by up to 5.3 millionths of an
    eV, with steps of 20 fs by up to 1.3: a quarter. Both errors come back to 0 with every vibration, and do not grow.""",
    310,
)
def energy(d):
    epsilon, sigma, mass, fs, duration = 1.032e-2, 3.405, 20.0, 1 / 10.18051, 4000  # as in verlet.cu
    left, right, zero, unit = 130, 670, 96, 24  # unit: pixels for 10^-6 eV

    def powers(r):
        return (sigma / r) ** 6

    def of_pair(r, v):
        return 4 * epsilon * (powers(r) ** 2 - powers(r)) + mass / 2 * v * v

    def force(r):
        return 24 * epsilon * (2 * powers(r) ** 2 - powers(r)) / r

    for step, kind, label in ((40, "orange", (150, 28)), (20, "blue", (430, 28))):
        dt, r, v = step * fs, 4.0, 0.0
        f, before = force(r), of_pair(r, v)
        points, worst = [(left, zero)], 0.0
        for k in range(1, duration // step + 1):
            v += dt / 2 * f / mass
            r += dt * v
            f = force(r)
            v += dt / 2 * f / mass
            error = of_pair(r, v) - before
            worst = max(worst, abs(error))
            points.append((left + (right - left) * k * step / duration, zero - 1e6 * error * unit))
        d.line(points, kind, 2)
        d.line([(label[0], label[1] - 5), (label[0] + 30, label[1] - 5)], kind, 3)
        d.text(label[0] + 40, label[1], f"{step} fs: up to {1e6 * worst:.2f}", size=19)
    for micro in (2, 0, -2, -4):
        y = zero - micro * unit
        d.line([(left - 6, y), (left, y)])
        d.text(left - 12, y + 5, str(micro), "end", 19)
    d.text(20, 120, "energy,\n10^-6\neV", size=19)
    bottom = zero + 6 * unit
    d.line([(left, zero - 2.5 * unit), (left, bottom)])
    d.line([(left, zero), (right, zero)], "plain", 1, dash=True)
    d.arrow([(left, bottom), (right + 20, bottom)])
    for ps in (0, 1, 2, 3, 4):
        x = left + (right - left) * ps / 4
        d.line([(x, bottom), (x, bottom + 6)])
        d.text(x, bottom + 24, str(ps), "middle", 19)
    d.text(right + 20, bottom + 46, "time, ps", "end", 19)
