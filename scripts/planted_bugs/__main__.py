"""Called when CMake configures the project: python3 scripts/planted_bugs ROOT BUILD, with the options below.

Writes BUILD/mutants/chNN_chapter/topic.cmake for each list, BUILD/mutants/topic/name/ with the copy of a mutant, and
BUILD/mutants/read.cmake with the files that it read: when one of them changes, CMake configures again. A mistake in a list
becomes a test of the lesson that fails."""
import sys

if sys.version_info < (3, 9):
    sys.exit(77)

import argparse  # noqa: E402
import os.path  # noqa: E402
import pathlib  # noqa: E402

# The folder above this one: modules here are found as parts of the package only.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from planted_bugs import fragments  # noqa: E402
from planted_bugs.files import Files  # noqa: E402

parser = argparse.ArgumentParser(prog="planted_bugs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("root", type=pathlib.Path, help="the course")
parser.add_argument("build", type=pathlib.Path, help="CMake's folder")
parser.add_argument("--lists", type=pathlib.Path, metavar="FOLDER",
                    help="tests/mutate: a folder with other lists, which may be short")
parser.add_argument("--backend", default="cuda",
                    help="for which the bugs are planted; for cuda none are, and the lists are only checked")
parser.add_argument("--ranks", action="store_true", help="MPI and NCCL are there: plant the bugs of lessons in ranks too")
asked = parser.parse_args()
fragments.write_all(Files(asked.root), asked.build / "mutants", asked.lists, asked.backend, asked.ranks)
