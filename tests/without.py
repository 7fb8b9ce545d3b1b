"""A plugin for `make quick`: pytest as if nothing large were installed, whatever is.

So a quick test that needs more than the extra `test` fails on every machine, not only on a new one.
"""

import sys

LARGE = ("matplotlib", "numba", "open_spiel", "playwright", "pyspiel", "ray", "scipy", "torch")


def pytest_configure() -> None:
    """Called if this is used as a plugin; importing it changes nothing."""
    for name in LARGE:
        sys.modules[name] = None  # type: ignore[assignment]
