"""`python -m coup` is the command `coup`."""

import sys

from coup.cli import run

sys.exit(run())
