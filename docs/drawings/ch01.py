"""Chapter 1: host and device, what an SM is made of, and how its schedulers hide waiting."""

from canvas import drawing


@drawing(
    "ch01_machine",
    "Host and device",
    """The host has a CPU with some cores and its own memory. PCIe or NVLink connects it to the device, which has many
    SMs, an L2 cache and device memory. The host copies data in, launches kernels, and copies results out.""",
    300,
)
def machine(d):
    d.frame(20, 20, 190, 260, "host", "grey")
    d.box(36, 56, 158, 84, "CPU\nsome cores", "plain")
    d.box(36, 180, 158, 84, "host memory", "purple")
    d.arrow([(115, 140), (115, 180)], both=True)
    d.frame(370, 20, 330, 260, "device: the GPU", "grey")
    for sm in range(4):
        d.box(386 + sm * 66, 56, 60, 50, "SM", "blue")
    d.text(654, 88, "…", size=22)
    d.box(386, 126, 298, 36, "L2 cache", "orange")
    d.box(386, 180, 298, 84, "device memory\n(global memory)", "purple")
    d.arrow([(535, 106), (535, 126)], both=True)
    d.arrow([(535, 162), (535, 180)], both=True)
    d.arrow([(194, 80), (386, 80)], "green", 2)
    d.text(290, 70, "launches", "middle", 15)
    d.arrow([(194, 205), (386, 205)], "orange", 2)
    d.text(290, 195, "copies in", "middle", 15)
    d.arrow([(386, 240), (194, 240)], "orange", 2)
    d.text(290, 260, "copies out", "middle", 15)
    d.text(290, 140, "PCIe or NVLink", "middle", 14, soft=True)


@drawing(
    "ch01_sm",
    "A streaming multiprocessor (SM)",
    """An SM has four parts. Each has a scheduler that issues an instruction of one warp per cycle, registers, and units
    for FP32, integers and tensors. All four share a memory that is divided into shared memory and L1 cache.""",
    330,
)
def sm(d):
    d.frame(20, 20, 680, 290, "SM (streaming multiprocessor)", "grey")
    for part in range(4):
        left = 36 + part * 164
        d.box(left, 54, 156, 38, "scheduler", "orange")
        d.box(left, 98, 156, 38, "registers", "green")
        d.box(left, 142, 76, 48, "FP32,\nINT", "blue", 15)
        d.box(left + 80, 142, 76, 48, "tensor\ncore", "blue", 15)
    d.box(36, 206, 648, 40, "shared memory and L1 cache: one memory, divided", "purple")
    d.text(36, 276, "Each scheduler issues an instruction of one warp per cycle.", size=16)
    d.text(36, 298, "65536 registers of 4 bytes in all four parts together.", size=15, soft=True)


@drawing(
    "ch01_scheduler",
    "A scheduler with one warp, and with four",
    """A scheduler issues an instruction of one warp per cycle. Each warp issues three instructions, then waits nine
    cycles for a load. With one warp the scheduler is busy in 3 of 12 cycles; with four warps in every cycle.""",
    350,
)
def scheduler(d):
    cycles, busy, wait, cell, left = 36, 3, 9, 15.5, 130
    kinds = ["blue", "green", "orange", "purple"]
    y = 28
    for warps in (1, 4):
        d.text(20, y, f"{warps} warp{'s' if warps > 1 else ''}", bold=True)
        ready, runs = [0] * warps, [[] for _ in range(warps)]
        issued = [None] * cycles
        done = [0] * warps
        for cycle in range(cycles):
            able = [warp for warp in range(warps) if ready[warp] <= cycle]
            if able:
                warp = next((w for w in able if done[w] % busy), able[0])  # goes on with a warp as long as it can
                issued[cycle] = warp
                runs[warp].append(cycle)
                done[warp] += 1
                if done[warp] % busy == 0:
                    ready[warp] = cycle + 1 + wait
        y += 12
        for warp in range(warps):
            d.text(left - 12, y + 9, f"warp {warp}", "end", 14, centred=True)
            for cycle in range(cycles):
                kind = kinds[warp] if cycle in runs[warp] else "plain"
                d.box(left + cycle * cell, y, cell, 18, "", kind, round_=0)
            y += 22
        d.text(left - 12, y + 15, "scheduler", "end", 14, centred=True)
        for cycle, warp in enumerate(issued):
            d.box(left + cycle * cell, y + 4, cell, 22, "", "plain" if warp is None else kinds[warp], round_=0)
        share = sum(warp is not None for warp in issued)
        d.text(left, y + 48, f"busy in {share} of {cycles} cycles", size=15)
        y += 84
    d.time(y - 24, left)
