"""The examples of the page about the library are those of the docstrings, which are run there."""

collect_ignore = ["api.md"]
