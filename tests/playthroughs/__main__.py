"""Writes the playthroughs anew."""

import coup
from tests.playthroughs import path, playthrough

for name in coup.RULESETS:
    path(name).write_text(playthrough(name), encoding="utf-8")
    print(path(name))
