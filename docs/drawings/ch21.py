"""Chapters 21 and 22: cells, cutoff and list; a step of velocity Verlet; what each rung leaves to the host."""

from math import sqrt

from canvas import drawing


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
    d.text(right, 50, "red: an atom", size=16)
    d.text(right, 84, f"green: force, {cutoff:g} Å ({within[cutoff]})", size=16)
    d.text(right, 118, f"orange too: list, {listed:g} Å ({within[listed]})", size=16)
    d.text(right, 152, "grey: the nine cells", size=16)
    d.text(right, 176, "that are searched", size=16)
    d.text(right, 224, "The list is valid until an\natom has moved 0.5 Å,\nhalf of the skin.", size=16)


@drawing(
    "ch21_verlet",
    "A step of velocity Verlet",
    """Velocity and position over time. Half a kick by the force at the old position, the move over the whole step,
    half a kick by the force at the new position. The second half kick of a step and the first of the next use the
    same force.""",
    236,
)
def verlet(d):
    left, step = 100, 230
    for k in range(2):
        x = left + k * step
        d.box(x, 30, 66, 44, "½ kick", "orange", 16)
        d.box(x + 70, 30, 86, 44, "move", "blue", 16)
        d.box(x + 160, 30, 66, 44, "½ kick", "orange", 16)
        d.box(x + 122, 96, 70, 40, "force", "green", 16)
        d.arrow([(x + 113, 74), (x + 136, 96)], "blue")
        d.arrow([(x + 170, 96), (x + 188, 74)], "green")
    d.arrow([(left + 192, 116), (left + step + 30, 116), (left + step + 30, 74)], "green")
    d.text(left + 70, 164, "The two half kicks with one force: one kernel can do both,", size=15)
    d.text(left + 70, 186, "and the move as well.", size=15)
    d.arrow([(left, 204), (690, 204)])
    d.text(690, 224, "time", "end", 14, soft=True)
    d.text(20, 58, "a step", size=15)


@drawing(
    "ch21_rungs",
    "Where each part of a step runs, in the four rungs",
    """Serial: all on the host. Force on the GPU: the host integrates, positions are copied in, forces out. All on the
    GPU: kernels for each part, and one number per step is copied back. Fast: one kernel per step, and nothing is
    copied back.""",
    344,
)
def rungs(d):
    integrate, force, kick = (90, "kick, move"), (60, "force"), (60, "kick")
    positions, forces, number = (40, ""), (40, ""), (16, "")
    rows = [
        ("serial", [("host", integrate), ("host", (330, "force")), ("host", kick)]),
        (
            "force_on_gpu",
            [("host", integrate), ("copy", positions), ("gpu", force), ("copy", forces), ("host", kick)],
        ),
        ("all_on_gpu", [("gpu", integrate), ("gpu", force), ("gpu", kick), ("copy", number)]),
        ("all_on_gpu_fast", [("gpu", (140, "force, kick, move"))]),
    ]
    kinds = {"host": "grey", "copy": "orange", "gpu": "green"}
    for i, (name, parts) in enumerate(rows):
        y = 24 + i * 62
        d.text(20, y + 20, name, mono=True, size=15, bold=True, centred=True)
        x = 200
        for where, (length, text) in parts:
            d.box(x, y, length, 40, text, kinds[where], 14, 3)
            x += length + 4
    for i, (text, kind) in enumerate((("host", "grey"), ("copy", "orange"), ("GPU", "green"))):
        d.box(200 + i * 110, 286, 20, 20, "", kind)
        d.text(228 + i * 110, 302, text, size=15)
    d.text(200, 332, "a step; lengths are not to scale", size=14, soft=True)


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
        d.text(label[0] + 40, label[1], f"steps of {step} fs: up to {1e6 * worst:.2f}", size=15)
    for micro in (2, 0, -2, -4):
        y = zero - micro * unit
        d.line([(left - 6, y), (left, y)])
        d.text(left - 12, y + 5, str(micro), "end", 15)
    d.text(20, 120, "energy,\n10^-6 eV", size=15)
    bottom = zero + 6 * unit
    d.line([(left, zero - 2.5 * unit), (left, bottom)])
    d.line([(left, zero), (right, zero)], "plain", 1, dash=True)
    d.arrow([(left, bottom), (right + 20, bottom)])
    for ps in (0, 1, 2, 3, 4):
        x = left + (right - left) * ps / 4
        d.line([(x, bottom), (x, bottom + 6)])
        d.text(x, bottom + 24, str(ps), "middle", 15)
    d.text(right + 20, bottom + 46, "time, ps", "end", 15)
