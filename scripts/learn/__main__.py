"""Starts ./learn: python3 scripts/learn COMMAND..."""
import os.path
import sys

if sys.version_info < (3, 9):
    sys.stderr.write("learn: Python 3.9 or newer is needed, and this is %d.%d\n" % sys.version_info[:2])
    sys.exit(77)

# The folder above this one: modules here are found as parts of the package only.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from learn.commands import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
