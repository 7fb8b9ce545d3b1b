"""For all tests."""

import os

import pytest
from hypothesis import settings

from tests.quick import is_quick

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`
os.environ["LC_ALL"] = "C.UTF-8"  # the terminal speaks English, whatever this system speaks

settings.register_profile("coup", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("coup")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_quick(item):
            item.add_marker("quick")
