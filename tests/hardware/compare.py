#!/usr/bin/env python3
"""Holds the microscope to the counts of a GPU: compare.py BUILD [counts.csv]

BUILD is a build folder of the preset microscope. Each program of programs.txt that is built runs with all blocks looked
at; the first launch of each kernel must cost what counts.csv says, except where exceptions.txt says why not. Status 1 if
any does not, 77 if nothing could be compared.
"""
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CHECKED = ["global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors"]


def normal(name):
    return re.sub(r"\s", "", name).replace("false", "0").replace("true", "1")


def counted(program, options):
    """The microscope's counts of the first launch of each kernel: {(kernel, grid, block): {what: count}}."""
    with tempfile.NamedTemporaryFile(suffix=".tsv") as out:
        environment = dict(os.environ, CUDA_EMULATOR_BLOCKS="all", CUDA_EMULATOR_TABLES="0", CUDA_EMULATOR_COUNTS=out.name, CUDA_EMULATOR_MULTIPROCESSORS="132",
                           CUDA_EMULATOR_FINDINGS_STATUS="0")
        subprocess.run([program, *options], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=300, check=True)
        launches = {}
        for line in pathlib.Path(out.name).read_text().splitlines():
            number, name, grid, block, _, _, space, kind, width, requests, _, moved, *_ = line.split("\t")
            counts = launches.setdefault((int(number), normal(name), grid, block), dict.fromkeys(CHECKED, 0))
            if space == "global" and kind in ("load", "store") and int(width) <= 16:  # else by the copy engine
                counts[f"global_{kind}_requests"] += int(requests)
                counts[f"global_{kind}_sectors"] += int(moved)
    kernels = {}
    for launch in sorted(launches):
        kernels.setdefault(launch[1:], launches[launch])
    return kernels


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    table = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else HERE / "counts.csv"
    programs = {line.split()[1]: line.split()[2] for line in (build / "lessons.txt").read_text().splitlines()}
    reasons = dict(line.split(": ", 1) for line in (HERE / "exceptions.txt").read_text().splitlines()
                   if line and not line.startswith("#"))
    rows = list(csv.DictReader(table.open()))
    equal = explained = by_chance = wrong = missing = 0
    for line in (HERE / "programs.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, *options = line.split()
        wanted = [row for row in rows if row["program"] == name]
        if not wanted or not pathlib.Path(programs.get(name, "/nonexistent")).exists():
            continue
        kernels = counted(programs[name], options)
        for row in wanted:
            key = (normal(row["kernel"]), row["grid"], row["block"])
            label = f"{name} {row['kernel']}"
            # A kernel whose template arguments are deduced is known to the emulator by its name only.
            short = key[0].split("<")[0].split("::")[-1]
            same = [c for k, c in kernels.items() if k[1:] == key[1:] and (k[0] == key[0] or k[0].split("<")[0].split("::")[-1] == short)]
            if not same:
                missing += 1
                print(f"not seen here: {label} <<<{row['grid']}, {row['block']}>>>")
                continue
            differences = [f"{what} {same[0][what]}, on the GPU {row[what]}" for what in CHECKED if same[0][what] != int(row[what])]
            if not differences:
                equal += 1
            elif label in reasons:
                explained += 1
                by_chance += reasons[label].startswith("not deterministic")
                print(f"explained: {label}: {'; '.join(differences)}: {reasons[label]}")
            else:
                wrong += 1
                print(f"DIFFERENT: {label}: {'; '.join(differences)}")
    share = 100 * equal / max(1, equal + explained + wrong - by_chance)
    print(f"{share:.0f} % of the kernels that are deterministic on the GPU are equal")
    print(f"{equal} kernels equal, {explained} explained, {wrong} different, {missing} not seen here")
    if equal + explained + wrong == 0:
        sys.exit(77)
    sys.exit(1 if wrong or share < 90 else 0)


main()
