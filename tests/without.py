"""For `make quick`: pytest as if nothing large were installed, whatever is.

What a quick test needs beyond the extra `test` so fails on every machine, not only on a new one.
"""

import sys

LARGE = ("matplotlib", "numba", "open_spiel", "playwright", "pyspiel", "ray", "scipy", "torch")

for name in LARGE:
    sys.modules[name] = None  # type: ignore[assignment]
