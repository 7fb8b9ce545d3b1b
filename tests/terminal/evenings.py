"""Evenings for the tests of both faces: with cards that the test chooses, and with typists."""

import coup
from coup.hosting.evening import Evening
from coup.records import Record


def an_evening(
    hands: dict[str, str],
    bots: dict[str, str] | None = None,
    ruleset: str = "classic",
    **rules: int,
) -> Evening:
    """An evening whose first round begins with these hands; who has a bot is in `bots`."""
    game = coup.Game(
        list(hands),
        coup.ruleset(ruleset, **rules),
        seed=1,
        hands={name: hand for name, hand in hands.items() if hand},
    )
    chairs = {name: (bots or {}).get(name, "person") for name in hands}
    return Evening.from_dict(
        {
            "evening": 1,
            "chairs": chairs,
            "seed": 1,
            "rounds": [],
            "game": Record.of(game).as_dict(),
        }
    )
