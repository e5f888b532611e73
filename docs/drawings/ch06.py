"""Chapter 6: the memories on a map, waves of blocks, occupancy, latency and what hides it."""

from canvas import drawing


@drawing(
    "ch06_memories",
    "The memories of a GPU",
    """Each thread has registers and, in device memory, local memory. The threads of a block share shared memory,
    which is on the chip in the SM, beside the L1 cache. All SMs share the L2 cache and the device memory, which holds
    global, local and constant memory. The host has its own memory, behind PCIe or NVLink.""",
    410,
)
def memories(d):
    for sm in range(2):
        left = 20 + sm * 262
        d.frame(left, 20, 250, 216, f"SM {sm}: runs blocks", "grey")
        d.box(left + 12, 50, 226, 44, "registers\neach thread has its own", "green", 14)
        d.box(left + 12, 102, 226, 44, "shared memory\none per block", "blue", 14)
        d.box(left + 12, 154, 108, 70, "L1 cache", "orange", 14)
        d.box(left + 128, 154, 110, 70, "constant\ncache", "orange", 14)
        d.arrow([(left + 125, 236), (left + 125, 256)], both=True)
    d.text(548, 134, "…", size=22)
    d.text(582, 70, "on the chip,\nin each SM", size=14, soft=True)
    d.box(20, 256, 512, 34, "L2 cache: all SMs share it", "orange", 15)
    d.text(582, 278, "on the chip", size=14, soft=True)
    d.arrow([(276, 290), (276, 310)], both=True)
    d.frame(20, 310, 512, 82, "device memory", "plain", 15)
    d.box(34, 340, 150, 40, "global: all threads", "purple", 14)
    d.box(192, 340, 160, 40, "local: one thread", "purple", 14)
    d.box(360, 340, 160, 40, "constant: read only", "purple", 14)
    d.box(600, 310, 100, 82, "host\nmemory", "grey", 15)
    d.arrow([(532, 351), (600, 351)], both=True)
    d.text(566, 341, "copy", "middle", 13, soft=True)


@drawing(
    "ch06_waves",
    "Waves of blocks",
    """Four SMs that hold one block each. A grid of four blocks takes one round. A grid of five blocks takes two: in the
    second round one SM works and three idle.""",
    330,
)
def waves(d):
    sms, length = 4, 120
    for grid, left in ((sms, 90), (sms + 1, 400)):
        d.text(left, 32, f"{grid} blocks", bold=True)
        rounds = -(-grid // sms)
        for sm in range(sms):
            y = 48 + sm * 48
            d.text(left - 12, y + 20, f"SM {sm}", "end", 15, centred=True)
            for turn in range(2):
                block = turn * sms + sm
                if block < grid:
                    d.box(left + turn * length, y, length - 4, 40, f"block {block}", "blue")
                elif turn < rounds:
                    d.box(left + turn * length, y, length - 4, 40, "idle", "plain")
        d.arrow([(left, 250), (left + 2 * length + 30, 250)])
        d.text(left + rounds * length / 2, 274, f"{rounds} round{'s' if rounds > 1 else ''}", "middle", 15)
    d.text(20, 312, "With one block more than a wave, the grid takes a second round.", size=16)


@drawing(
    "ch06_occupancy",
    "Occupancy: warps that an SM holds, of 64",
    """Places for 64 warps in an SM. Eight blocks of 256 threads fill all of them: 100 percent. Four blocks of 256
    threads, limited by shared memory, fill 32: 50 percent. 32 blocks of 4 x 4 threads, the largest number of blocks
    in an SM, fill 32 places, but each warp has 16 active lanes.""",
    340,
)
def occupancy(d):
    places, most_threads, most_blocks, warp = 64, 2048, 32, 32
    cases = [
        ("blocks of 256 threads", 256, most_blocks, "limit: threads"),
        ("256, much shared memory", 256, 4, "limit: shared memory"),
        ("blocks of 4 x 4 threads", 16, most_blocks, "limit: blocks"),
    ]
    kinds = ["blue", "green", "orange", "purple"]
    for case, (name, threads, allowed, limit) in enumerate(cases):
        warps = -(-threads // warp)
        blocks = min(most_threads // (warps * warp), allowed, places // warps)
        left = 20 + case * 236
        d.text(left, 34, name, size=15, bold=True)
        for place in range(places):
            block = place // warps
            kind = kinds[block % 4] if block < blocks else "plain"
            d.box(left + place % 8 * 25, 50 + place // 8 * 25, 23, 23, "", kind, round_=2)
        d.text(left, 274, f"{blocks} blocks = {blocks * warps} warps", size=15)
        d.text(left, 296, f"occupancy {100 * blocks * warps // places} %", size=15)
        d.text(left, 320, limit, size=15, soft=True)


@drawing(
    "ch06_latency",
    "Hiding latency: one load in flight, and four",
    """Timelines. A thread that waits for each load before the next begins finishes four loads after four latencies.
    Four warps with one load each, or one warp with four independent loads, finish four loads after little more than
    one latency.""",
    352,
)
def latency(d):
    latency_, issue, left, scale = 34, 3, 130, 4
    d.text(20, 30, "one chain: a load begins when the one before has ended", size=15, bold=True)
    chain = [(k * latency_, latency_ - 1, "load", "blue") for k in range(4)]
    d.lane(44, "one warp", chain, left, scale)
    d.text(20, 112, "four warps (or four chains of one warp): latencies overlap", size=15, bold=True)
    for k in range(4):
        d.lane(126 + k * 40, f"warp {k}", [(k * issue, latency_ - 1, "load", "green")], left, scale)
    end = (3 * issue + latency_) * scale + left
    d.line([(end, 126), (end, 296)], "green", 1.5, dash=True)
    d.text(end + 10, 230, "all four are done", size=15)
    d.time(298)
    d.text(20, 338, "in flight = rate x latency (Little's law)", size=16)
