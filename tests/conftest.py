"""For all tests."""

import os

from hypothesis import settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`
os.environ["LC_ALL"] = "C.UTF-8"  # the terminal speaks English, whatever this system speaks

settings.register_profile("coup", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("coup")
