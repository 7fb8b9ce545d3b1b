"""Players with a character, at a table: `style`, and the characters that have a name of their own.

How they decide is written once, for batches; here it is asked by what a view shows.
"""

from typing import Any

from coup.bots.bot import Bot
from coup.bots.minds.style import style as mind
from coup.bots.styles import CHARACTERS, Numbers, style, style_of
from coup.moves import moves_by_code
from coup.vectors.mirror import mirror
from coup.vectors.story import STYLE
from coup.view import View


class Style(Bot):
    """Plays as the numbers of its style say.

    numbers: as in `coup.bots.styles`.
    """

    name = "style"
    numbers: Numbers = style()

    def choose(self, view: View) -> str:
        s, t, seat = mirror(view)
        t.styles[STYLE * seat : STYLE * (seat + 1)] = self.numbers
        move = mind(s, t, view.ruleset.rules, seat, self.random.getrandbits(62))
        return moves_by_code(view.seats)[move]


def styled(text: str) -> type[Style]:
    """The class of a style that somebody typed after `style:`."""
    return character(Style.name, style_of(text))


def character(name: str, numbers: Numbers) -> type[Style]:
    """A class of players of one style."""
    attributes: dict[str, Any] = {"name": name, "numbers": numbers}
    return type(name.title(), (Style,), attributes)


COMPANY = tuple(character(name, numbers) for name, numbers in CHARACTERS.items())
"""The characters that people may meet."""
