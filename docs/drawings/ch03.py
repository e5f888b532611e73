"""Chapter 3: the steps of a program between two memories, and when an error is noticed."""

from canvas import drawing


@drawing(
    "ch03_steps",
    "The steps of every CUDA program",
    """Between host and device memory: allocate on the device, copy x and y in, launch the kernel, check the launch and
    wait, copy z out, compare on the host, free.""",
    318,
)
def steps(d):
    d.frame(20, 20, 200, 216, "host memory", "grey")
    d.frame(500, 20, 200, 216, "device memory", "grey")
    rows = [("x", "h_x", "d_x", True), ("y", "h_y", "d_y", True), ("z", "h_z", "d_z", False)]
    for i, (_, host, device, goes_in) in enumerate(rows):
        y = 56 + i * 58
        d.box(44, y, 152, 40, host, "blue" if goes_in else "green", 17, mono=True)
        d.box(524, y, 152, 40, device, "blue" if goes_in else "green", 17, mono=True)
        ends = [(196, y + 20), (524, y + 20)]
        d.arrow(ends if goes_in else ends[::-1], "orange", 2)
        d.text(360, y + 12, "2. copy in" if goes_in else "5. copy out", "middle", 15)
    d.text(524, 258, "1. cudaMalloc", mono=True, size=14)
    d.text(524, 280, "3. kernel: z = x + y", size=15)
    d.text(524, 302, "7. cudaFree", mono=True, size=14)
    d.text(20, 258, "4. check the launch, and wait", size=15)
    d.text(20, 280, "6. compare with the CPU's result", size=15)


@drawing(
    "ch03_errors",
    "When an error is noticed",
    """Timeline of host and device. The host launches a kernel and goes on. cudaGetLastError reports a rejected launch
    at once. A fault inside the kernel is reported by the next call that waits for the device, here a copy.""",
    276,
)
def errors(d):
    d.text(20, 52, "host")
    d.text(20, 170, "device")
    calls = [
        (90, 90, "launch"),
        (184, 180, "cudaGetLastError"),
        (368, 130, "other work"),
        (502, 190, "cudaMemcpy: waits"),
    ]
    for x, w, text in calls:
        d.box(x, 30, w, 36, text, "grey" if text == "other work" else "orange", 15)
    d.box(200, 148, 300, 36, "kernel … fault", "blue", 15)
    d.box(470, 148, 46, 36, "!", "red", 18, bold=True)
    d.arrow([(135, 66), (200, 148)])
    d.arrow([(240, 98), (240, 66)], "green", 2)
    d.text(252, 94, "was it accepted?", size=15)
    d.arrow([(493, 148), (590, 66)], "red", 2)
    d.text(560, 112, "did it run to its end?", size=14)
    d.arrow([(90, 208), (700, 208)])
    d.text(700, 228, "time", "end", 14, soft=True)
    d.text(20, 258, "The call that reports the fault may come long after the launch.", size=16)
