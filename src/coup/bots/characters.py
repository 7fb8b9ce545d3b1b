"""Players with a character, at a table: `style`, and the characters that have a name of their own.

How they decide is written in `coup.bots.minds.style`.
"""

from typing import Any

from coup.bots.adapter import Adapter
from coup.bots.minds import style as minds
from coup.bots.styles import CHARACTERS, Numbers, style, style_of
from coup.vectors.story import STYLE, Story
from coup.view import View


class Style(Adapter):
    """Plays as the numbers of its style say.

    numbers: as in `coup.bots.styles`.
    """

    name = "style"
    mind = minds.style
    numbers: Numbers = style()

    def add(self, t: Story, seat: int, view: View) -> None:
        t.styles[STYLE * seat : STYLE * (seat + 1)] = self.numbers


def styled(text: str) -> type[Style]:
    """The class of a style that somebody typed after `style:`."""
    return character(Style.name, style_of(text))


def character(name: str, numbers: Numbers) -> type[Style]:
    """A class of players of one style."""
    attributes: dict[str, Any] = {"name": name, "numbers": numbers}
    return type(name.title(), (Style,), attributes)


COMPANY = tuple(character(name, numbers) for name, numbers in CHARACTERS.items())
"""The characters that people may meet."""
