"""Rewrites the playthroughs and the README's picture."""

import coup
from tests.playthroughs import PICTURE, path, playthrough, readme_picture

for name in coup.RULESETS:
    path(name).write_text(playthrough(name), encoding="utf-8")
    print(path(name))
PICTURE.write_text(readme_picture(), encoding="utf-8")
print(PICTURE)
