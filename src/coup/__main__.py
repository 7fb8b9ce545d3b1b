"""`python -m coup` is the command `coup`."""

import sys

from coup.cli import main

sys.exit(main())
