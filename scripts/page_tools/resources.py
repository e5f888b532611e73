"""What a block of a kernel takes and how many of them fit on an SM, beside the operations for each byte that it loads.
Registers and shared memory are what nvcc reports (measured/resources); what is loaded is what the microscope counts."""
import csv
import re
import subprocess
import tempfile

from .blocks import Mistake
from .counts import is_kernel, labelled, rounded, without_namespaces
from .tables import written

FOLDER = "measured/resources"
ARCHITECTURE = "sm_90"
# An SM of compute capability 9.0, as an H200 has it: CUDA C++ Programming Guide 13.0, table 27. Each of its four parts has a
# quarter of the warps and of the registers. A warp's registers are taken in units of 256, and of shared memory 1 KB of
# each block is reserved.
WARPS, BLOCKS, REGISTERS, SHARED, PARTS = 64, 32, 65536, 228 * 1024, 4
REGISTER_UNIT, RESERVED = 256, 1024


def path_of(lesson):
    return f"{FOLDER}/{lesson}.tsv"


def kernels_in(report):
    """(kernel, registers, bytes of shared memory) of what ptxas says, with names as c++filt gives them."""
    for name, used in re.findall(r"Compiling entry function '(.*)' for '.*?'(?:\n.*?)*?\n.*?: (Used .*)", report):
        kernel = re.search(r"(?:\w+::|\(anonymous namespace\)::)*(\w+(?:<.*?>)?)\(", name)
        registers, shared = re.search(r"(\d+) registers", used), re.search(r"(\d+) bytes smem", used)
        if kernel and registers:
            yield without_namespaces(kernel[1]), int(registers[1]), int(shared[1]) if shared else 0


def recorded(root, lesson):
    """What nvcc says of the lesson's kernels; a first line names the compiler."""
    source = next(root.glob(f"ch*/{lesson}/{lesson}.cu"))
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(["nvcc", "-std=c++20", "-O3", f"-I{root}", f"-arch={ARCHITECTURE}", "-Xptxas", "-v", "-cubin",
                                "-o", f"{folder}/cubin", str(source)], capture_output=True, text=True)
    if ended.returncode != 0:
        raise Mistake(f"nvcc does not compile {source}:\n{ended.stderr}")
    report = subprocess.run(["c++filt"], input=ended.stderr + ended.stdout, capture_output=True, text=True, check=True).stdout
    version = re.search(r"V([\d.]+)", subprocess.run(["nvcc", "--version"], capture_output=True, text=True).stdout)[1]
    lines = sorted("\t".join(map(str, row)) for row in set(kernels_in(report)))
    return f"# nvcc {version} for {ARCHITECTURE}\nkernel\tregisters\tshared\n" + "\n".join(lines) + "\n"


def fitting(threads, registers, shared):
    """How many blocks fit on an SM."""
    warps = -(-threads // 32)
    each = -(-registers * 32 // REGISTER_UNIT) * REGISTER_UNIT
    by_registers = REGISTERS // PARTS // each * PARTS // warps
    return min(WARPS // warps, BLOCKS, by_registers, SHARED // (shared + RESERVED))


def taken_by(rows, kernel, where):
    """The registers and the shared memory of a kernel: the instance that is named, or else that for floats."""
    of_name = [row for row in rows if is_kernel(row["kernel"], kernel)]
    for_floats = [row for row in of_name if re.search(r"<float\b", row["kernel"])] or of_name
    if len(for_floats) != 1:
        raise Mistake(f"{where} has {len(for_floats) or 'no'} kernels {kernel}")
    return int(for_floats[0]["registers"]), int(for_floats[0]["shared"])


def resources(block):
    """A line for each label. Its shared memory is the kernel's own and what the option says that a launch adds."""
    lesson = block.words.split()[0]
    file = block.page.root / path_of(lesson)
    if not file.exists():
        raise Mistake(f"there is no {path_of(lesson)} (scripts/pages --resources makes it)")
    compiler, *lines = file.read_text(encoding="utf-8").splitlines()
    taken, out = list(csv.DictReader(lines, delimiter="\t")), []
    if not block.options.get("operations", "").isdigit():
        raise Mistake("resources needs the number of operations of that run")
    operations = int(block.options["operations"])

    def for_each_byte(rows, space):
        loaded = sum(int(row["bytes"]) * int(row["lanes"]) for row in rows if (row["space"], row["kind"]) == (space, "load"))
        return rounded(operations / loaded) if loaded else ""

    for label, kernel, options, rows in labelled(block):
        registers, shared = taken_by(taken, kernel, file.name)
        threads, shared = int(rows[0]["threads"]), shared + int(options.get("shared", 0))
        blocks = fitting(threads, registers, shared)
        occupancy = f"{100 * blocks * -(-threads // 32) / WARPS:.1f} %"
        out.append([label, for_each_byte(rows, "global"), for_each_byte(rows, "shared"), str(threads), str(registers),
                    str(shared), str(blocks), occupancy])
    heads = [block.options.get("labels", "rung"), "operations per byte from global memory", "from shared memory",
             "threads of a block", "registers of a thread", "bytes of shared memory", "blocks on an SM", "occupancy"]
    return written(heads, out) + ["", f"Registers and shared memory: {compiler.removeprefix('# ')}; an SM of an H200."]
