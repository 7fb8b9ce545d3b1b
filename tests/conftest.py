"""For all tests."""

from hypothesis import settings

settings.register_profile("coup", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("coup")
