"""What players may be called, in the whole house. Only the server asks for more, since strangers
meet there: see `coup.server.naming`."""

import unicodedata

from coup.moves import CHANCE

LONGEST = 60  # letters


def tidy(text: str) -> str:
    """A name as it is kept: letters of one form, single blanks between words.

    >>> tidy("  Zoë   Müller ")
    'Zoë Müller'
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def fault_in(name: object) -> str:
    """What is wrong with a name that should be kept as it is; empty if nothing is."""
    if not isinstance(name, str) or not name or not name.isprintable():
        return f"a player's name is made of printable letters, not {name!r:.60}"
    if len(name) > LONGEST:
        return f"a player's name has at most {LONGEST} letters, {name[:20]!r}... has more"
    if " ".join(name.split()) != name:
        return f"a player's name has single blanks between its words only, not {name!r:.60}"
    if name == CHANCE:
        return f"no player can be called {CHANCE!r}: that is who draws the cards"
    return ""


def one_word(name: str) -> str:
    """A name where a format has room for one word only: in game files, and for agents.

    >>> one_word("Zoë Müller")
    'Zoë_Müller'
    """
    return name.replace(" ", "_")
