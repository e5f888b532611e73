"""What a lesson prints as several devices of the emulator: recorded in measured/devices, shown in the pages."""
import csv
import os
import pathlib
import subprocess
import tempfile

from .blocks import Mistake, list_of
from .tables import column, slug, written

FOLDER = "measured/devices"


def path_of(run, device):
    return f"{FOLDER}/{slug(run)}-{device}.csv"


def recorded(program, words, device):
    """The first table of a run on this device, as its --csv has it, without its title."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "table.csv")
        ended = subprocess.run([program, *words, "--csv", file], env=dict(os.environ, CUDA_EMULATOR_DEVICE=device),
                               capture_output=True, text=True)
        if ended.returncode != 0:
            raise Mistake(f"{' '.join([program.name, *words])} on {device} ended with status {ended.returncode}:\n{ended.stderr}")
        lines = file.read_text(encoding="utf-8").splitlines()
    titles = [number for number, line in enumerate(lines) if line.startswith("# ")] + [len(lines)]
    return "\n".join(lines[titles[0] + 1:titles[1]] if titles[0] == 0 else lines[:titles[0]]) + "\n"


def devices(block):
    """A column of that table for each device, beside the table's first column."""
    run, wanted, out = block.words, block.options.get("column", ""), {}
    on = list_of(block.options.get("on"))
    for device in on:
        file = block.page.root / path_of(run, device)
        if not file.exists():
            raise Mistake(f"there is no {path_of(run, device)} (scripts/pages --counts BUILD makes it)")
        heads, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
        for row in rows:
            out.setdefault(row[0], {})[device] = row[column(run, heads, wanted)]
        first = heads[0]
    if not on:
        raise Mistake("devices needs a list 'on'")
    return written([first, *on], [[name] + [cells.get(device, "") for device in on] for name, cells in out.items()])
