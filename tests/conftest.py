"""For all tests."""

import os

from hypothesis import settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`

settings.register_profile("coup", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("coup")
