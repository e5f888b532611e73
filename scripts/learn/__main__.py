"""Starts ./learn: python3 scripts/learn COMMAND..."""
import sys

if sys.version_info < (3, 9):
    sys.stderr.write("learn: Python 3.9 or newer is needed, and this is %d.%d\n" % sys.version_info[:2])
    sys.exit(77)

from pathlib import Path  # noqa: E402

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from learn.commands import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
